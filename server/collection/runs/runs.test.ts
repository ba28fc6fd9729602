import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder, sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { continueRuns } from './continue-runs.ts'

const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const deps = { sql, clock, systemClock: clock, payments }
const other = await house.organisation()

const manage = (method: string, path: string, body?: object, options: object = { key: club.key }) =>
  house.call(method, `/v1/manage/${path}`, { ...options, ...(body ? { body } : {}) })
const start = async (body: object) => {
  const { status, body: run, text } = await manage('POST', 'runs', body)
  assert.equal(status, 201, text)
  return run
}
const work = async () => {
  while ((await continueRuns(deps)) > 0);
}
const runOf = async (runId: number) => (await manage('GET', `runs/${runId}`)).body
const itemsOf = async (runId: number, query = '') =>
  (await manage('GET', `runs/${runId}/items?limit=100${query}`)).body.data
const statusOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body.order_status
const outcomes = (items: { object_id: number; outcome: string; reason: string | null }[]) =>
  Object.fromEntries(items.map(({ object_id, outcome, reason }) => [object_id, reason ?? outcome]))

test('what a filter leaves is frozen page by page, and each object is tagged once and found by its tag', async () => {
  const offer = await addOffer(house, club, { capacity: 10 })
  const orders = []
  for (let count = 0; count < 5; count += 1) orders.push(await addOrder(house, club, offer))
  const run = await start({ object_type: 'orders', action: 'tag', tag: 'press', filters: { event_id: offer.eventId } })
  assert.deepEqual([run.run_status, run.is_filtered, run.items.waiting], ['collecting', true, 0])
  await work()
  const late = await addOrder(house, club, offer)
  const done = await runOf(run.run_id)
  assert.deepEqual([done.run_status, done.items], ['finished', { waiting: 0, done: 5, skipped: 0, failed: 0 }])
  const tagged = (await manage('GET', 'orders?tag=press')).body.data
  assert.deepEqual(
    tagged.map(({ order_id }: { order_id: number }) => order_id).sort(),
    orders.map(({ orderId }) => orderId).sort(),
  )
  const again = await start({
    object_type: 'orders',
    action: 'tag',
    tag: 'press',
    ids: [late.orderId, orders[0]?.orderId ?? 0],
  })
  await work()
  assert.deepEqual(outcomes(await itemsOf(again.run_id)), {
    [late.orderId]: 'done',
    [orders[0]?.orderId ?? 0]: 'tagged_already',
  })
  const tags = (await manage('GET', 'tags?object_type=orders')).body.data
  assert.deepEqual(tags, [{ tag: 'press', objects: 6 }])
})

test('orders are refunded as each of them would be, and what cannot be is named with its reason', async () => {
  const offer = await addOffer(house, club, { capacity: 100 })
  const paid = await sellOrder(house, club, { offer })
  const free = await sellOrder(house, club, { offer, free: true })
  const before = await sellOrder(house, club, { offer })
  await manage('POST', `orders/${before.orderId}/refunds`, {})
  const run = await start({
    object_type: 'orders',
    action: 'refund',
    reason: 'The floodlights failed.',
    filters: { event_id: offer.eventId },
    wait: true,
  })
  await work()
  const ready = await runOf(run.run_id)
  assert.deepEqual([ready.run_status, ready.items.waiting], ['ready', 3])
  assert.deepEqual(ready.amounts, [{ currency: 'AUD', amount: paid.totalMinor / 100 }])
  assert.equal((await manage('POST', `runs/${run.run_id}/start`)).body.run_status, 'running')
  assert.equal((await manage('POST', `runs/${run.run_id}/start`)).body.error.code, 'state_conflict')
  await work()
  assert.deepEqual(outcomes(await itemsOf(run.run_id)), {
    [paid.orderId]: 'done',
    [free.orderId]: 'nothing_paid',
    [before.orderId]: 'refunded',
  })
  const [refund, ...others] = (await manage('GET', `orders/${paid.orderId}/refunds`)).body.data
  assert.deepEqual([others.length, refund.refund_status, refund.reason], [0, 'succeeded', 'The floodlights failed.'])
  assert.equal(await statusOf(paid.orderId), 'refunded')
  const log = (await manage('GET', `audit_log?object_type=order&object_id=${paid.orderId}`)).body.data
  assert.deepEqual(
    log.map(({ action, actor_kind }: Record<string, string>) => [action, actor_kind]),
    [['order.refunded', 'api_key']],
  )
})

