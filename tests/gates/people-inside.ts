import assert from 'node:assert/strict'
import { type Ground, openGround } from '../builders/grounds.ts'
import { fc } from '../harness/chance.ts'
import type { House, Tenant } from '../harness/house.ts'

/*
 * Crowds that walk through gates with copies of tickets and without a network, against a model that does nothing but
 * count people: whatever the service does not know yet, its range has the number that the model counts.
 *
 * The model's people leave by a scan, or slip out and come back on the same ticket at a gate that does not know them:
 * those who slip out for good count as inside, which the guide says.
 */
const DEVICES = 3
const TICKETS = 4
const PEOPLE = 7

const who = fc.nat({ max: PEOPLE - 1 })
const where = fc.nat({ max: DEVICES - 1 })
const seconds = fc.integer({ min: 1, max: 12 })
const Step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('enter' as const), person: who, device: where, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), person: who, device: where, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('slip' as const), person: who, device: where, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), device: where, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('meet' as const), device: where, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), seconds }) },
)
const Crowd = fc.record({
  /** Whose ticket each person has: fewer tickets than people, so some have a copy. */
  ticketOf: fc.array(fc.nat({ max: TICKETS - 1 }), { minLength: PEOPLE, maxLength: PEOPLE }),
  flag: fc.constantFrom(1, 2),
  steps: fc.array(Step, { minLength: 5, maxLength: 24 }),
})
type Crowd = ReturnType<(typeof Crowd)['generate']> extends { value: infer Value } ? Value : never

type Queued = { barcode: string; direction: 'entry' | 'exit'; nonce: string; result: string; at: number }
type ModelDevice = { key: string; gate: number; isCut: boolean; queue: Queued[]; inside: Map<string, boolean> }

type World = { house: House; club: Tenant; ground: Ground; tick(seconds: number): void; now(): number }

export async function checkCrowds(house: House, clock: { at: number }, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(Crowd, async (crowd) => {
      const club = await house.organisation()
      const ground = await openGround(house, club)
      const now = () => clock.at
      const tick = (passed: number) => {
        clock.at += passed * 1000
      }
      await playCrowd({ house, club, ground, tick, now }, crowd)
    }),
    { numRuns: runs },
  )
}

async function playCrowd(world: World, { ticketOf, flag, steps }: Crowd): Promise<void> {
  const { house, club, ground, tick } = world
  const tickets: string[] = []
  for (let n = 0; n < TICKETS; n += 1) tickets.push((await ground.ticket(flag)).barcode)
  const keys = [...ground.keys, await house.key(club.orgId, { kind: 'gk' })]
  const devices = keys.map(
    (key, index): ModelDevice => ({ key, gate: index % 2, isCut: false, queue: [], inside: new Map() }),
  )
  /** Who walked in and has not walked out: all that the model knows. */
  const inside = new Set<number>()
  /** Whom each admission let in, by its nonce. */
  const admitted = new Map<string, { person: number; isBack: boolean }>()
  let nonces = 0
  await openExits(world)
  for (const device of devices) await meet(world, device)
  await check(world, inside.size)

  const barcodeOf = (person: number) => tickets[ticketOf[person] ?? 0] ?? ''
  const pass = async (device: ModelDevice, person: number, direction: 'entry' | 'exit') => {
    nonces += 1
    const nonce = `n-${nonces}`
    const isThrough = await scan(world, device, { barcode: barcodeOf(person), direction, nonce, flag })
    if (isThrough && direction === 'entry') {
      const isBack = [...admitted.values()].some((each) => each.person === person)
      admitted.set(nonce, { person, isBack })
    }
    return isThrough
  }
  for (const step of steps) {
    tick(step.seconds)
    const device = devices['device' in step ? step.device : 0]
    assert.ok(device)
    if (step.kind === 'enter' && !inside.has(step.person)) {
      if (await pass(device, step.person, 'entry')) inside.add(step.person)
    } else if (step.kind === 'leave' && inside.has(step.person)) {
      if (await pass(device, step.person, 'exit')) inside.delete(step.person)
    } else if (step.kind === 'slip' && inside.has(step.person) && letsIn(device, barcodeOf(step.person), flag)) {
      await pass(device, step.person, 'entry')
    } else if (step.kind === 'cut') device.isCut = true
    else if (step.kind === 'meet') await meet(world, device)
    else if (step.kind === 'settle') await settle(world, admitted)
    await check(world, inside.size)
  }
  for (const device of devices) await meet(world, device)
  await check(world, inside.size)
}

