import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { lastAudit, messagesOf } from '../../../tests/builders/records.ts'
import { type Call, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const memberId = await addMember(house, club)

const set = (options: Call, key = club.key) =>
  house.call('PUT', `/v1/members/${memberId}/fulfillment_tracking_code`, { key, ...options })

const stored = async () => {
  const [row] = await house.sql`
    select membership_fulfilled as fulfilled, fulfillment_tracking_code as code, fulfilled_at
    from members
    where org_id = ${club.orgId}`
  return { fulfilled: row?.fulfilled, code: row?.code, at: row?.fulfilled_at?.getTime() }
}
const told = async () => {
  return (await messagesOf(house, club)).map(({ type }) => type)
}

test('clearing the code of a member who is not fulfilled does not fulfil them', async () => {
  assert.equal((await set({ body: { fulfillment_tracking_code: null } })).status, 200)
  assert.deepEqual([await stored(), await told()], [{ fulfilled: 'no', code: null, at: undefined }, []])
  // A code without a fulfilment, as an import may bring.
  await house.sql`
    update members
    set fulfillment_tracking_code = 'OLD'
    where org_id = ${club.orgId}`
  await set({ body: { fulfillment_tracking_code: null } })
  assert.deepEqual([await stored(), await told()], [{ fulfilled: 'no', code: null, at: undefined }, ['member.updated']])
})

test('a tracking code is recorded and marks the member fulfilled', async () => {
  const { status, body } = await set({ body: { fulfillment_tracking_code: 'AP-17' } })
  assert.equal(status, 200)
  assert.deepEqual(body, { membership_member_id: String(memberId), fulfillment_tracking_code: 'AP-17' })
  assert.deepEqual(await stored(), { fulfilled: 'yes', code: 'AP-17', at: house.clock().getTime() })
  assert.deepEqual((await told()).slice(1), ['member.fulfilled', 'member.updated'])
})

test('another code keeps the first date; the same one again changes nothing', async () => {
  const { at } = await stored()
  house.clock.advance(60_000)
  for (const code of ['AP-18', 'AP-18']) await set({ body: { fulfillment_tracking_code: code } })
  assert.deepEqual(await stored(), { fulfilled: 'yes', code: 'AP-18', at })
  assert.deepEqual((await told()).slice(1), ['member.fulfilled', 'member.updated', 'member.updated'])
})

test('null, or an empty text in either encoding, clears the code and leaves the member fulfilled', async () => {
  for (const options of [
    { body: { fulfillment_tracking_code: null } },
    { form: { fulfillment_tracking_code: '' } },
    { body: { fulfillment_tracking_code: '' } },
  ]) {
    await set({ body: { fulfillment_tracking_code: 'AP-19' } })
    const { status, body } = await set(options)
    assert.deepEqual([status, body.fulfillment_tracking_code], [200, null])
    const { fulfilled, code } = await stored()
    assert.deepEqual([fulfilled, code], ['yes', null])
  }
})

test('a request without the code is refused, so that nothing is cleared by accident', async () => {
  const { status, body } = await set({ body: {} })
  assert.deepEqual([status, body.error.code], [400, 'parameter_missing'])
})

test('a code of more than 100 characters is refused', async () => {
  const { status, body } = await set({ body: { fulfillment_tracking_code: 'x'.repeat(101) } })
  assert.deepEqual([status, body.error.code], [400, 'parameter_invalid'])
})

test('a member of another organisation is not found', async () => {
  const { status, body } = await set({ body: { fulfillment_tracking_code: 'AP-18' } }, other.key)
  assert.deepEqual([status, body.error.code], [404, 'resource_missing'])
})

test('the audit log says who changed which code', async () => {
  await set({ body: { fulfillment_tracking_code: 'AP-20' } })
  assert.deepEqual(await lastAudit(house, club), {
    action: 'member.tracking_code_set',
    before: { fulfillment_tracking_code: null },
    after: { fulfillment_tracking_code: 'AP-20' },
  })
})
