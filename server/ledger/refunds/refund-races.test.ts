import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderState, type Sold, sellOrder } from '../../../tests/builders/orders.ts'
import { offerColumns } from '../../../tests/builders/prices.ts'
import { addRow, unique } from '../../../tests/builders/rows.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()

const post = (path: string, body: object = {}) => house.call('POST', path, { key: club.key, body })
const refund = (sold: Sold, body: object = {}) => post(`/v1/manage/orders/${sold.orderId}/refunds`, body)
const cancel = (sold: Sold) => post(`/v1/manage/orders/${sold.orderId}/cancel`, { refund: true })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('ten who refund the whole order at once make one refund', async () => {
  const sold = await sellOrder(house, club)
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(sold)))
  assert.deepEqual(statuses(answers), [201, ...Array.from({ length: 9 }, () => 409)])
  const state = await orderState(house, club, sold)
  assert.deepEqual([state.refunds, state.sold], [['succeeded 5000'], 0])
})

test('ten who refund a third each: three succeed', async () => {
  const sold = await sellOrder(house, club, { tickets: 1, price: 3000 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(sold, { amount: 10 })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assert.deepEqual((await orderState(house, club, sold)).refunded, [3000, 3000])
})

test('ten who give back the same ticket: one does, and its place comes back once', async () => {
  const sold = await sellOrder(house, club)
  const body = { ticket_ids: [sold.ticketIds[0]] }
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(sold, body)))
  assert.deepEqual(statuses(answers), [201, ...Array.from({ length: 9 }, () => 404)])
  assert.equal((await orderState(house, club, sold)).sold, 1)
})

test('a refund and a cancellation at once: one of them closes the order, and the money goes back once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sold = await sellOrder(house, club)
    const answers = await Promise.all([refund(sold), cancel(sold)])
    assert.equal(answers.filter(({ status }) => status < 300).length, 1)
    const state = await orderState(house, club, sold)
    assert.deepEqual([state.refunds, state.sold], [['succeeded 5000'], 0])
  }
})

test('orders of two pools, refunded at once in both directions, do not lock each other out', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => sellOrder(house, club)))
  const [first, second] = orders
  assert.ok(first && second)
  // Each order has a ticket in the other's pool too.
  for (const [sold, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const columns = { ...offerColumns(other.offer), order_id: sold.orderId, price_minor: 0 }
    const line = await addRow(house, club, 'order_lines', 'order_line_id', { ...columns, quantity: 1, places: 1 })
    await addRow(house, club, 'tickets', 'ticket_id', { ...columns, order_line_id: line, barcode: unique('X') })
    await house.sql`
      update price_categories
      set sold = sold + 1
      where org_id = ${club.orgId}
        and price_category_id = ${other.offer.priceCategoryId}`
  }
  const answers = await Promise.all(orders.map((sold) => refund(sold)))
  assert.deepEqual(statuses(answers), [201, 201, 201, 201])
  assert.equal((await orderState(house, club, first)).sold, 0)
})

test('a ticket that is transferred while its order is refunded does not survive it', async () => {
  const sold = await sellOrder(house, club, { tickets: 1 })
  const [ticketId = 0] = sold.ticketIds
  let refunding: ReturnType<typeof refund> | undefined
  // The transfer holds the ticket's lock, as replacing one does, and lets go once the refund waits for it.
  await house.sql.begin(async (tx) => {
    await tx`
      update tickets
      set ticket_status_id = 4
      where org_id = ${club.orgId}
        and ticket_id = ${ticketId}`
    await tx`
      insert into tickets (
        org_id, event_id, order_id, order_line_id, price_category_id, price_id, price_minor, barcode, replaces_ticket_id
      )
      select org_id, event_id, order_id, order_line_id, price_category_id, price_id, price_minor, 'REPLACEMENT', ticket_id
      from tickets
      where org_id = ${club.orgId}
        and ticket_id = ${ticketId}`
    refunding = refund(sold)
    await awaitedLock(house.sql)
  })
  assert.equal((await refunding)?.status, 201)
  const state = await orderState(house, club, sold)
  assert.deepEqual([state.tickets, state.sold, state.status], [[4, 3], 0, 'refunded'])
})
