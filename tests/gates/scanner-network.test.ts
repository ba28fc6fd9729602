import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Ask, Refused, Slow, Unreached } from '../../faces/scan/api.ts'
import { Keeper } from '../../faces/scan/keeper.ts'
import { agree } from '../../faces/scan/sync.ts'
import { memoryDisk, memoryPhone } from './memory-phone.ts'
import { EVENT_ID, GATE_ID, manifest, TICKETS } from './small-manifest.ts'

const NOON = 1_794_690_000_000
const [ada = '', ben = '', cleo = '', dan = ''] = TICKETS

/** A phone that has its manifest, and a network of which the test says how long an answer takes and how much it keeps. */
async function phoneWith({ aheadMs = 0 } = {}) {
  const network = { ms: 10, isCut: false, results: new Map<string, string>(), asked: [] as string[], annulled: 0 }
  let at = NOON
  const ask = (async (_method: string, path: string, { timeoutMs = 20_000, body = {} } = {}) => {
    network.asked.push(path)
    if (network.isCut) throw new Unreached(path)
    at += Math.min(network.ms, timeoutMs)
    if (network.ms > timeoutMs) throw new Slow(path)
    if (path.includes('/manifest')) return manifest
    if (path.endsWith('/clock')) return { server_time: (at - network.ms / 2) / 1000, message: null }
    if (path.endsWith('/annul')) {
      network.annulled += 1
      return { result: 'annulled' }
    }
    const { scans, ...scan } = body as { scans?: { nonce: string; result: string }[]; barcode?: string }
    const resultOf = (barcode = '') => network.results.get(barcode) ?? 'admitted'
    if (!scans) return { scan_id: 1, result: resultOf(scan.barcode), ticket: null, member: null, previous: null }
    return {
      scans: scans.map(({ nonce, result, ...row }) => {
        const logged = network.results.get((row as { barcode?: string }).barcode ?? '') ?? result
        return { nonce, scan_id: 2, result: logged, repeated: false }
      }),
    }
  }) as Ask
  const disk = memoryDisk()
  const phone = memoryPhone({ disk, ask, now: () => at + aheadMs })
  const open = async () => {
    const keeper = new Keeper(
      phone,
      { deviceId: 1, name: '', orgId: '', key: '' },
      { eventId: EVENT_ID, gateId: GATE_ID },
    )
    await keeper.open()
    return keeper
  }
  const keeper = await open()
  await agree(keeper)
  network.asked.length = 0
  const scan = async (barcode: string) => {
    const before = at
    const answer = await keeper.scan(barcode, 'entry')
    await keeper.seen(answer)
    return { ...answer, ms: at - before }
  }
  const asksOfScans = () => network.asked.filter((path) => path === '/v1/gate/scans').length
  return { network, keeper, scan, open, disk, asksOfScans }
}

test('a slow network is waited for 700 ms three times, and then no more until it is quick again', async () => {
  const { network, keeper, scan, asksOfScans } = await phoneWith()
  network.ms = 2_000
  for (const barcode of [ada, ben, cleo]) {
    const { ms, result, isOffline } = await scan(barcode)
    assert.deepEqual([ms, result, isOffline], [700, 'admitted', true])
  }
  assert.deepEqual([keeper.standing.isSlow, keeper.standing.isOnline, keeper.standing.waiting], [true, true, 3])
  assert.equal((await scan(dan)).ms, 0)
  assert.equal(asksOfScans(), 3)
  await agree(keeper)
  assert.deepEqual([keeper.standing.isSlow, keeper.standing.waiting], [true, 0])
  assert.equal((await scan(dan)).ms, 0)
  network.ms = 300
  await agree(keeper)
  assert.equal(keeper.standing.isSlow, false)
  assert.deepEqual([(await scan(ada)).isOffline, asksOfScans()], [false, 4])
})

test('two slow answers and a quick one are not a slow network', async () => {
  const { network, keeper, scan } = await phoneWith()
  for (const ms of [900, 900, 100, 900, 900]) {
    network.ms = ms
    await scan(ada)
    network.ms = 10
  }
  assert.equal(keeper.standing.isSlow, false)
})

test('without a list there is nothing else to ask, and the phone waits for the service', async () => {
  const { network, keeper, scan } = await phoneWith()
  keeper.takeRegister(undefined)
  network.ms = 3_000
  assert.deepEqual([(await scan(ada)).ms, keeper.standing.waiting], [3_000, 0])
})

test('whom the service had let in too late for a phone that said no is taken out again', async () => {
  const { network, keeper, scan } = await phoneWith()
  keeper.change({ isOnline: false })
  const { result } = await scan('nobody’s')
  assert.equal(result, 'unknown')
  network.results.set('nobody’s', 'admitted')
  await agree(keeper)
  assert.equal(network.annulled, 1)
})

test('how far the clock is ahead is known again after a start without a network', async () => {
  const { network, keeper, open } = await phoneWith({ aheadMs: 600_000 })
  assert.equal(Math.round(keeper.skewMs), 600_000)
  network.isCut = true
  assert.equal(Math.round((await open()).skewMs), 600_000)
})

test('a step of a meeting that the service refuses does not keep the others from being taken', async () => {
  const { network, keeper, scan } = await phoneWith()
  await scan(ada)
  await keeper.annul([...keeper.scans.keys()][0] ?? '')
  const { ask } = keeper.phone
  keeper.phone.ask = (async (method, path, asked) => {
    if (/clock|annul/.test(path)) throw new Refused(404, 'resource_missing', 'There is no such thing.')
    return ask(method, path, asked)
  }) as Ask
  await agree(keeper).catch(() => undefined)
  assert.ok(network.asked.some((path) => path.includes('/manifest')))
  assert.deepEqual([keeper.standing.waiting, keeper.standing.isOnline], [0, true])
})

test('how many this phone has let in is counted all evening, also of those that it has forgotten, and less whom it took back', async () => {
  const { keeper, scan, open } = await phoneWith()
  for (let round = 0; round < 8; round += 1) for (const barcode of TICKETS) await scan(barcode)
  await agree(keeper)
  await agree(keeper)
  assert.ok(keeper.scans.size < 32)
  assert.equal(keeper.standing.admitted, 32)
  await keeper.annul([...keeper.scans.keys()].at(-1) ?? '')
  assert.equal(keeper.standing.admitted, 31)
  assert.equal((await open()).standing.admitted, 31)
})
