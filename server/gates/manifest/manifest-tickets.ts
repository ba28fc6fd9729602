import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { fromMicroseconds, microseconds } from '../../platform/http/keyset.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { type Db, type Sql, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { TICKET_CODE_LENGTH } from '../../tickets/tickets/ticket-code.ts'
import { answersTo } from '../scans/gate-answers.ts'
import type { CodeHashes } from './barcode-hash.ts'
import type { ManifestWanted } from './device-binding.ts'

export const ManifestTicket = Type.Object(
  {
    ticket_id: Type.Integer(),
    order_id: Type.Integer(),
    barcode_hash: Nullable(
      Type.String({ description: 'by barcode_key; null where it is a signed code, which says the ticket itself' }),
    ),
    short_hash: Type.Optional(
      Type.String({
        description:
          'of short_code, by barcode_key: the first 6 bytes of its HMAC-SHA256, in base64url; absent where it has none',
      }),
    ),
    ticket_status_id: Type.Integer({ description: '1 active; anything else is revoked' }),
    price_id: Type.Integer(),
    ticket_name: Nullable(Type.String({ description: 'the holder' })),
    seat_section: Nullable(Type.String()),
    seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
    seat_row: Nullable(Type.String()),
    seat_title: Nullable(Type.String()),
    answers: Type.Optional(
      Type.Array(Type.Object({ question_id: Type.Integer(), answer: Type.String() }), {
        description: 'to the questions of the manifest; absent where there are none',
      }),
    ),
    valid_from: Nullable(Type.Integer({ description: 'Unix seconds' })),
    valid_until: Nullable(Type.Integer()),
    entries: Type.Integer(),
    exits: Type.Integer(),
    inside: Type.Boolean(),
  },
  { title: 'ManifestTicket' },
)

export const ManifestTicketRow = Type.Object({
  ticket_id: Type.Integer(),
  order_id: Type.Integer(),
  barcode: Nullable(Type.String()),
  short_code: Nullable(Type.String()),
  ticket_status_id: Type.Integer(),
  price_id: Type.Integer(),
  ticket_name: Nullable(Type.String()),
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  answers: Type.Unsafe<{ question_id: number; answer: string }[] | null>({ type: ['array', 'null'] }),
  valid_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  valid_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  entries: Nullable(Type.Integer()),
  exits: Nullable(Type.Integer()),
  inside: Nullable(Type.Boolean()),
  changed_microseconds: Type.Integer(),
})
export type ManifestTicketRow = Static<typeof ManifestTicketRow>

const PAGE = 5000

const unixOrNull = (at: Date | null) => (at ? unixSeconds(at) : null)

const toManifestTicket = (row: ManifestTicketRow, hashes: CodeHashes) =>
  ({
    ticket_id: row.ticket_id,
    order_id: row.order_id,
    barcode_hash: row.barcode === null ? null : hashes.barcode(row.barcode),
    ...(row.short_code === null ? {} : { short_hash: hashes.shortCode(row.short_code) }),
    ticket_status_id: row.ticket_status_id,
    price_id: row.price_id,
    ticket_name: row.ticket_name,
    seat_section: row.seat_section,
    seat_block: row.seat_block,
    seat_row: row.seat_row,
    seat_title: row.seat_title,
    ...(row.answers ? { answers: row.answers } : {}),
    valid_from: unixOrNull(row.valid_from),
    valid_until: unixOrNull(row.valid_until),
    entries: row.entries ?? 0,
    exits: row.exits ?? 0,
    inside: row.inside ?? false,
  }) satisfies Static<typeof ManifestTicket>

/**
 * The event's tickets, a page at a time in the order of their last change: one that changes while this is read comes again at
 * the end and is never skipped. With `since`, those that changed and those that were scanned.
 */
export async function* ticketRows(orgId: OrgId, sql: Sql, wanted: ManifestWanted) {
  const { eventId, since, binding } = wanted
  if (!binding.scansHere) return
  let after: ManifestTicketRow | undefined
  for (;;) {
    const rows = await sql.readLong((tx) => readTickets(orgId, tx, wanted, after))
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (rows.length < PAGE) break
  }
  if (since === undefined) return
  const ids = (await sql.readLong((tx) => readScannedIds(orgId, tx, eventId, since))).map(({ ticket_id }) => ticket_id)
  for (let start = 0; start < ids.length; start += PAGE) {
    const rows = await sql.readLong((tx) => readTicketsById(orgId, tx, wanted, ids.slice(start, start + PAGE)))
    yield rows
  }
}

export async function* manifestTickets(orgId: OrgId, sql: Sql, wanted: ManifestWanted) {
  for await (const rows of ticketRows(orgId, sql, wanted)) yield rows.map((row) => toManifestTicket(row, wanted.hashes))
}

/** A signed barcode says its ticket, so that a manifest does without; a controller that only compares needs all. */
const barcodeColumn = (sql: Db, { allBarcodes = false }: ManifestWanted) =>
  allBarcodes
    ? sql`t.barcode`
    : sql`case when length(t.barcode) = ${TICKET_CODE_LENGTH} then null else t.barcode end as barcode`

const selectTickets = (sql: Db, wanted: ManifestWanted) => sql`
  select t.ticket_id, t.order_id, ${barcodeColumn(sql, wanted)}, t.short_code,
    t.ticket_status_id, t.price_id, t.ticket_name, coalesce(x.title, c.section_label) as seat_section, x.sub_section_title as seat_block, s.seat_row,
    s.seat_title, ${answersTo(sql, wanted.questionIds)} as answers, t.valid_from, t.valid_until, a.entries, a.exits, a.inside,
    ${microseconds(sql, 't.changed_at')} as changed_microseconds
  from tickets t
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join ticket_admissions a on a.org_id = t.org_id and a.ticket_id = t.ticket_id`

const isAdmissible = (sql: Db, { otherCategoryIds }: ManifestWanted['binding']) =>
  otherCategoryIds.length === 0 ? sql`` : sql`and t.price_category_id <> all (${otherCategoryIds}::bigint[])`

const readTickets = (orgId: OrgId, sql: Db, wanted: ManifestWanted, after: ManifestTicketRow | undefined) => sql<
  ManifestTicketRow[]
>`
  ${selectTickets(sql, wanted)}
  where t.org_id = ${orgId}
    and t.event_id = ${wanted.eventId}
    and t.barcode is not null
    ${isAdmissible(sql, wanted.binding)}
    ${when(sql, wanted.since, (at) => sql`and t.changed_at > ${at}`)}
    ${when(sql, after, ({ changed_microseconds: changed, ticket_id }) => sql`and (t.changed_at, t.ticket_id) > (${fromMicroseconds(sql, changed)}, ${ticket_id}::bigint)`)}
  order by t.changed_at, t.ticket_id
  limit ${PAGE}`

/** Since we heard of the scan, not since it was made: what is uploaded late was scanned long ago. */
const readScannedIds = (orgId: OrgId, sql: Db, eventId: number, since: Date) => sql<{ ticket_id: number }[]>`
  select distinct ticket_id
  from scans
  where org_id = ${orgId}
    and event_id = ${eventId}
    and created_at > ${since}
    and result in ('admitted', 'exit', 'annulled')
    and ticket_id is not null`

const readTicketsById = (orgId: OrgId, sql: Db, wanted: ManifestWanted, ids: number[]) => sql<ManifestTicketRow[]>`
  ${selectTickets(sql, wanted)}
  where t.org_id = ${orgId}
    and t.ticket_id = any (${ids}::bigint[])
    and t.barcode is not null
    ${isAdmissible(sql, wanted.binding)}`
