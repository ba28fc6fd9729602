import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { settleRefund } from '../../ledger/refunds/settle-refund.ts'
import { addDemoOrders } from '../../operator/demo/orders.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { createTakingsCounter, nextStep, quarterOf } from './count-takings.ts'

const house = await openHouse()
const BEGIN = new Date('2027-03-14T09:00:00Z')

/** A club in a zone that is a quarter off the hour, its shop, and what it took: payments, paid, refunds, refunded. */
async function newClub() {
  house.clock.set(BEGIN)
  const club = await house.organisation({ timezone: 'Asia/Kathmandu' })
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  const shop = shopOf(house, club)
  const sell = async (): Promise<number> => (await shop.checkOut(await shop.fill(priceId, 1))).body.order_id
  const refund = async (orderId: number): Promise<number> =>
    (await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body: {} })).body.refund_id
  const fail = (orderId: number, refundId: number) =>
    settleRefund(house, club.orgId, { refundId, orderId }, { kind: 'failed', code: 'lost_card' })
  const read = (from: number, until: number) =>
    house.call('GET', `/v1/manage/takings?unix_start=${from / 1000}&unix_end=${until / 1000}`, { key: club.key })
  const taken = async (from: number, until: number) => {
    const { body } = await read(from, until)
    const sum = (field: string) =>
      body.data.reduce((total: number, row: Record<string, number>) => total + (row[field] ?? 0), 0)
    return [sum('payments'), Math.round(sum('paid') * 100), sum('refunds'), Math.round(sum('refunded') * 100)]
  }
  const rows = async () => {
    const [count] = await house.sql<{ payments: number; refunds: number }[]>`
      select coalesce(sum(payments), 0)::integer as payments, coalesce(sum(refunds), 0)::integer as refunds
      from takings_quarters
      where org_id = ${club.orgId}`
    return count
  }
  return { ...club, sell, refund, fail, read, taken, rows }
}

const PRICE = 2720
const begin = BEGIN.getTime()

test('whatever time is asked for, and however much of it has been counted, its money is all there and none is there twice', async () => {
  const club = await newClub()
  const soldAt: number[] = []
  for (let n = 0; n < 12; n += 1) {
    await club.sell()
    soldAt.push(house.clock().getTime())
    house.clock.advance(7 * MINUTE_MS)
  }
  const expected = (from: number, until: number) => {
    const payments = soldAt.filter((at) => at >= from && at < until).length
    return [payments, payments * PRICE, 0, 0]
  }
  const edges = [-DAY_MS, 0, 1, 7, 8, 15, 30, 31, 45, 77, 78, 84].map((n) => begin + (n < 0 ? n : n * MINUTE_MS))
  for (const wait of [0, 3 * MINUTE_MS, 20 * MINUTE_MS, 3 * DAY_MS]) {
    house.clock.advance(wait)
    for (const from of edges)
      for (const until of edges.filter((edge) => edge > from))
        assert.deepEqual(await club.taken(from, until), expected(from, until), `${from - begin} to ${until - begin}`)
  }
  assert.deepEqual(await club.taken(begin, begin + DAY_MS), expected(begin, begin + DAY_MS))
  assert.deepEqual(await club.rows(), { payments: 12, refunds: 0 })
})

test('days are those of the organisation’s zone, a quarter off the hour, before and after they are counted', async () => {
  const club = await newClub()
  // 18:10 and 18:20 in Greenwich are 23:55 and 00:05 in Kathmandu.
  house.clock.set(new Date('2027-03-14T18:10:00Z'))
  await club.sell()
  house.clock.set(new Date('2027-03-14T18:20:00Z'))
  await club.sell()
  const days = async () =>
    (await club.read(begin, begin + DAY_MS)).body.data.map(({ day, paid }: { day: string; paid: number }) => [
      day,
      paid,
    ])
  const expected = [
    ['2027-03-14', 27.2],
    ['2027-03-15', 27.2],
  ]
  house.clock.advance(1000)
  assert.deepEqual(await days(), expected)
  house.clock.advance(HOUR_MS)
  assert.deepEqual(await days(), expected)
  assert.deepEqual(await club.rows(), { payments: 2, refunds: 0 })
})

test('a refund that was counted and that the bank refuses after all is counted no more', async () => {
  const club = await newClub()
  const [kept, lost] = [await club.sell(), await club.sell()]
  await club.refund(kept)
  const refundId = await club.refund(lost)
  house.clock.advance(HOUR_MS)
  const day = () => club.taken(begin, begin + DAY_MS)
  assert.deepEqual(await day(), [2, 2 * PRICE, 2, 2 * PRICE])
  assert.deepEqual(await club.rows(), { payments: 2, refunds: 2 })
  for (let n = 0; n < 2; n += 1) await club.fail(lost, refundId)
  assert.deepEqual(await day(), [2, 2 * PRICE, 1, PRICE])
  assert.deepEqual(await club.rows(), { payments: 2, refunds: 1 })
})

