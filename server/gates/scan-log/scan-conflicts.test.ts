import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, gates, keys } = ground

/** Two gates admit one ticket while neither has a network. */
async function makeConflict() {
  const { barcode } = await ground.ticket()
  const device_time = house.clock().getTime() / 1000
  for (const index of [0, 1] as const) {
    const scan = { event_id: eventId, gate_id: gates[index], barcode, direction: 'entry', result: 'admitted' }
    const scans = [{ ...scan, nonce: unique('n'), scanned_at: device_time - 60 + index }]
    await house.call('POST', '/v1/gate/scans/batch', { key: keys[index], body: { device_time, scans } })
  }
}
const list = (query = '') => house.call('GET', `/v1/manage/scan_conflicts${query}`, { key: club.key })

test('conflicts are worked through: listed with both gates, resolved, and out of the open list', async () => {
  await makeConflict()
  await makeConflict()
  const { body } = await list(`?event_id=${eventId}&status=open`)
  assert.equal(body.data.length, 2)
  const [conflict] = body.data
  assert.deepEqual([conflict.first.gate_id, conflict.second.gate_id], [gates[0], gates[1]])
  assert.equal(conflict.second.scanned_at - conflict.first.scanned_at, 1)
  const path = `/v1/manage/scan_conflicts/${conflict.scan_conflict_id}`
  const answer = { resolution: 'One screenshot, two fans.', resolved_by: 'Ada' }
  const resolved = await house.call('POST', `${path}/resolve`, { key: club.key, body: answer })
  assert.equal(resolved.body.status, 'resolved', resolved.text)
  assert.equal(resolved.body.resolution, answer.resolution)
  assert.deepEqual((await house.call('GET', path, { key: club.key })).body, resolved.body)
  assert.equal((await list('?status=open')).body.data.length, 1)
  const again = await house.call('POST', `${path}/resolve`, { key: club.key, body: answer })
  assert.equal(again.body.error.code, 'state_conflict')
})

test('an answer is taken back: the conflict is open again, and the audit log has both', async () => {
  await makeConflict()
  const { body } = await list(`?event_id=${eventId}&status=open&limit=100`)
  const { scan_conflict_id: id } = body.data.at(-1)
  const step = (verb: string, answer = {}) =>
    house.call('POST', `/v1/manage/scan_conflicts/${id}/${verb}`, { key: club.key, body: answer })
  assert.equal((await step('reopen')).body.error.code, 'state_conflict')
  await step('resolve', { outcome: 'went_out', resolved_by: 'Ada' })
  const { body: open } = await step('reopen')
  assert.deepEqual([open.status, open.outcome, open.resolved_by, open.resolved_at], ['open', null, null, null])
  assert.equal((await step('resolve', { outcome: 'passed_on', resolved_by: 'Ben' })).body.outcome, 'passed_on')
  const { body: log } = await house.call('GET', '/v1/manage/audit_log?limit=3', { key: club.key })
  assert.deepEqual(
    log.data.map(({ action }: { action: string }) => action),
    ['scan_conflict.resolved', 'scan_conflict.reopened', 'scan_conflict.resolved'],
  )
  await step('reopen')
  await step('resolve', { outcome: 'went_out', resolved_by: 'Ada' })
})

test('a page follows the other, and a cursor belongs to its filters', async () => {
  const first = await list('?limit=1')
  const second = await list(`?limit=1&cursor=${first.body.next_cursor}`)
  assert.notEqual(first.body.data[0].scan_conflict_id, second.body.data[0].scan_conflict_id)
  assert.equal((await list(`?limit=1&status=open&cursor=${first.body.next_cursor}`)).status, 400)
})

test('a conflict says who it is, where they should be, and which steward let them in on which side', async () => {
  const offer = await ground.offer(1)
  const { barcode } = await ground.ticket(1, { ticket_name: 'Grace Ito' }, offer)
  await ground.scan(barcode, { more: { steward: 'Ada' } })
  const device_time = house.clock().getTime() / 1000
  const scan = { event_id: eventId, gate_id: gates[1], barcode, direction: 'entry', result: 'admitted', steward: 'Ben' }
  const scans = [{ ...scan, nonce: unique('n'), scanned_at: device_time + 5 }]
  await house.call('POST', '/v1/gate/scans/batch', { key: keys[1], body: { device_time, scans } })
  const { body } = await list(`?event_id=${eventId}&status=open&limit=100`)
  const conflict = body.data.at(-1)
  assert.deepEqual([conflict.first.steward, conflict.second.steward], ['Ada', 'Ben'])
  assert.deepEqual([conflict.first.offline, conflict.second.offline], [false, true])
  assert.deepEqual(conflict.holder, {
    name: 'Grace Ito',
    order_id: offer.order_id,
    category_title: 'Stand',
    price_title: 'Adult',
    seat_section: null,
    seat_block: null,
    seat_row: null,
    seat_title: null,
  })
  // A key that settles conflicts and may not list scans is not told whose they are.
  const narrow = await house.key(club.orgId, { scopes: ['gates:manage'] })
  const path = `/v1/manage/scan_conflicts/${conflict.scan_conflict_id}`
  const hidden = await house.call('GET', path, { key: narrow })
  assert.deepEqual([hidden.body.holder.name, hidden.body.holder.order_id], [null, offer.order_id])
})

test('it is settled by a word or in words, by somebody: a person signs with their own name', async () => {
  await makeConflict()
  const { body } = await list(`?event_id=${eventId}&status=open&limit=100`)
  const path = `/v1/manage/scan_conflicts/${body.data.at(-1).scan_conflict_id}/resolve`
  const settle = (settlement: object, call: object = { key: club.key }) =>
    house.call('POST', path, { ...call, body: settlement })
  const empty = await settle({})
  assert.deepEqual(
    [empty.status, empty.body.error.errors.map(({ param }: { param: string }) => param)],
    [400, ['resolution', 'resolved_by']],
  )
  assert.equal((await settle({ outcome: 'went_home', resolved_by: 'Ada' })).status, 400)
  const { headers } = await addStaff(house, club, { role: 'gates' })
  const settled = await settle({ outcome: 'wrong_person', resolved_by: 'Somebody else' }, { headers })
  assert.deepEqual(
    [settled.body.status, settled.body.outcome, settled.body.resolution, settled.body.resolved_by],
    ['resolved', 'wrong_person', null, 'Sam Staff'],
  )
  assert.equal(settled.body.resolved_at, Math.floor(house.clock().getTime() / 1000))
})
