import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember, membersOf } from '../../../tests/builders/members.ts'
import { lastAudit } from '../../../tests/builders/records.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, member, change } = membersOf(house, club)
const other = await house.organisation({ name: 'Other Club' })

type Item = { membership_member_id: number; fulfillment_tracking_code?: string | null }
const item = ({ membership_member_id }: Answer['body'], code?: string): Item => ({
  membership_member_id: membership_member_id as number,
  ...(code === undefined ? {} : { fulfillment_tracking_code: code }),
})
const fulfil = (members: unknown, options: object = {}) =>
  call('POST', '/v1/members/fulfillments', { body: { members }, ...options })

const stored = async ({ membership_member_id }: Answer['body']) => {
  const [row] = await house.sql`
    select fulfilled_at, fulfillment_tracking_code as code, changed_at
    from members
    where org_id = ${club.orgId}
      and membership_member_id = ${membership_member_id as number}`
  return { at: row?.fulfilled_at?.getTime(), code: row?.code, changed: row?.changed_at.getTime() }
}
const lastMessageId = async () => {
  const [row] = await house.sql`
    select coalesce(max(message_id), 0) as id
    from webhook_messages
    where org_id = ${club.orgId}`
  return row?.id as number
}
const messagesAfter = async (id: number) => [
  ...(await house.sql`
    select type, payload::json -> 'data'->'member' as member
    from webhook_messages
    where org_id = ${club.orgId}
      and message_id > ${id}
    order by message_id`),
]
const fulfilledAfter = async (id: number) => (await messagesAfter(id)).filter(({ type }) => type === 'member.fulfilled')

test('members are fulfilled with the date and the code, and member.fulfilled tells of each, beside member.updated', async () => {
  const [ada, ben] = [await member(), await member()]
  const before = await lastMessageId()
  house.clock.advance(60_000)
  const { status, body } = await fulfil([item(ada, 'AP-1'), item(ben)])
  assert.deepEqual([status, body], [200, { members_fulfilled: 2, not_found: [] }])
  const now = house.clock().getTime()
  assert.deepEqual(await stored(ada), { at: now, code: 'AP-1', changed: now })
  assert.deepEqual(await stored(ben), { at: now, code: null, changed: now })
  const told = await messagesAfter(before)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['member.fulfilled', 'member.updated', 'member.fulfilled', 'member.updated'],
  )
  const { tags, ...memberNow } = (await call('GET', `/v1/members/${ada.membership_member_id}`)).body
  assert.deepEqual([told[0]?.member, tags], [memberNow, []])
})

test('who was fulfilled before keeps the first date; a new code is recorded and told as member.updated', async () => {
  const ada = await member()
  await fulfil([item(ada, 'AP-1')])
  const { at } = await stored(ada)
  const before = await lastMessageId()
  house.clock.advance(3_600_000)
  assert.deepEqual((await fulfil([item(ada, 'AP-2')])).body, { members_fulfilled: 1, not_found: [] })
  assert.deepEqual(await stored(ada), { at, code: 'AP-2', changed: house.clock().getTime() })
  assert.deepEqual(
    (await messagesAfter(before)).map(({ type }) => type),
    ['member.updated'],
  )
})

test('what changes nothing counts as fulfilled, and leaves no trace', async () => {
  const ada = await member()
  await fulfil([item(ada, 'AP-1')])
  const [was, before] = [await stored(ada), await lastMessageId()]
  house.clock.advance(1000)
  for (const again of [item(ada), item(ada, 'AP-1')]) {
    assert.deepEqual((await fulfil([again])).body, { members_fulfilled: 1, not_found: [] })
  }
  assert.deepEqual(await stored(ada), was)
  assert.deepEqual(await messagesAfter(before), [])
})

test('an id that comes twice counts once, and its last code wins', async () => {
  const ada = await member()
  const before = await lastMessageId()
  const { body } = await fulfil([item(ada, 'first'), item(ada, 'last'), item(ada)])
  assert.deepEqual(body, { members_fulfilled: 1, not_found: [] })
  assert.equal((await stored(ada)).code, 'last')
  assert.equal((await fulfilledAfter(before)).length, 1)
})

test('unknown ids, and those of another organisation, are in not_found, each once', async () => {
  const ada = await member()
  const theirs = await call('GET', '/v1/members', {}, other)
  assert.deepEqual(theirs.body.data, [])
  const foreign = await addMember(house, other)
  const unknown = { membership_member_id: 999_999_999 }
  const none = [{ membership_member_id: 0 }, { membership_member_id: -1 }]
  const { body } = await fulfil([unknown, item(ada), { membership_member_id: foreign }, unknown, ...none])
  assert.deepEqual(body, { members_fulfilled: 1, not_found: [999_999_999, foreign, 0, -1] })
  const [row] = await house.sql`
    select fulfilled_at
    from members
    where org_id = ${other.orgId}`
  assert.equal(row?.fulfilled_at, null)
})

