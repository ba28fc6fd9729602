import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCertain, type PendingSale, pendingSales } from './pending-sale.ts'

test('a sale under way is of one person in one organisation, until its end is known', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const sale: PendingSale = {
    name: 'a-b-c',
    eventId: '7',
    kind: 'order',
    given: 50,
    body: { items: [{ price_id: 1, quantity: 2 }], payment_method: 'cash', till_id: 3 },
  }
  const mine = pendingSales('1', '2', store)
  mine.keep(sale)
  assert.deepEqual(pendingSales('1', '2', store).recall(), sale)
  assert.deepEqual(
    [pendingSales('1', '3', store).recall(), pendingSales('2', '2', store).recall()],
    [undefined, undefined],
  )
  mine.forget()
  assert.equal(mine.recall(), undefined)
})

test('only a refusal of the request itself says that nothing was sold', () => {
  for (const [status, code] of [
    [409, 'sold_out'],
    [400, 'parameter_invalid'],
    [403, 'scope_missing'],
  ] as const)
    assert.equal(isCertain({ status, code }), true, code)
  for (const [status, code] of [
    [undefined, 'connection_failed'],
    [undefined, 'timed_out'],
    [502, 'unknown_answer'],
    [409, 'idempotency_key_in_use'],
    [429, 'rate_limit_minute'],
    [401, 'session_invalid'],
  ] as const)
    assert.equal(isCertain({ status, code }), false, code)
})
