import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../server/platform/values/durations.ts'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { openHouse } from '../harness/house.ts'

/** A stranger sits down at a desk whose owner signed in this morning, and was last asked for a proof an hour ago. */
const house = await openHouse()
const club = await house.organisation()
await addMember(house, club)
const { headers } = await addStaff(house, club)
house.clock.advance(60 * MINUTE_MS)
const call = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/${path}`, { headers, ...(body && { body }) })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? String(status)

test('does not take the list of all members along, which is their file by another name', async () => {
  assert.equal(codeOf(await call('GET', 'members')), 'proof_required')
  assert.equal(codeOf(await call('GET', 'members?limit=50')), '200', 'a page of it is what the console shows')
  const byKey = await house.call('GET', '/v1/members', { key: club.key })
  assert.equal(byKey.status, 200, 'a key has nobody to ask')
})

test('does not get a secret by which messages can be made up', async () => {
  const body = { url: 'https://203.0.113.1/a' }
  const { body: endpoint } = await house.call('POST', '/v1/webhook_endpoints', { key: club.key, body })
  const answer = await call('POST', `webhook_endpoints/${endpoint.webhook_endpoint_id}/roll_secret`, {})
  assert.equal(codeOf(answer), 'proof_required', answer.text)
})

test('does not mail all buyers of a match a link of their own with its cancellation', async () => {
  const { eventId } = await addOffer(house, club)
  const cancel = (reason: string) => call('POST', `manage/events/${eventId}/cancel`, { reason })
  assert.equal(codeOf(await cancel('Get your money back at https://evil.example')), 'proof_required')
  assert.equal(codeOf(await cancel('The pitch is under water.')), '200')
})

test('does not rename what is mailed to a link: an event that is moved by a minute tells all its buyers', async () => {
  const { eventId, priceId, priceCategoryId } = await addOffer(house, club)
  const lure = 'Refunds at evil.example'
  for (const [path, body] of [
    [`events/${eventId}`, { title: lure }],
    [`events/${eventId}`, { translations: { de: { title: lure } } }],
    [`prices/${priceId}`, { title: lure }],
    [`price_categories/${priceCategoryId}`, { title: lure }],
  ] as const)
    assert.equal(codeOf(await call('PATCH', `manage/${path}`, body)), 'proof_required', path)
  const file = `object,id,field,de\nevent,${eventId},title,${lure}\n`
  assert.equal(codeOf(await call('POST', 'manage/translations', { file })), 'proof_required')
  assert.equal(codeOf(await call('POST', 'manage/venues', { name: lure })), 'proof_required')
  assert.equal(codeOf(await call('PATCH', `manage/events/${eventId}`, { title: 'Derby' })), '200')
  const description = { description: 'See https://club.example' }
  assert.equal(codeOf(await call('PATCH', `manage/events/${eventId}`, description)), '200', 'is on the page alone')
})

test('does not become a link that stands in every mail', async () => {
  const rename = (name: string) => call('PATCH', 'manage/organisation', { name })
  assert.equal(codeOf(await rename('www.evil.example')), 'proof_required')
  assert.equal(codeOf(await rename('Harbour City FC')), '200')
})
