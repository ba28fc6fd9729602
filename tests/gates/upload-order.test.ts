import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { fold, type LogEntry } from '../../server/gates/rules/fold.ts'
import { memberAdmissions, ticketAdmissions } from '../../server/operator/audit/admissions.ts'
import { openGround, uploader } from '../builders/grounds.ts'
import { unique } from '../builders/rows.ts'
import { fc } from '../harness/chance.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql } = house
const { orgId } = club
const { keys } = ground
const upload = uploader(ground)

const devices = [
  { key: keys[0], skew: 0 },
  { key: keys[1], skew: 300 },
  { key: await house.key(orgId, { kind: 'gk' }), skew: -4000.5 },
]
// A device gets its id with its first call, and ids break ties: the model counts on the order above.
const deviceIds: number[] = []
for (const device of devices) {
  const { barcode } = await ground.ticket()
  assert.equal((await upload([{ barcode, nonce: unique('hello'), ago: 1 }], device)).status, 200)
  deviceIds.push((await house.call('GET', '/v1/gate/device', { key: device.key })).body.device_id)
}
const flags = [1, 2, 3] as const

const scanOf = fc.record({
  device: fc.integer({ min: 0, max: devices.length - 1 }),
  ticket: fc.integer({ min: 0, max: flags.length }),
  ago: fc.integer({ min: 1, max: 8 }),
  way: fc.constantFrom('admitted', 'admitted', 'exit', 'already_used'),
})
const story = fc.array(scanOf, { minLength: 1, maxLength: 14 }).chain((scans) => {
  const all = scans.map((scan, index) => ({ ...scan, n: index }))
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
  return fc.record({
    all: fc.constant(all),
    order: shuffled,
    again: fc.subarray(all),
    /** First asked with a network, and refused; the answer was lost. */
    refused: fc.subarray(all),
    refusedFirst: fc.boolean(),
    piece: fc.integer({ min: 1, max: 5 }),
    /** One device alone, whose uploads take so many seconds: then its own clock says the order. */
    alone: fc.boolean(),
    /** A controller whose counter begins anew after so many scans, as after a power cut; 0: it never does. */
    counter: fc.constantFrom(0, 0, 1, 2, 3),
    latencies: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 5, maxLength: 5 }),
  })
})

type Told = { n: number; ticket: number; way: string }
const directionOf = (way: string) => (way === 'exit' ? ('exit' as const) : ('entry' as const))

/** Before a device's own name for a scan. */
const OUR_NAMES = /offline:|reused:[^:]*:/g

/** As the log tells two scans of one nonce apart. */
const digestOf = (direction: string, barcode: string) =>
  createHash('md5').update([ground.eventId, ground.gates[0], direction, barcode].join(' ')).digest('hex')

/** One nonce with the same barcode, gate and direction is one scan: a story has it once. */
function withoutRepetitions<Scan extends Told & { device: number }>(scans: Scan[], nonceOf: (scan: Told) => string) {
  const firsts = new Map<string, Scan>()
  for (const scan of scans) {
    const key = `${scan.device} ${nonceOf(scan)} ${scan.ticket} ${directionOf(scan.way)}`
    if (!firsts.has(key)) firsts.set(key, scan)
  }
  return [...firsts.values()]
}

test('the end is the same for every order of upload, cut up and repeated in any way, also where nonces are reused', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (drawn) => {
      const { refusedFirst, piece, alone, latencies, counter } = drawn
      const run = unique('run')
      const nonceOf = ({ n }: Told) => `${run}-${counter === 0 ? n : n % counter}`
      const deviceOf = (scan: { device: number }) => (alone ? 1 : scan.device)
      const placed = drawn.all.map((scan) => ({ ...scan, device: deviceOf(scan) }))
      const all = withoutRepetitions(placed, nonceOf)
      const isTold = ({ n }: Told) => all.some((scan) => scan.n === n)
      const [order, again, refused] = [drawn.order, drawn.again, drawn.refused].map((scans) => scans.filter(isTold))
      assert.ok(order && again && refused)
      // The last one is a member, who behaves like a ticket with re-entry.
      const tickets = [...(await Promise.all(flags.map((flag) => ground.ticket(flag))))]
      const member = await ground.member()
      const barcodes = [...tickets.map(({ barcode }) => barcode), member.barcode]
      const early = refused.map((scan) => ({ ...scan, way: 'already_used' }))
      const uploads = refusedFirst ? [...early, ...order, ...again] : [...order, ...again, ...early]
      const oldest = alone ? 30 : 0
      for (let start = 0; start < uploads.length; start += piece) {
        for (const [index, device] of devices.entries()) {
          const own = uploads.slice(start, start + piece).filter((scan) => deviceOf(scan) === index)
          if (own.length === 0) continue
          const answer = await upload(
            own.map((scan) => ({
              barcode: barcodes[scan.ticket] ?? '',
              nonce: nonceOf(scan),
              ago: scan.ago + oldest,
              result: scan.way,
              direction: directionOf(scan.way),
            })),
            { ...device, latency: alone ? (latencies[start % latencies.length] ?? 0) : 0 },
          )
          assert.equal(answer.status, 200, answer.text)
        }
      }
      for (const [index, flag] of [...flags, 2].entries()) {
        const log = all
          .filter(({ ticket }) => ticket === index)
          .map(
            (scan): LogEntry => ({
              scanId: scan.n,
              deviceId: scan.device,
              nonce: nonceOf(scan),
              result: scan.way as LogEntry['result'],
              scannedAt: -scan.ago,
              annulsScanId: null,
              digest: digestOf(directionOf(scan.way), barcodes[index] ?? ''),
            }),
          )
        const model = fold(flag, log)
        const where =
          index < flags.length
            ? sql`b.ticket_id = ${tickets[index]?.ticketId ?? 0}`
            : sql`b.membership_member_id = ${member.memberId}`
        const found = await sql<{ first: string; second: string }[]>`
          select a.device_id || ' ' || a.nonce as first, b.device_id || ' ' || b.nonce as second
          from scan_conflicts c
          join scans a on a.org_id = c.org_id and a.scan_id = c.first_scan_id
          join scans b on b.org_id = c.org_id and b.scan_id = c.second_scan_id
          where c.org_id = ${orgId}
            and c.scan_conflict_status = 'open'
            and ${where}`
        const nameOf = (scanId: number | null) => {
          const scan = all.find(({ n }) => n === scanId)
          return scan && `${deviceIds[scan.device]} ${nonceOf(scan)}`
        }
        assert.deepEqual(
          found.map(({ first, second }) => `${first}, ${second}`.replaceAll(OUR_NAMES, '')).sort(),
          model.conflicts.map((pair) => `${nameOf(pair.firstScanId)}, ${nameOf(pair.secondScanId)}`).sort(),
        )
        const table = index < flags.length ? 'ticket_admissions' : 'member_admissions'
        const [state] = await sql<{ entries: number; exits: number; inside: boolean }[]>`
          select entries, exits, inside
          from ${sql(table)} b
          where org_id = ${orgId}
            and ${where}`
        const { entries, exits, inside } = model
        assert.deepEqual({ ...(state ?? { entries: 0, exits: 0, inside: false }) }, { entries, exits, inside })
      }
    }),
    { numRuns: 40 },
  )
  assert.deepEqual([...(await ticketAdmissions(orgId, sql)), ...(await memberAdmissions(orgId, sql))], [])
})
