import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
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

test('a page follows the other, and a cursor belongs to its filters', async () => {
  const first = await list('?limit=1')
  const second = await list(`?limit=1&cursor=${first.body.next_cursor}`)
  assert.notEqual(first.body.data[0].scan_conflict_id, second.body.data[0].scan_conflict_id)
  assert.equal((await list(`?limit=1&status=open&cursor=${first.body.next_cursor}`)).status, 400)
})
