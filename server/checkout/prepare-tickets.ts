import type { OrgId } from '../access/principal.ts'
import type { Db } from '../kit/database.ts'
import type { Deps } from '../operation.ts'
import { signTickets } from '../tickets/sign-tickets.ts'
import type { LineRow } from './order-tickets.ts'

/** The lines of an order, and for each a signed id for every place. */
export type Prepared = { lines: LineRow[]; signed: Map<number, { ticketId: number; barcode: string }[]> }

/**
 * What can be done before the transaction that confirms: the ids are drawn from the sequence and their barcodes signed, so
 * that nobody waits for a signature. The lines of an order stay as they are while it is being paid; ids that turn out not to
 * be needed are lost, which costs nothing.
 */
export async function prepareTickets(
  deps: Pick<Deps, 'sql' | 'clock' | 'seal'>,
  orgId: OrgId,
  orderIds: number[],
): Promise<Map<number, Prepared>> {
  const lines = await findLines(orgId, deps.sql, orderIds)
  const places = lines.reduce((sum, line) => sum + line.places, 0)
  const ids = await drawTicketIds(deps.sql, places)
  let next = 0
  const wanted = lines.flatMap((line) =>
    Array.from({ length: line.places }, () => {
      const ticketId = ids[next]?.id ?? 0
      next += 1
      const { event_id: eventId, price_category_id: priceCategoryId } = line
      return { line, eventId, priceCategoryId, ticketId, revision: 0, validUntil: null }
    }),
  )
  const barcodes = await signTickets(deps, orgId, wanted)
  const made = wanted.map(({ line, ticketId }, index) => ({ line, ticketId, barcode: barcodes[index] ?? '' }))
  const byLine = Map.groupBy(made, ({ line }) => line.order_line_id)
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  return new Map(
    [...byOrder].map(([orderId, own]) => [
      orderId,
      { lines: own, signed: new Map(own.map((line) => [line.order_line_id, byLine.get(line.order_line_id) ?? []])) },
    ]),
  )
}

export const findLines = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<LineRow[]>`
  select l.order_id, l.order_line_id, l.event_id, l.price_category_id, c.title as category_title, c.section_label,
    l.price_id, p.title as price_title, l.quantity, l.places, l.price_minor, l.rebate_minor, l.service_fee_minor,
    l.service_tax_minor, l.discount_minor, e.currency, e.reserved_seating
  from order_lines l
  join events e on e.org_id = l.org_id and e.event_id = l.event_id
  join prices p on p.org_id = l.org_id and p.price_id = l.price_id
  join price_categories c on c.org_id = l.org_id and c.price_category_id = l.price_category_id
  where l.org_id = ${orgId}
    and l.order_id = any (${orderIds}::bigint[])
  order by l.order_id, l.order_line_id`

const drawTicketIds = (sql: Db, count: number) => sql<{ id: number }[]>`
  select nextval(pg_get_serial_sequence('tickets', 'ticket_id')) as id
  from generate_series(1, ${count}::integer)`
