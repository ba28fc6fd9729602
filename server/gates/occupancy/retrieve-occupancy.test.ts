import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

let at = Date.now()
const house = await openHouse({ clock: () => new Date(at) })

/** A club with a ground, whose devices count nowhere else. */
async function newGround() {
  const club = await house.organisation()
  const ground = await openGround(house, club)
  const read = async () => {
    const { body } = await house.call('GET', `/v1/manage/events/${ground.eventId}/occupancy`, { key: club.key })
    return body
  }
  const report = (device: 0 | 1, scans_waiting: number) =>
    house.call('POST', '/v1/gate/device/clock', {
      key: ground.keys[device],
      body: { device_time: at / 1000, program_version: '1', scans_waiting },
    })
  const upload = uploader(ground)
  return { ...ground, club, read, report, upload }
}

const conflictOf = async (club: Tenant, eventId: number) => {
  const query = `event_id=${eventId}&status=open`
  const { body } = await house.call('GET', `/v1/manage/scan_conflicts?${query}`, { key: club.key })
  return body.data[0]?.scan_conflict_id as number
}

test('a ticket that two gates admitted is one person or two, and a settled conflict says which', async () => {
  const { club, eventId, gates, keys, ticket, scan, upload, read, report } = await newGround()
  for (const device of [0, 1] as const) await report(device, 0)
  const [twice, other] = [await ticket(), await ticket()]
  await scan(twice.barcode)
  await scan(other.barcode, { gate: 1 })
  await upload([{ barcode: twice.barcode, nonce: 'copy', ago: 0, gate: 1 }], { key: keys[1] })
  const open = await read()
  assert.deepEqual([open.entries, open.at_least, open.at_most, open.unsettled], [3, 2, 3, 1])
  assert.deepEqual(
    open.gates.map(({ gate_id, at_least, at_most }: Record<string, number>) => [gate_id, at_least, at_most]),
    [[gates[1], 2, 3]],
  )
  assert.equal(open.stands.length, 1)
  assert.deepEqual([open.stands[0].at_least, open.stands[0].at_most], [2, 3])

  const id = await conflictOf(club, eventId)
  await house.call('POST', `/v1/manage/scan_conflicts/${id}/resolve`, {
    key: club.key,
    body: { outcome: 'passed_on', resolved_by: 'Ada' },
  })
  const settled = await read()
  assert.deepEqual([settled.at_least, settled.at_most, settled.unsettled], [3, 3, 0])
})

test('a device that was not heard may hold as many as it could let in, and what it last reported', async () => {
  const { ticket, scan, read, report } = await newGround()
  for (let n = 0; n < 30; n += 1) await ticket()
  await scan((await ticket()).barcode)
  await report(0, 0)
  await report(1, 4)
  at += 10_000
  const { at_least, at_most, devices, unsent_entries_max } = await read()
  assert.deepEqual([at_least, at_most, unsent_entries_max], [1, 25, 24])
  assert.deepEqual(
    devices.map(({ may_hold, scans_waiting }: Record<string, number>) => [may_hold, scans_waiting]),
    [
      [14, 4],
      [10, 0],
    ],
  )
  // Two hours of silence are not 7,200 people where 31 tickets were sold.
  at += 2 * 3_600_000 - 60_000
  const later = await read()
  assert.ok(later.at_most < 100, String(later.at_most))
})

test('where exits are scanned, an exit that was not sent makes fewer people', async () => {
  const { ticket, scan, read, report } = await newGround()
  const [stays, leaves] = [await ticket(2), await ticket(2)]
  for (const { barcode } of [stays, leaves]) await scan(barcode)
  await scan(leaves.barcode, { direction: 'exit' })
  await report(0, 0)
  await report(1, 1)
  const { at_least, at_most, logged, unsent_exits_max, exits } = await read()
  assert.deepEqual([logged, exits, unsent_exits_max, at_least, at_most], [1, 1, 1, 0, 2])
})

test('the live figures have the same range, and an event that does not exist is not found', async () => {
  const { club, eventId, ticket, scan, read } = await newGround()
  await scan((await ticket()).barcode)
  const path = `/v1/manage/events/${eventId}/live?frames=1`
  const { text } = await house.call('GET', path, { key: club.key })
  const figures = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  const { at_least, at_most, entries } = await read()
  const { inside, inside_at_least, inside_at_most } = figures
  assert.deepEqual([inside, inside_at_least, inside_at_most, figures.entries], [1, at_least, at_most, entries])
  const missing = await house.call('GET', `/v1/manage/events/${NOTHING}/occupancy`, { key: club.key })
  assert.equal(missing.status, 404)
})

test('a scan that was taken back counts nowhere, and a member is a person', async () => {
  const { keys, ticket, member, scan, read } = await newGround()
  const { body } = await scan((await ticket()).barcode)
  await scan((await member()).barcode)
  assert.equal((await read()).logged, 2)
  await house.call('POST', `/v1/gate/scans/${body.scan_id}/annul`, { key: keys[0] })
  const { entries, logged } = await read()
  assert.deepEqual([entries, logged], [1, 1])
})
