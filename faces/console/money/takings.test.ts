import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFrame } from '../words/frame.ts'
import { loadWords } from '../words/load.ts'

await loadWords('money', 'parts')
const { sumTakings, totalOf } = await import('./takings.ts')

await loadFrame()

const taking = {
  day: '2026-11-02',
  event_id: '7',
  event_title: 'Derby',
  sales_channel: 'online',
  payment_method: 'card',
  currency: 'AUD',
  payments: 1,
  paid: 0.1,
  refunds: 0,
  refunded: 0,
  net: 0.1,
  service_fee: 0,
  service_tax: 0,
  transaction_fee: 0,
  rebate: 0,
}
const rows = [
  taking,
  { ...taking, paid: 0.2, net: 0.2 },
  { ...taking, day: '2026-11-01', event_id: null, event_title: null, sales_channel: 'boxoffice', paid: 5, net: 5 },
]

test('takings are added up by day, event, channel or method, without a cent that is not there', () => {
  const brief = (by: 'day' | 'event' | 'channel' | 'method') =>
    sumTakings(rows, by).map((sum) => `${sum.title} ${sum.paid}`)
  assert.deepEqual(brief('day'), ['2026-11-01 5', '2026-11-02 0.3'])
  assert.deepEqual(brief('event'), ['Memberships 5', 'Derby 0.3'])
  assert.deepEqual(brief('channel'), ['box office 5', 'online 0.3'])
  assert.deepEqual(brief('method'), ['card 5.3'])
  assert.equal(totalOf(rows).payments, 3)
  assert.equal(totalOf([]).net, 0)
})
