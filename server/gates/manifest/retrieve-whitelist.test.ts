import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { NOTHING, unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { ticket, member, scan, keys, gates, eventId } = ground
const upload = uploader(ground)

type Entry = {
  ticket_id: number | null
  membership_member_id: number | null
  code_hash?: string
  code?: string
  admits: string
  reason: string | null
  gate_ids: number[]
  valid_from: number
  valid_until: number
  entries: number
  inside: boolean
}

const ask = (query = '', key: string = keys[0], at = eventId) =>
  house.call('GET', `/v1/gate/events/${at}/whitelist${query}`, { key })

async function whitelist(query = '', key: string = keys[0]) {
  const { status, body, text } = await ask(query, key)
  assert.equal(status, 200, text)
  const { barcode_key, is_whole, next_cursor } = body as Record<string, string>
  const entries = body.entries as Entry[]
  const ofTicket = (id: number) => entries.findLast(({ ticket_id }) => ticket_id === id)
  const ofMember = (id: number) => entries.findLast(({ membership_member_id }) => membership_member_id === id)
  return { barcode_key: barcode_key ?? '', is_whole: Boolean(is_whole), next_cursor, entries, ofTicket, ofMember }
}

const hashOf = (key: string, barcode: string) =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(barcode).digest().toString('base64url', 0, 12)

test('a controller that only compares codes finds everyone who may enter: how often, where and when', async () => {
  const [once, again, always] = [await ticket(1), await ticket(2), await ticket(3)]
  const [signed, card] = [await ticket(1, { barcode: `${'Q'.repeat(145)}` }), await member()]
  const cancelled = await ticket(1, { ticket_status_id: 2 })
  const child = await ticket(1, { valid_until: new Date(house.clock().getTime() + 7_200_000) })
  await scan(once.barcode)
  const { barcode_key, is_whole, ofTicket, ofMember } = await whitelist()
  assert.equal(is_whole, true)
  assert.deepEqual(ofTicket(once.ticketId), {
    ticket_id: once.ticketId,
    membership_member_id: null,
    code_hash: hashOf(barcode_key, once.barcode),
    admits: 'once',
    reason: null,
    gate_ids: [],
    valid_from: unixSeconds(house.clock()) - 3600,
    valid_until: unixSeconds(ground.startsAt) + 24 * 3600,
    entries: 1,
    inside: true,
  })
  assert.deepEqual([ofTicket(again.ticketId)?.admits, ofTicket(always.ticketId)?.admits], ['after_exit', 'always'])
  assert.equal(ofTicket(signed.ticketId)?.code_hash, hashOf(barcode_key, 'Q'.repeat(145)))
  const { admits, code_hash } = ofMember(card.memberId) ?? {}
  assert.deepEqual([admits, code_hash], ['after_exit', hashOf(barcode_key, card.barcode)])
  assert.deepEqual([ofTicket(cancelled.ticketId)?.admits, ofTicket(cancelled.ticketId)?.reason], ['never', 'cancelled'])
  assert.equal(ofTicket(child.ticketId)?.valid_until, unixSeconds(house.clock()) + 7200)
})

test('codes in full are for a gate key that was made with codes:read', async () => {
  const { barcode, ticketId } = await ticket()
  const refused = await ask('?codes=full')
  assert.deepEqual([refused.status, refused.body.error?.code], [403, 'scope_missing'])
  const { body } = await house.call('POST', '/v1/manage/api_keys', {
    key: club.key,
    body: { type: 'gk', name: 'Controller', scopes: ['gate:scan', 'codes:read'] },
  })
  const entry = (await whitelist('?codes=full', body.secret)).ofTicket(ticketId)
  assert.deepEqual([entry?.code, entry?.code_hash], [barcode, undefined])
  const usual = await house.call('POST', '/v1/manage/api_keys', { key: club.key, body: { type: 'gk', name: 'Phone' } })
  assert.deepEqual(usual.body.scopes, ['gate:scan'])
})

test('a cursor brings what was sold, revoked and scanned since, and no more', async () => {
  const [sold, revoked] = [await ticket(), await ticket()]
  const still = await ticket(1, { changed_at: new Date(house.clock().getTime() - 300_000) })
  const card = await member()
  const { next_cursor } = await whitelist()
  house.clock.advance(120_000)
  const path = `/v1/manage/tickets/${revoked.ticketId}/reissue`
  const reissued = await house.call('POST', path, { key: club.key, body: {} })
  assert.equal(reissued.status, 200, reissued.text)
  const late = await ticket(1, { created_at: house.clock(), changed_at: house.clock() })
  await upload([{ barcode: sold.barcode, nonce: unique('n'), ago: 100 }])
  await scan(card.barcode)
  const delta = await whitelist(`?cursor=${next_cursor}`)
  assert.equal(delta.is_whole, false)
  assert.deepEqual(
    [revoked, late, sold, still].map(({ ticketId }) => {
      const entry = delta.ofTicket(ticketId)
      return entry && [entry.admits, entry.entries]
    }),
    [['never', 0], ['once', 0], ['once', 1], undefined],
  )
  assert.equal(delta.ofMember(card.memberId)?.inside, true)
})

test('a cursor of another list, event or binding is refused, so that no controller goes on with a list that is not its own', async () => {
  const { body: device } = await house.call('POST', '/v1/manage/devices', {
    key: club.key,
    body: { name: 'Controller', gate_ids: [gates[0]] },
  })
  const { secret } = (await house.call('POST', '/v1/gate/enrol', { body: { code: device.enrolment_code } })).body
  const offer = await ground.offer()
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id)
    values (${club.orgId}, ${offer.price_category_id}, ${gates[1]})`
  const south = await ticket(1, {}, offer)
  const { next_cursor, ofTicket } = await whitelist('', secret)
  assert.equal(ofTicket(south.ticketId), undefined, 'its gate lets them in nowhere')
  const gateIds = { gate_ids: [gates[1]] }
  await house.call('PATCH', `/v1/manage/devices/${device.device_id}`, { key: club.key, body: gateIds })
  const stale = await ask(`?cursor=${next_cursor}`, secret)
  assert.deepEqual([stale.status, stale.body.error?.code], [400, 'cursor_invalid'])
  assert.deepEqual((await whitelist('', secret)).ofTicket(south.ticketId)?.gate_ids, [gates[1]])
  assert.equal((await ask(`?cursor=${next_cursor}`)).status, 400)
  assert.equal((await ask('', keys[0], await ground.openEvent())).body.entries.length > 0, true)
})

test('where codes rotate, a copy opens nothing, and a controller that only compares is told so', async () => {
  const rotating = await ground.openEvent({ rotating_barcodes: true })
  const { ticketId } = await ticket(1, {}, await ground.offer(1, rotating))
  const { body } = await ask('', keys[0], rotating)
  const entry = body.entries.find(({ ticket_id }: Entry) => ticket_id === ticketId)
  assert.deepEqual([entry.admits, entry.reason], ['never', 'stale_code'])
})

test('what the controller decided comes back by the upload, where a second admission is a conflict', async () => {
  const { barcode, ticketId } = await ticket()
  const [one, two] = [unique('a'), unique('b')]
  await upload([{ barcode, nonce: one, ago: 60 }])
  await upload([{ barcode, nonce: two, ago: 30 }], { key: keys[1] })
  const { body } = await house.call('GET', '/v1/manage/scan_conflicts?status=open', { key: club.key })
  assert.equal(body.data.filter(({ ticket_id }: { ticket_id: number }) => ticket_id === ticketId).length, 1)
  assert.equal((await whitelist()).ofTicket(ticketId)?.entries, 2)
})

test('the event of another organisation is not found', async () => {
  const stranger = await house.key((await house.organisation()).orgId, { kind: 'gk' })
  assert.equal((await ask('', stranger)).status, 404)
  assert.equal((await ask('', keys[0], NOTHING)).status, 404)
})
