import type { OrgId } from '../access/principal.ts'
import type { Db } from '../kit/database.ts'
import type { Deps } from '../operation.ts'
import { signTickets } from '../tickets/sign-tickets.ts'
import { drawTicketIds } from './draw-ids.ts'
import type { LineRow } from './order-tickets.ts'

/** The lines of an order, and for each a signed id for every place. */
export type Prepared = { lines: LineRow[]; signed: Map<number, { ticketId: number; barcode: string }[]> }

/** The lines of an order that is being paid, and for each the ids of its tickets. */
export type ExpectedTickets = { lines: LineRow[]; ids: number[][] }

/**
 * What can be done before the transaction that confirms: the ids are drawn from the sequence and their barcodes signed, so
 * that nobody waits for a signature. The lines of an order stay as they are while it is being paid; ids that turn out not to
 * be needed are lost, which costs nothing. Whoever started the order knows both, and nothing is read.
 */
export async function prepareTickets(
  deps: Pick<Deps, 'sql' | 'clock' | 'seal'>,
  orgId: OrgId,
  orders: { orderId: number; tickets?: ExpectedTickets | undefined }[],
): Promise<Map<number, Prepared>> {
  // Who is asked for twice, by the fan and by the provider's webhook, is read: each line once, as it is for whoever is right.
  const [known, unknown]: [ExpectedTickets[], number[]] = [[], []]
  for (const [orderId, [first, ...more]] of Map.groupBy(orders, (order) => order.orderId)) {
    if (first?.tickets && more.length === 0) known.push(first.tickets)
    else unknown.push(orderId)
  }
  const expected = [...known, ...(unknown.length > 0 ? [await expectTickets(orgId, deps.sql, unknown)] : [])]
  const lines = expected.flatMap((tickets) => tickets.lines)
  const wanted = expected.flatMap(({ lines: own, ids }) =>
    own.flatMap((line, index) =>
      (ids[index] ?? []).map((ticketId) => {
        const { event_id: eventId, price_category_id: priceCategoryId } = line
        return { line, eventId, priceCategoryId, ticketId, revision: 0, validUntil: null }
      }),
    ),
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

async function expectTickets(orgId: OrgId, sql: Db, orderIds: number[]): Promise<ExpectedTickets> {
  const lines = await findLines(orgId, sql, orderIds)
  const drawn = await drawTicketIds(
    sql,
    lines.reduce((sum, line) => sum + line.places, 0),
  )
  const ids = drawn.map(({ id }) => id).values()
  return { lines, ids: lines.map((line) => [...ids.take(line.places)]) }
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