test('one that fails before it was counted is never counted', async () => {
  const club = await newClub()
  const orderId = await club.sell()
  const refundId = await club.refund(orderId)
  await club.fail(orderId, refundId)
  house.clock.advance(HOUR_MS)
  assert.deepEqual(await club.taken(begin, begin + DAY_MS), [1, PRICE, 0, 0])
})

test('many who look at once, while a refund fails, count everything once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await newClub()
    const orderId = await club.sell()
    const refundId = await club.refund(orderId)
    house.clock.advance(DAY_MS)
    const looks = Array.from({ length: 4 }, () => club.taken(begin - 2 * DAY_MS, begin + HOUR_MS))
    const [, ...seen] = await Promise.all([club.fail(orderId, refundId), ...looks])
    // Each look was before or after the bank's refusal, and nothing else.
    for (const [payments, paid, refunds = 0, refunded] of seen)
      assert.deepEqual([payments, paid, refunded, refunds <= 1], [1, PRICE, refunds * PRICE, true])
    assert.deepEqual(await club.taken(begin - 2 * DAY_MS, begin + HOUR_MS), [1, PRICE, 0, 0])
    assert.deepEqual(await club.rows(), { payments: 1, refunds: 0 })
  }
})

test('what is counted grows at both ends, as far as is asked for and as quarters are over', () => {
  const at = (text: string) => new Date(`2027-03-${text}Z`)
  const span = (from: string, until: string) => ({ from: at(from), until: at(until) })
  const now = at('14T10:16:59')
  const asked = span('12T01:50:30', '14T10:16:59')
  const all = span('12T02:00:00', '14T10:00:00')
  // Two minutes after its end a quarter is over; that of 10:00 is not yet.
  assert.deepEqual(nextStep(asked, undefined, now), all)
  assert.equal(nextStep(asked, all, now), undefined)
  assert.deepEqual(nextStep(asked, all, at('14T10:17:00')), span('14T10:00:00', '14T10:15:00'))
  const some = span('13T02:00:00', '13T03:00:00')
  assert.deepEqual(nextStep(asked, some, now), span('13T03:00:00', '14T10:00:00'))
  assert.deepEqual(nextStep(asked, span('13T02:00:00', '14T10:00:00'), now), span('12T02:00:00', '13T02:00:00'))
  // No more is counted than was asked for, and a process whose clock is behind finds nothing to do.
  assert.equal(nextStep(some, some, now), undefined)
  assert.equal(nextStep(asked, span('12T02:00:00', '14T10:15:00'), now), undefined)
  assert.equal(nextStep(span('14T10:05:00', '14T11:00:00'), undefined, now), undefined)
})

test('much is counted in several transactions, forwards and backwards, and comes to the same', async () => {
  const club = await newClub()
  for (let n = 0; n < 12; n += 1) {
    await club.sell()
    house.clock.advance(n % 3 === 0 ? 40 * MINUTE_MS : MINUTE_MS)
  }
  house.clock.advance(HOUR_MS)
  const counter = createTakingsCounter(house.sql, 2)
  const now = house.clock()
  const middle = new Date(begin + HOUR_MS)
  const count = (from: Date, until: Date) => counter.count(club.orgId, { from, until }, now, 60_000)
  await house.sql`
    insert into takings_counted (org_id, counted_from, counted_until)
    values (${club.orgId}, ${middle}, ${middle})`
  await count(middle, now)
  const [later] = [await club.rows()]
  assert.ok(later && later.payments > 0 && later.payments < 12, JSON.stringify(later))
  assert.deepEqual(await count(new Date(begin - DAY_MS), now), {
    counted: { from: new Date(begin - DAY_MS), until: quarterOf(new Date(now.getTime() - 2 * MINUTE_MS)) },
  })
  assert.deepEqual(await club.rows(), { payments: 12, refunds: 0 })
  assert.equal(await counter.count(club.orgId, { from: new Date(begin - 2 * DAY_MS), until: now }, now, -1), undefined)
})

test('made-up money of the past is counted too, after staff have looked', async () => {
  const club = await newClub()
  const days = [begin - 90 * DAY_MS, begin] as const
  await club.sell()
  assert.deepEqual(await club.taken(...days), [0, 0, 0, 0])
  await house.sql.plain.begin((tx) => addDemoOrders(club.orgId, tx, 60, { today: new Date(begin - DAY_MS) }))
  const [row] = await house.sql<{ payments: number }[]>`
    select count(*)::integer as payments
    from payments
    where org_id = ${club.orgId}
      and succeeded_at >= ${new Date(days[0])}
      and succeeded_at < ${new Date(days[1])}`
  assert.ok(row && row.payments > 0)
  assert.equal((await club.taken(...days))[0], row.payments)
  house.clock.advance(HOUR_MS)
  assert.equal((await club.taken(begin, begin + HOUR_MS))[0], 1)
})
