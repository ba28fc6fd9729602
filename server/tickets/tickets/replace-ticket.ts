import { type Actor, recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Credential, exposed } from '../../platform/http/guarded-fields.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findItem, lockRow } from '../../resources/resource.ts'
import { drawShortCode } from './short-code.ts'
import type { SigningDeps } from './sign-tickets.ts'
import type { toTicket } from './ticket.ts'
import { REVISION_MAX } from './ticket-code.ts'
import { tickets } from './ticket-resource.ts'
import { ticketStatusName } from './ticket-status.ts'

type Replaceable = { event_id: number; price_category_id: number; revision: number; valid_until: Date | null }

/** The id and the barcode of the ticket that is to take another's place. */
export type Replacement = { ticketId: number; barcode: Credential }

/**
 * What can be done before the transaction: an id is drawn and its barcode signed, from what never changes about a ticket.
 * Undefined when there is no such ticket; an id that is drawn in vain costs nothing.
 */
export async function prepareReplacement(
  { sql, signer }: Pick<PlatformDeps, 'sql'> & SigningDeps,
  orgId: OrgId,
  ticketId: number,
): Promise<Replacement | undefined> {
  const [ticket] = await findReplaceable(orgId, sql, ticketId)
  if (!ticket || ticket.revision >= REVISION_MAX) return undefined
  const [drawn] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('tickets', 'ticket_id')) as id`
  if (!drawn) throw new Error('no id was drawn for a ticket')
  const [barcode] = await signer.sign(orgId, [
    {
      eventId: ticket.event_id,
      ticketId: drawn.id,
      priceCategoryId: ticket.price_category_id,
      revision: ticket.revision + 1,
      validUntil: ticket.valid_until,
    },
  ])
  if (barcode === undefined) throw new Error('a ticket was not signed')
  return { ticketId: drawn.id, barcode }
}

const findReplaceable = (orgId: OrgId, sql: Db, ticketId: number) => sql<Replaceable[]>`
  select event_id, price_category_id, revision, valid_until
  from tickets
  where org_id = ${orgId}
    and ticket_id = ${ticketId}`

/** What a replacement has at hand: staff's change, or that of the ticket's holder. */
export type Replacing = { orgId: OrgId; tx: Tx; clock: Clock; actor: Actor }

export type ReplacedTicket = { before: ReturnType<typeof toTicket>; after: ReturnType<typeof toTicket> }

/**
 * A new ticket for the same place and seat, or `seatId` where another was found for it; the old one stays, replaced, and its barcode is not let in any more.
 * The old row is locked before anything is looked at: of two who replace it, or one who replaces and one who refunds or
 * scans it, the second sees what the first has done.
 */
export async function replaceTicket(
  at: Replacing,
  ticketId: number,
  replacement: Replacement | undefined,
  holder: { ticket_name?: string; email_address?: string },
  action: 'transferred' | 'reissued' | 'exchanged',
  seatOf?: (before: ReplacedTicket['before']) => Promise<number>,
): Promise<ReplacedTicket> {
  const { orgId, tx, clock, actor } = at
  await lockRow(tickets, orgId, tx, ticketId)
  const before = await findItem(tickets, orgId, tx, ticketId, clock(orgId))
  if (!before) throw new ApiError('resource_missing')
  if (before.ticket_status_id !== ticketStatus.active) {
    throw new ApiError('state_conflict', {
      message: `The ticket is ${ticketStatusName(Number(before.ticket_status_id))}.`,
    })
  }
  await refuseUsed(orgId, tx, ticketId)
  if (!replacement) throw new ApiError('state_conflict', { message: 'The ticket has been replaced too often.' })
  const seatId = await seatOf?.(before)
  await tx`
    update tickets
    set ticket_status_id = ${ticketStatus.replaced}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  await insertReplacement(at, ticketId, replacement, {
    ...holder,
    transferred: action === 'transferred',
    seatId,
  })
  await tx`
    update seat_claims
    set ticket_id = ${replacement.ticketId}, seat_id = coalesce(${seatId ?? null}, seat_id), changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  const after = await findItem(tickets, orgId, tx, replacement.ticketId, clock(orgId))
  if (!after) throw new Error('the replacement of a ticket left no row')
  // Without the barcodes: readers of the log must not be able to walk in.
  await recordAs(tx, clock, actor, {
    action: `ticket.${action}`,
    objectType: 'ticket',
    objectId: ticketId,
    before: {
      ticket_status_id: ticketStatus.active,
      ticket_name: before.ticket_name,
      email_address: before.email_address,
      ...(seatId === undefined ? {} : seatIn(before)),
    },
    after: {
      ticket_status_id: ticketStatus.replaced,
      ticket_name: after.ticket_name,
      email_address: after.email_address,
      ...(seatId === undefined ? {} : seatIn(after)),
      replaced_by_ticket_id: replacement.ticketId,
    },
  })
  return { before, after }
}

const seatIn = ({ section_label, seat_row, seat_title }: ReplacedTicket['before']) => ({
  section_label,
  seat_row,
  seat_title,
})

/** Its holder is inside, or was: a new barcode would let a second person in. */
async function refuseUsed(orgId: OrgId, tx: Db, ticketId: number): Promise<void> {
  const [admission] = await tx<{ entries: number }[]>`
    select entries
    from ticket_admissions
    where org_id = ${orgId}
      and ticket_id = ${ticketId}
      and entries > 0`
  if (admission) throw new ApiError('state_conflict', { message: 'The ticket has been used to enter.' })
}

async function insertReplacement(
  { orgId, tx, clock }: Replacing,
  ticketId: number,
  { ticketId: newId, barcode }: Replacement,
  changes: { ticket_name?: string; email_address?: string; transferred: boolean; seatId: number | undefined },
): Promise<void> {
  const now = clock(orgId)
  const { ticket_name, email_address, transferred, seatId } = changes
  await tx`
    insert into tickets (
      org_id, ticket_id, event_id, order_id, order_line_id, price_category_id, price_id, seat_id, barcode, short_code,
      revision, replaces_ticket_id, first_ticket_id, transferred, answers, ticket_name, email_address, price_minor, discount_minor, rebate_minor,
      service_fee_minor, service_tax_minor, tax_minor, added_tax_minor, fee_tax_minor, valid_from, valid_until, created_at, changed_at
    )
    select org_id, ${newId}, event_id, order_id, order_line_id, price_category_id, price_id,
      coalesce(${seatId ?? null}, seat_id), ${exposed(barcode)}, ${exposed(drawShortCode())},
      revision + 1, ticket_id, case when ${transferred} then null else coalesce(first_ticket_id, ticket_id) end,
      transferred or ${transferred}, case when ${transferred} then null else answers end, coalesce(${ticket_name ?? null}, ticket_name),
      coalesce(${email_address ?? null}, email_address), price_minor, discount_minor, rebate_minor, service_fee_minor,
      service_tax_minor, tax_minor, added_tax_minor, fee_tax_minor, valid_from, valid_until, ${now}, ${now}
    from tickets
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
}
