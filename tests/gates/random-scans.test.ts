import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { openHouse } from '../harness/house.ts'
import { findings, type ToldScan, tell } from './story.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const DEVICES = 8
const keys = await Promise.all(Array.from({ length: DEVICES }, () => house.key(club.orgId, { kind: 'gk' })))
const began = house.clock().getTime() - 600_000

test('random scans, half of them offline: no fan enters twice without a conflict, and the log adds up', async () => {
  const flags = [1, 1, 2, 3]
  const barcodes = []
  for (let n = 0; n < 60; n += 1) {
    const flag = flags[n % flags.length] ?? 1
    barcodes.push({ flag, barcode: (await ground.ticket(flag)).barcode })
  }
  const at = { event_id: ground.eventId, gate_id: ground.gates[0] }
  await tell(
    { seed: 11, scans: 800, devices: DEVICES, barcodes },
    {
      async online({ device, barcode, direction, nonce }) {
        const body = { ...at, barcode, direction, nonce }
        const answer = await house.call('POST', '/v1/gate/scans', { key: keys[device] ?? '', body })
        assert.equal(answer.status, 200, answer.text)
      },
      async offline(device, scans) {
        // Each of them has a clock of its own.
        const skew = device * 61.25
        const device_time = house.clock().getTime() / 1000 + skew
        const uploaded = scans.map(({ barcode, direction, nonce, result, at: since }) => ({
          ...{ ...at, barcode, direction, nonce, result },
          scanned_at: (began + since) / 1000 + skew,
        }))
        const body = { device_time, scans: uploaded }
        const answer = await house.call('POST', '/v1/gate/scans/batch', { key: keys[device] ?? '', body })
        assert.equal(answer.status, 200, answer.text)
      },
    },
  )
  assert.deepEqual(await findings(house.sql, club.orgId, ground.eventId), [])
  const [row] = await house.sql<{ scans: number; conflicts: number }[]>`
    select (select count(*) from scans where org_id = ${club.orgId})::integer as scans,
      (select count(*) from scan_conflicts where org_id = ${club.orgId})::integer as conflicts`
  assert.equal(row?.scans, 800)
  assert.ok((row?.conflicts ?? 0) > 0)
})

test('controllers whose counters begin anew open for no one on an old answer, and no admission of theirs is lost', async () => {
  const barcodes = []
  for (let n = 0; n < 30; n += 1) barcodes.push({ flag: 3, barcode: (await ground.ticket(3)).barcode })
  const controllers = await Promise.all(Array.from({ length: 4 }, () => house.key(club.orgId, { kind: 'gk' })))
  const at = { event_id: ground.eventId, gate_id: ground.gates[0] }
  let drawn = 0
  /** By device, ticket and direction, as the turnstiles counted. */
  const counted = new Map<string, Set<string>>()
  const count = ({ device, barcode, direction, nonce }: ToldScan) => {
    const key = `${barcode} ${direction}`
    counted.set(key, (counted.get(key) ?? new Set()).add(`${device} ${nonce}`))
  }
  await tell(
    { seed: 23, scans: 400, devices: 4, barcodes, counter: 17 },
    {
      async online(scan) {
        const { device, barcode, direction } = scan
        const send = (nonce: string) => {
          const body = { ...at, barcode, direction, nonce }
          return house.call('POST', '/v1/gate/scans', { key: controllers[device] ?? '', body })
        }
        const answer = await send(scan.nonce)
        if (answer.status === 200) {
          assert.deepEqual([answer.body.barcode, answer.body.direction], [barcode, direction])
          return count(scan)
        }
        assert.equal(answer.body.error.code, 'nonce_reused', answer.text)
        const nonce = `fresh-${drawn++}`
        assert.equal((await send(nonce)).status, 200)
        count({ ...scan, nonce })
      },
      async offline(device, scans) {
        const device_time = house.clock().getTime() / 1000
        const uploaded = scans.map(({ barcode, direction, nonce, result, at: since }) => ({
          ...{ ...at, barcode, direction, nonce, result },
          scanned_at: (began + since) / 1000,
        }))
        const body = { device_time, scans: uploaded }
        const answer = await house.call('POST', '/v1/gate/scans/batch', { key: controllers[device] ?? '', body })
        assert.equal(answer.status, 200, answer.text)
        for (const scan of scans) count(scan)
      },
    },
  )
  assert.deepEqual(await findings(house.sql, club.orgId, ground.eventId), [])
  const logged = await house.sql<{ key: string; scans: number }[]>`
    select barcode || ' ' || direction as key, count(*)::integer as scans
    from scans
    where org_id = ${club.orgId}
      and barcode = any (${barcodes.map(({ barcode }) => barcode)}::text[])
    group by barcode, direction`
  const expected = [...counted].map(([key, names]) => `${key} ${names.size}`)
  assert.deepEqual(logged.map(({ key, scans }) => `${key} ${scans}`).sort(), expected.sort())
})