/** Exits are scanned at this ground: one is in the log from the beginning. */
async function openExits({ ground }: World): Promise<void> {
  const { barcode } = await ground.ticket(2)
  await ground.scan(barcode)
  await ground.scan(barcode, { direction: 'exit' })
}

/** As a device without a network decides: by what it did itself. */
const letsIn = ({ isCut, inside }: ModelDevice, barcode: string, flag: number) =>
  isCut && (flag === 1 ? !inside.has(barcode) : inside.get(barcode) !== true)

type Passing = { barcode: string; direction: 'entry' | 'exit'; nonce: string; flag: number }

async function scan(world: World, device: ModelDevice, passing: Passing): Promise<boolean> {
  const { barcode, direction, nonce, flag } = passing
  if (device.isCut) {
    if (direction === 'entry' && !letsIn(device, barcode, flag)) return false
    const result = direction === 'entry' ? 'admitted' : 'exit'
    device.queue.push({ barcode, direction, nonce, result, at: world.now() })
    device.inside.set(barcode, direction === 'entry')
    return true
  }
  const asked = { key: device.key, gateId: world.ground.gates[device.gate === 1 ? 1 : 0], direction, nonce }
  const result = await world.ground.result(barcode, asked)
  if (result === 'admitted' || result === 'exit') device.inside.set(barcode, result === 'admitted')
  return result === 'admitted' || result === 'exit'
}

/** Its network is back: it says what it holds, and hands it over. */
async function meet({ house, ground, now }: World, device: ModelDevice): Promise<void> {
  device.isCut = false
  const device_time = now() / 1000
  const report = { device_time, program_version: '1', scans_waiting: device.queue.length }
  await house.call('POST', '/v1/gate/device/clock', { key: device.key, body: report })
  if (device.queue.length === 0) return
  const gate_id = ground.gates[device.gate === 1 ? 1 : 0]
  const scans = device.queue.map(({ at, ...each }) => ({
    ...each,
    event_id: ground.eventId,
    gate_id,
    scanned_at: at / 1000,
  }))
  const uploaded = await house.call('POST', '/v1/gate/scans/batch', { key: device.key, body: { device_time, scans } })
  assert.equal(uploaded.status, 200, uploaded.text)
  device.queue = []
  await house.call('POST', '/v1/gate/device/clock', { key: device.key, body: { ...report, scans_waiting: 0 } })
}

/** The supervisor looks into the oldest conflict, and finds out who walked in. */
async function settle({ house, club, ground }: World, admitted: Map<string, { isBack: boolean }>): Promise<void> {
  const path = `/v1/manage/scan_conflicts?event_id=${ground.eventId}&status=open`
  const { body } = await house.call('GET', path, { key: club.key })
  const [conflict] = body.data
  if (!conflict) return
  const [row] = await house.sql<{ nonce: string }[]>`
    select nonce
    from scans
    where org_id = ${club.orgId}
      and scan_id = ${conflict.second.scan_id}`
  const outcome = admitted.get(row?.nonce ?? '')?.isBack ? 'went_out' : 'passed_on'
  await house.call('POST', `/v1/manage/scan_conflicts/${conflict.scan_conflict_id}/resolve`, {
    key: club.key,
    body: { outcome, resolved_by: 'Ada' },
  })
}

async function check({ house, club, ground }: World, people: number): Promise<void> {
  const { body } = await house.call('GET', `/v1/manage/events/${ground.eventId}/occupancy`, { key: club.key })
  const { at_least, at_most } = body
  assert.ok(at_least <= people && people <= at_most, `${people} people, and ${JSON.stringify(body)}`)
}