test('500 members go in one request, as a form and as JSON, and 501 do not', async () => {
  const ada = await member()
  const many = Array.from({ length: 500 }, (_, n) => ({
    membership_member_id: n === 0 ? ada.membership_member_id : 500_000_000 + n,
    fulfillment_tracking_code: `TRACKING-${'x'.repeat(80)}`,
  }))
  for (const options of [{ body: { members: many } }, { body: undefined, form: { members: many } }]) {
    const { status, body } = await call('POST', '/v1/members/fulfillments', options)
    assert.deepEqual([status, body.members_fulfilled, body.not_found.length], [200, 1, 499])
  }
  const { status, body } = await fulfil([...many, many[0]])
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_invalid', 'members'])
})

test('the body may have 1 MiB and no more', async () => {
  const ada = await member()
  const padded = (bytes: number) => {
    const text = JSON.stringify({ members: [item(ada)] })
    return call('POST', '/v1/members/fulfillments', {
      form: text + ' '.repeat(bytes - text.length),
      headers: { 'content-type': 'application/json' },
    })
  }
  assert.equal((await padded(1024 * 1024)).status, 200)
  assert.equal((await padded(1024 * 1024 + 1)).body.error.code, 'body_too_large')
})

for (const [sentence, members, param] of [
  ['no members', [], 'members'],
  ['something that is no list', 'x', 'members'],
  ['a member without an id', [{ fulfillment_tracking_code: 'x' }], 'members[0][membership_member_id]'],
  ['an id that is none', [{ membership_member_id: 'x' }], 'members[0][membership_member_id]'],
  [
    'an empty code',
    [{ membership_member_id: 1, fulfillment_tracking_code: '' }],
    'members[0][fulfillment_tracking_code]',
  ],
  [
    'a null code',
    [{ membership_member_id: 1, fulfillment_tracking_code: null }],
    'members[0][fulfillment_tracking_code]',
  ],
  [
    'a long code',
    [{ membership_member_id: 1, fulfillment_tracking_code: 'x'.repeat(101) }],
    'members[0][fulfillment_tracking_code]',
  ],
  ['a field too many', [{ membership_member_id: 1, code: 'x' }], 'members[0][code]'],
] as const) {
  test(`${sentence}: refused`, async () => {
    const { status, body } = await fulfil(members)
    assert.deepEqual([status, body.error.param], [400, param])
  })
}

test('members are locked in the order of their ids, whatever the order in the request, so that two requests cannot deadlock', async () => {
  const [first, second] = [await member(), await member()]
  // A change writes a row anew, behind the others: nor is it the order in which they lie.
  await change(first, { first_name: 'Grace' })
  let waiting: Promise<Answer> | undefined
  await house.sql.begin(async (tx) => {
    const lock = (one: Answer['body']) => tx`
      select 1
      from members
      where org_id = ${club.orgId}
        and membership_member_id = ${one.membership_member_id as number}
      for update nowait`
    await lock(first)
    waiting = fulfil([item(second), item(first)])
    await awaitedLock(house.sql)
    // The request waits for the first, and so has not taken the second.
    await lock(second)
  })
  assert.equal((await waiting)?.body.members_fulfilled, 2)
})

test('two who fulfil the same members at once, in opposite order, both succeed, and each member is told of once', async () => {
  const members: Answer['body'][] = []
  for (let n = 0; n < 12; n += 1) members.push(await member())
  const before = await lastMessageId()
  const items = members.map((one) => item(one))
  const answers = await Promise.all([
    fulfil(items),
    fulfil(items.toReversed()),
    fulfil(items),
    fulfil(items.toReversed()),
  ])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.members_fulfilled]),
    Array(4).fill([200, 12]),
  )
  assert.equal((await fulfilledAfter(before)).length, 12)
})

test('one audit row names the members that the request changed', async () => {
  const [ada, ben] = [await member(), await member()]
  await fulfil([item(ben)])
  await fulfil([item(ada), item(ben)])
  const { action, after } = await lastAudit(house, club)
  assert.deepEqual(
    { action, after },
    { action: 'members.fulfilled', after: { membership_member_ids: [ada.membership_member_id] } },
  )
})
