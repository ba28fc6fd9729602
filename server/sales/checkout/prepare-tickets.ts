import type { OrgId } from '../../access/principal.ts'
import type { Deps } from '../../operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { signTickets } from '../tickets/sign-tickets.ts'
import { drawTicketIds } from './draw-ids.ts'
import type { LineRow } from './order-tickets.ts'

/** The lines of an order that is being paid, and for each the ids of its tickets. */
export type ExpectedTickets = { lines: LineRow[]; ids: number[][] }

/** The same, with the ids signed. */
export type Prepared = { lines: LineRow[]; signed: { ticketId: number; barcode: string }[][] }

/**
 * What can be done before the transaction that confirms: the ids are drawn from the sequence and their barcodes signed, so
 * that nobody waits for a signature. The lines of an order stay as they are while it is being paid; ids that turn out not to
 * be needed are lost, which costs nothing. Whoever started the order knows both, and nothing is read.
 */
export async function prepareTickets(
  deps: Pick<Deps, 'sql' | 'clock' | 'seal'>,
  orgId: OrgId,
  { orderId, tickets }: { orderId: number; tickets?: ExpectedTickets | undefined },
): Promise<Prepared> {
  const { lines, ids } = tickets ?? (await expectTickets(orgId, deps.sql, orderId))
  const wanted = lines.flatMap(({ event_id: eventId, price_category_id: priceCategoryId }, index) =>
    (ids[index] ?? []).map((ticketId) => ({ eventId, priceCategoryId, ticketId, revision: 0, validUntil: null })),
  )
  const barcodes = (await signTickets(deps, orgId, wanted)).values()
  const signed = ids.map((own) => own.map((ticketId) => ({ ticketId, barcode: barcodes.next().value ?? '' })))
  return { lines, signed }
}

async function expectTickets(orgId: OrgId, sql: Db, orderId: number): Promise<ExpectedTickets> {
  const lines = await findLines(orgId, sql, orderId)
  const drawn = await drawTicketIds(
    sql,
    lines.reduce((sum, line) => sum + line.places, 0),
  )
  const ids = drawn.map(({ id }) => id).values()
  return { lines, ids: lines.map((line) => [...ids.take(line.places)]) }
}

const findLines = (orgId: OrgId, sql: Db, orderId: number) => sql<LineRow[]>`
  select l.order_id, l.order_line_id, l.event_id, l.price_category_id, c.title as category_title, c.section_label,
    l.price_id, p.title as price_title, l.quantity, l.places, l.price_minor, l.rebate_minor, l.service_fee_minor,
    l.service_tax_minor, l.discount_minor, e.currency, e.reserved_seating
  from order_lines l
  join events e on e.org_id = l.org_id and e.event_id = l.event_id
  join prices p on p.org_id = l.org_id and p.price_id = l.price_id
  join price_categories c on c.org_id = l.org_id and c.price_category_id = l.price_category_id
  where l.org_id = ${orgId}
    and l.order_id = ${orderId}
  order by l.order_line_id`