test('cancelled orders let no one in and keep the money, cancelled members lose their card', async () => {
  const sold = await sellOrder(house, club, { offer: await addOffer(house, club) })
  const pending = await addOrder(house, club, sold.offer, { order: { order_status: 'pending', confirmed_at: null } })
  const ids = [sold.orderId, pending.orderId]
  const run = await start({ object_type: 'orders', action: 'cancel', ids })
  await work()
  const [failed] = await itemsOf(run.run_id, '&outcome=failed')
  assert.deepEqual(
    [failed.object_id, failed.reason, failed.message],
    [pending.orderId, 'state_conflict', 'The order is still being paid.'],
  )
  assert.equal(await statusOf(sold.orderId), 'cancelled')
  assert.deepEqual((await manage('GET', `orders/${sold.orderId}/refunds`)).body.data, [])

  const member = await addMember(house, club, { membership_member_status_id: 1 })
  const ended = await addMember(house, club, { membership_member_status_id: 3 })
  const cancelling = await start({ object_type: 'members', action: 'cancel', ids: [member, ended] })
  await work()
  assert.deepEqual(outcomes(await itemsOf(cancelling.run_id)), { [member]: 'done', [ended]: 'cancelled' })
  assert.equal((await manage('GET', `members/${member}`)).body.membership_member_status_id, 3)
})

test('members change to another type by the rules of one', async () => {
  const { membership_category_id } = (await manage('POST', 'membership_categories', { title: 'Season' })).body
  const type = async (title: string) =>
    (await manage('POST', 'membership_types', { membership_category_id, title, price: 1 })).body.membership_type_id
  const [junior, adult] = [await type('Junior'), await type('Adult')]
  const grown = await addMember(house, club, { membership_type_id: junior })
  const already = await addMember(house, club, { membership_type_id: adult })
  const run = await start({
    object_type: 'members',
    action: 'change_type',
    membership_type_id: adult,
    ids: [grown, already],
  })
  await work()
  assert.deepEqual(outcomes(await itemsOf(run.run_id)), { [grown]: 'done', [already]: 'same_type' })
  assert.equal((await manage('GET', `members/${grown}`)).body.membership_type_id, adult)
})

test('a run that is stopped begins nothing more, and stays as it is', async () => {
  const customers = []
  for (let count = 0; count < 3; count += 1) customers.push((await addCustomer(house, club)).userId)
  const run = await start({ object_type: 'customers', action: 'tag', tag: 'stopped', ids: customers })
  const stopped = await manage('POST', `runs/${run.run_id}/stop`)
  assert.deepEqual([stopped.status, stopped.body.run_status, stopped.body.items.waiting], [200, 'stopped', 3])
  await work()
  assert.equal((await runOf(run.run_id)).items.waiting, 3)
  assert.equal((await manage('POST', `runs/${run.run_id}/stop`)).body.run_status, 'stopped')
  const over = await start({ object_type: 'customers', action: 'tag', tag: 'over', ids: customers })
  await work()
  assert.equal((await manage('POST', `runs/${over.run_id}/stop`)).body.error.code, 'state_conflict')
})

test('a request that contradicts itself, names nothing, or names another organisation’s is refused', async () => {
  const { userId } = await addCustomer(house, other)
  const refused = async (body: object) => (await manage('POST', 'runs', body)).body.error
  const tag = { object_type: 'customers', action: 'tag', tag: 'x' }
  assert.equal((await refused({ ...tag, ids: [userId] })).code, 'resource_missing')
  assert.equal((await refused(tag)).param, 'ids')
  assert.equal((await refused({ ...tag, ids: [1], filters: {} })).param, 'ids')
  assert.equal((await refused({ ...tag, filters: { event_id: 1 } })).param, 'filters.event_id')
  assert.equal((await refused({ object_type: 'customers', action: 'tag', filters: {} })).param, 'tag')
  assert.equal((await refused({ object_type: 'customers', action: 'refund', filters: {} })).param, 'action')
  assert.equal((await refused({ ...tag, membership_type_id: 1, filters: {} })).param, 'membership_type_id')
})

test('a run needs the right that one of its objects needs, and a proof where money goes out', async () => {
  const { orderId } = await sellOrder(house, club, {})
  const asked = { object_type: 'orders', action: 'refund', ids: [orderId] }
  const runsKey = await house.key(club.orgId, { scopes: ['runs:manage', 'orders:manage'] })
  assert.equal((await manage('POST', 'runs', asked, { key: runsKey })).body.error.code, 'scope_missing')
  const tagging = await manage('POST', 'runs', { ...asked, action: 'tag', tag: 'vip' }, { key: runsKey })
  assert.equal(tagging.status, 201)
  const membersKey = await house.key(club.orgId, { scopes: ['runs:manage', 'members:manage'] })
  assert.deepEqual(
    (await manage('GET', 'runs', undefined, { key: membersKey })).body.data.filter(
      ({ object_type }: { object_type: string }) => object_type !== 'members',
    ),
    [],
  )
  const path = `runs/${tagging.body.run_id}`
  assert.equal((await manage('GET', path, undefined, { key: membersKey })).body.error.code, 'scope_missing')
  assert.equal((await manage('POST', `${path}/stop`, undefined, { key: membersKey })).body.error.code, 'scope_missing')
  const desk = await addStaff(house, club, { role: 'box_office' })
  await sql`update staff_sessions set proved_at = ${new Date(clock().getTime() - 3_600_000)} where account_id = ${desk.accountId}`
  assert.equal((await manage('POST', 'runs', asked, { headers: desk.headers })).body.error.code, 'proof_required')
  const reader = await addStaff(house, club, { role: 'reader' })
  assert.equal((await manage('POST', 'runs', asked, { headers: reader.headers })).status, 403)
})
