import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()

const post = (path: string, body: object, options: object = { key: club.key }) =>
  house.call('POST', `/v1/manage/tags${path}`, { ...options, body })
const read = async (path: string, key = club.key) => (await house.call('GET', path, { key })).body
const actionsOf = async (objectType: string, id: number) =>
  (await read(`/v1/manage/audit_log?object_type=${objectType}&object_id=${id}`)).data

const { orderId } = await addOrder(house, club, await addOffer(house, club))
const { userId, customerId } = await addCustomer(house, club)
const memberId = await addMember(house, club, { user_id: userId })
const objects = [
  {
    object: { object_type: 'orders', object_id: orderId },
    reads: [`/v1/manage/orders/${orderId}`],
    list: '/v1/manage/orders?limit=5',
    idName: 'order_id',
  },
  {
    object: { object_type: 'customers', object_id: userId },
    reads: [`/v1/customers/${customerId}`],
    list: '/v1/customers?limit=5',
    idName: 'user_id',
  },
  {
    object: { object_type: 'members', object_id: memberId },
    reads: [`/v1/members/${memberId}`, `/v1/manage/members/${memberId}`],
    list: '/v1/members?limit=5',
    idName: 'membership_member_id',
  },
]

for (const { object, reads, list, idName } of objects) {
  test(`of ${object.object_type}, one is given a tag and loses it, and every read of it says so`, async () => {
    assert.deepEqual((await post('', { ...object, tag: 'stand "B"' })).body, { ...object, tags: ['stand "B"'] })
    assert.deepEqual((await post('', { ...object, tag: 'press' })).body.tags, ['press', 'stand "B"'])
    assert.deepEqual((await post('', { ...object, tag: 'press' })).body.tags, ['press', 'stand "B"'], 'once')
    for (const path of reads) assert.deepEqual((await read(path)).tags, ['press', 'stand "B"'], path)
    const rows = (await read(`${list}&tag=press`)).data
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [row[idName], row.tags]),
      [[object.object_id, ['press', 'stand "B"']]],
    )
    assert.deepEqual((await post('/remove', { ...object, tag: 'press' })).body.tags, ['stand "B"'])
    assert.deepEqual((await post('/remove', { ...object, tag: 'press' })).body.tags, ['stand "B"'], 'gone already')
    assert.deepEqual((await read(`${list}&tag=press`)).data, [])
    const singular = object.object_type.slice(0, -1)
    const changes = (await actionsOf(singular, object.object_id)).map(({ action }: { action: string }) => action)
    const [added, removed] = [`${singular}.tagged`, `${singular}.untagged`]
    assert.deepEqual(changes.filter((action: string) => /tagged/.test(action)).sort(), [added, added, removed].sort())
  })
}

test('the whole list of members has the tags that a page of it has, whatever is in them', async () => {
  const tag = 'a\\b, {"c"} ü'
  await post('', { object_type: 'members', object_id: memberId, tag })
  const whole = (await read('/v1/members')).data
  assert.deepEqual(whole, (await read('/v1/members?limit=100')).data)
  assert.ok(whole.some(({ tags }: { tags: string[] }) => tags.includes(tag)))
})

test('the story of an order says which tag it was given; the log quotes no tag of a person', async () => {
  const { data } = await read(`/v1/manage/orders/${orderId}/timeline`)
  const tagged = data.filter(({ type }: { type: string }) => /tagged/.test(type))
  assert.deepEqual(
    tagged.map(({ type, detail }: { type: string; detail: string }) => [type, detail]),
    [
      ['order.untagged', 'press'],
      ['order.tagged', 'press'],
      ['order.tagged', 'stand "B"'],
    ],
  )
  for (const [type, id] of [
    ['customer', userId],
    ['member', memberId],
  ] as const)
    assert.doesNotMatch(JSON.stringify(await actionsOf(type, id)), /press|stand/)
})

test('an object has twenty tags at most', async () => {
  const object = { object_type: 'customers', object_id: (await addCustomer(house, club)).userId }
  for (let count = 0; count < 20; count += 1) await post('', { ...object, tag: `tag ${count}` })
  const { status, body } = await post('', { ...object, tag: 'one more' })
  assert.deepEqual([status, body.error.code, body.error.param], [409, 'state_conflict', 'tag'])
})

test('whoever may not change the object may not tag it, and that of another organisation is not there', async () => {
  const [orders, customers] = objects.map(({ object }) => ({ ...object, tag: 'vip' }))
  assert.ok(orders && customers)
  const desk = await addStaff(house, club, { role: 'membership' })
  for (const path of ['', '/remove']) {
    assert.equal((await post(path, orders, { headers: desk.headers })).body.error.code, 'scope_missing')
    assert.equal((await post(path, customers, { headers: desk.headers })).status, 200)
    assert.equal((await post(path, orders, { key: other.key })).body.error.code, 'resource_missing')
  }
  const reader = await addStaff(house, club, { role: 'reader' })
  assert.equal((await post('', customers, { headers: reader.headers })).status, 403)
})
