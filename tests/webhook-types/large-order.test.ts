import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()

type Told = { type: string; total: number | null; truncated: boolean | null; quoted: number | null }

const [QUANTITY, EACH] = [20, 80]
const TICKETS = QUANTITY * EACH

test('an order of many tickets is completed, cancelled and refunded; its messages quote the first hundred', async () => {
  const club = await house.organisation()
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club, {
    capacity: TICKETS,
    price: { group_ticket: true, tickets_included: EACH, max_per_order: null },
  })
  const bought = await shop.checkOut(await shop.fill(priceId, QUANTITY))
  assert.equal(bought.body.status, 'confirmed', bought.text.slice(0, 500))
  const cancelled = await house.call('POST', `/v1/manage/orders/${bought.body.order_id}/cancel`, {
    key: club.key,
    body: { refund: true },
  })
  assert.equal(cancelled.status, 200, cancelled.text.slice(0, 500))
  assert.equal(cancelled.body.order.tickets.length, TICKETS)
  const told = await house.sql<Told[]>`
    select type, (payload::json -> 'data' -> 'order' ->> 'tickets_total')::int as total,
      (payload::json -> 'data' -> 'order' ->> 'tickets_truncated')::boolean as truncated,
      json_array_length(payload::json -> 'data' -> 'order' -> 'tickets') as quoted
    from webhook_messages
    where org_id = ${club.orgId}
      and type in ('order.completed', 'order.cancelled', 'order.refunded')
    order by message_id`
  const quoting = { total: TICKETS, truncated: true, quoted: 100 }
  assert.deepEqual(
    told.map((row) => ({ ...row })),
    ['order.completed', 'order.cancelled', 'order.refunded'].map((type) => ({ type, ...quoting })),
  )
  const [issued] = await house.sql`
    select count(*) as count
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'ticket.issued'`
  assert.equal(issued?.count, TICKETS)
})

test('the messages of a small order quote all of its tickets and say so', async () => {
  const club = await house.organisation()
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club)
  await shop.checkOut(await shop.fill(priceId, 2))
  const [told] = await house.sql<{ order: Record<string, unknown> }[]>`
    select payload::json -> 'data' -> 'order' as order
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'order.completed'`
  const { tickets, tickets_total, tickets_truncated } = told?.order ?? {}
  assert.deepEqual([(tickets as unknown[]).length, tickets_total, tickets_truncated], [2, 2, false])
})
