import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf, sdkOf } from './call-texts.ts'
import { noteCall, recentCalls } from './calls.ts'

const call = (method: string, path: string, body?: unknown) => ({ method, path, body, status: 200, ms: 5 })

test('a call is shown as a line for a terminal that has no secret in it', () => {
  assert.equal(
    curlOf(call('GET', '/v1/manage/orders?limit=25'), 'https://tickets.example'),
    `curl 'https://tickets.example/v1/manage/orders?limit=25' \\\n  -H "Authorization: Bearer $GRANDSTAND_KEY"`,
  )
  const refund = curlOf(call('POST', '/v1/manage/orders/7/refunds', { reason: "fan's wish" }), 'https://t.example')
  assert.match(refund, /^curl -X POST 'https/)
  assert.ok(refund.includes(`-d '{"reason":"fan'\\''s wish"}'`))
})

const OPERATIONS: Record<string, { name: string; ids: string[] }> = {
  'POST /v1/manage/events/12/publish': { name: 'events.publish', ids: ['12'] },
  'GET /v1/manage/orders': { name: 'orders.listManaged', ids: [] },
  'POST /v1/manage/orders/7/refunds': { name: 'orders.refund', ids: ['7'] },
}

test('and as a call of the SDK, with its ids and what it takes', () => {
  const sdk = (...given: Parameters<typeof call>) =>
    sdkOf(call(...given), (method, path) => OPERATIONS[`${method} ${path}`])
  assert.equal(sdk('POST', '/v1/manage/events/12/publish'), 'await api.events.publish(12)')
  assert.equal(
    sdk('GET', '/v1/manage/orders?limit=25&search=O%27Neil'),
    "await api.orders.listManaged({ limit: '25', search: 'O\\'Neil' })",
  )
  assert.equal(
    sdk('POST', '/v1/manage/orders/7/refunds', { ticket_ids: [1, 2], reason: null }),
    'await api.orders.refund(7, { ticket_ids: [1, 2], reason: null })',
  )
  assert.equal(sdk('GET', '/v1/unheard/of'), "await api.request('GET', '/v1/unheard/of')")
})

test('what staff sign in with is never kept', () => {
  noteCall(call('POST', '/v1/staff/sign_in', { password: 'secret' }))
  noteCall(call('GET', '/v1/manage/team'))
  noteCall(call('GET', '/v1/manage/team'))
  assert.deepEqual(
    recentCalls().map(({ path }) => path),
    ['/v1/manage/team'],
  )
})

test('of a whole file that was sent, only its beginning is kept', () => {
  noteCall(call('POST', '/v1/manage/imports', { object: 'members', file: 'x'.repeat(1_000_000) }))
  const kept = JSON.stringify(recentCalls()[0]?.body)
  assert.ok(kept.startsWith('{"object":"members","file":"xxx') && kept.length < 2100)
})
