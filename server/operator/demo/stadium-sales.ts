import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { seatFlags, ticketStatus } from '../../programme/statuses.ts'
import { copyInto, drawIds, refreshStatistics } from './bulk.ts'
import { findBuyers } from './buyers.ts'
import { addMs } from './demo-day.ts'
import { fateOf } from './fate.ts'
import type { DemoOffer, OfferedPrice } from './offers.ts'
import type { DemoOrder } from './order-of.ts'
import { lineRow, orderRow, type PlacedOrder, paymentRow, ticketRow } from './order-rows.ts'
import type { StadiumSection } from './stadium-plan.ts'

/** Seats that were bought together: section, and places among its seats. */
type SoldGroup = { section: number; seats: number[] }

/** Row by row, groups of two to four with room between; fuller in front and on the halfway line. No place for a wheelchair. */
function soldGroups({ rows, category }: StadiumSection, section: number): SoldGroup[] {
  if (category === null) return []
  const groups: SoldGroup[] = []
  let first = 0
  for (const [r, row] of rows.entries()) {
    const lot = fateOf('stadium row', section * 100 + r)
    const share = (category === 0 ? 0.62 : 0.42) - (0.22 * r) / rows.length
    let n = 2 * lot.below(2)
    while (n < row.length) {
      const size = Math.min(2 + lot.below(3), row.length - n)
      const seats = Array.from({ length: size }, (_, at) => first + n + at)
      const isPlain = row.slice(n, n + size).every(({ flags }) => (flags & WHEELCHAIRS) === 0)
      if (size > 1 && isPlain && lot.chance(share)) groups.push({ section, seats })
      n += size + (lot.chance(0.3) ? 2 : 0)
    }
    first += row.length
  }
  return groups
}

const WHEELCHAIRS = seatFlags.accessible | seatFlags.companion

type Sale = {
  offer: DemoOffer
  /** Of each category so many, one after the other: the first is an adult's. */
  pricesEach: number
  sections: StadiumSection[]
  seatIds: number[][]
}

/** An order for each group, paid by card, its seats claimed. */
export async function sellSeats(
  orgId: OrgId,
  tx: Db,
  { offer, pricesEach, sections, seatIds }: Sale,
  { today, customers }: { today: Date; customers: number },
): Promise<void> {
  const groups = sections.flatMap(soldGroups)
  const numbers = groups.map((_, n) => n + 1)
  const buyerOf = await findBuyers(orgId, tx, numbers, customers)
  const tickets = groups.reduce((sum, { seats }) => sum + seats.length, 0)
  const counts = { orders: groups.length, order_lines: groups.length, payments: groups.length, tickets }
  const ids = await drawIds(tx, counts)
  const orders = groups.map((group, n): PlacedOrder & { group: SoldGroup } => {
    const category = sections[group.section]?.category ?? 0
    const price = offer.prices[category * pricesEach + (n % 5 === 4 ? 1 : 0)]
    if (!price) throw new Error('the stadium has no prices')
    const order = orderFor(n, group, price, offer, today)
    const placed = { orderId: ids.orders(), lineIds: [ids.order_lines()], paymentId: ids.payments(), refundId: null }
    return { ...order, ...placed, n: n + 1, offer, buyer: buyerOf(n + 1), discountId: 0, group }
  })
  await copyInto(
    tx,
    'orders',
    orders.map((order) => ({ ...orderRow(orgId, order), order_uuid: uuidOf(order.n) })),
  )
  await copyInto(
    tx,
    'order_lines',
    orders.flatMap((order) => order.lines.map((line, at) => lineRow(orgId, order, line, at))),
  )
  await copyInto(
    tx,
    'payments',
    orders.map((order) => {
      const key = `demo-stadium-${order.n}`
      return { ...paymentRow(orgId, order), idempotency_key: key, provider_reference: key.replaceAll('-', '_') }
    }),
  )
  await refreshStatistics(tx, ['seats', 'order_lines'], 1)
  const seated = orders.flatMap((order) =>
    order.lines.flatMap((line, at) =>
      line.tickets.map((ticket, t) => ({
        ...ticketRow(orgId, order, line, at, ticket),
        ticket_id: ids.tickets(),
        seat_id: seatIds[order.group.section]?.[order.group.seats[t] ?? 0] ?? null,
      })),
    ),
  )
  await copyInto(tx, 'tickets', seated)
  await refreshStatistics(tx, ['tickets'], 1)
  await copyInto(
    tx,
    'seat_claims',
    seated.map(({ ticket_id, seat_id }) => ({
      org_id: orgId,
      event_id: offer.event_id,
      seat_id,
      ticket_id,
      created_at: today,
      changed_at: today,
    })),
  )
  await tx`
    update price_categories c
    set sold = t.places
    from (
      select price_category_id, count(*) as places
      from tickets
      where org_id = ${orgId}
        and event_id = ${offer.event_id}
      group by price_category_id
    ) t
    where c.org_id = ${orgId}
      and c.price_category_id = t.price_category_id`
}

/** Beside those of the bulk orders, which are found again by theirs. */
const uuidOf = (n: number): string => `de300001-0000-8000-8000-${n.toString(16).padStart(12, '0')}`

function orderFor(n: number, { seats }: SoldGroup, price: OfferedPrice, offer: DemoOffer, today: Date): DemoOrder {
  const lot = fateOf('stadium order', n)
  const until = today.getTime() - HOUR_MS - offer.published_at.getTime()
  const createdAt = addMs(offer.published_at, lot.below(Math.max(1, until)))
  const ticketOf = (at: number) => ({
    statusId: ticketStatus.active,
    barcode: `DERBY${String(n).padStart(5, '0')}${at}${Array.from({ length: 12 }, () => lot.below(32).toString(32))
      .join('')
      .toUpperCase()}`,
    priceMinor: price.price_minor,
    discountMinor: 0,
    rebateMinor: price.rebate_minor,
    feeMinor: price.service_fee_minor,
    taxMinor: price.service_tax_minor,
  })
  return {
    status: 'confirmed',
    channel: 'online',
    method: 'card',
    discounted: false,
    transactionFeeMinor: 0,
    refundedMinor: 0,
    createdAt,
    confirmedAt: addMs(createdAt, MINUTE_MS),
    closedAt: null,
    lines: [{ price, quantity: seats.length, discountMinor: 0, tickets: seats.map((_, at) => ticketOf(at)) }],
  }
}
