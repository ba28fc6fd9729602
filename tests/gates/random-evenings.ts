import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { askBy } from '../../faces/scan/api.ts'
import { Keeper } from '../../faces/scan/keeper.ts'
import { agree } from '../../faces/scan/sync.ts'
import { UploadBody } from '../../server/gates/scan-log/upload-body.ts'
import { fc } from '../harness/chance.ts'
import { memoryDisk, memoryPhone } from './memory-phone.ts'
import { EVENT_ID, GATE_ID, manifest, TICKETS } from './small-manifest.ts'

/*
 * Whatever is held before a phone's camera, and whatever its network and the service make of it: everything that it let in is in the log in
 * the end, or set aside with a reason, and nothing waits behind it. The phone's own program, with a model of network and service.
 */
const MINUTE_MS = 60_000

type Row = { nonce: string; barcode?: string; result?: string }
/** What becomes of one request: answered, lost on its way there or back, or refused without a look at it. */
const faults = ['none', 'cut', 'unanswered', '400', '409', '413', '429', '500', '503', 'not ours'] as const
type Fault = (typeof faults)[number]

const isFormOf = Compile(UploadBody)
const isText = (text: string | undefined) => text === undefined || (text.isWellFormed() && !text.includes('\0'))

/** As much of a response as is looked at: ten thousand evenings have half a million. */
type Reply = { ok: boolean; status: number; json(): Promise<unknown> }
const reply = (body: unknown, status = 200): Reply => ({ ok: status === 200, status, json: async () => body })
const refusal = (status: number) => reply({ error: { code: 'no', message: `No ${status}.` } }, status)

/** A service that knows four tickets, refuses for ever whatever `isHated` names, and loses nothing that it has answered. */
function modelService(nextFault: () => Fault, isHated: (nonce: string) => boolean) {
  const log = new Map<string, string>()
  const malformed: unknown[] = []
  const answer = (path: string, body: { scans?: Row[] } & Row): Reply => {
    if (path.includes('/manifest')) return reply(manifest)
    if (path.endsWith('/clock')) return reply({ server_time: 1_794_690_000, message: null })
    const rows = body.scans ?? [body]
    if (body.scans && !(isFormOf.Check(body) && rows.every(({ barcode }) => isText(barcode)))) malformed.push(body)
    const isRefusedWhole = rows.length % 2 === 1
    if (isRefusedWhole && rows.some(({ nonce }) => isHated(nonce))) return refusal(404)
    const refused = rows.flatMap(({ nonce }, index) => (isHated(nonce) ? [{ index, nonce, message: 'No.' }] : []))
    const accepted = rows.filter(({ nonce }) => !isHated(nonce))
    for (const { nonce, barcode = '', result } of accepted)
      log.set(nonce, log.get(nonce) ?? result ?? (TICKETS.includes(barcode) ? 'admitted' : 'unknown'))
    const scans = accepted.map(({ nonce }) => ({
      scan_id: 1,
      result: log.get(nonce),
      nonce,
      ticket: null,
      member: null,
    }))
    return reply(body.scans ? { scans, refused } : { ...scans[0], previous: null })
  }
  const fetch = async (path: unknown, { body }: { body?: unknown } = {}): Promise<Reply> => {
    const fault = nextFault()
    if (fault === 'cut') throw new TypeError('fetch failed')
    if (fault === 'not ours') return reply('the page of some Wi-Fi', 403)
    if (fault !== 'none' && fault !== 'unanswered') return refusal(Number(fault))
    const answered = answer(String(path), JSON.parse(String(body ?? '{}')))
    if (fault === 'unanswered') throw new TypeError('the connection was reset')
    return answered
  }
  return { log, malformed, fetch: fetch as unknown as typeof globalThis.fetch }
}

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TICKETS) },
  fc.constantFrom('', '\n', '\u0000', '\ud83c', `${'x'.repeat(511)}🎫`, 'https://example.org/menu'),
  fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  // Bytes that are no text in the way that readers make text of them.
  fc.uint8Array({ maxLength: 12 }).map((bytes) => String.fromCharCode(...bytes)),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => new TextDecoder().decode(bytes)),
)
const Step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), text: anyText, offline: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('meet' as const) }) },
  fc.record({ kind: fc.constant('kill' as const) }),
)
const story = fc.record({
  steps: fc.array(Step, { minLength: 1, maxLength: 9 }),
  faults: fc.array(fc.constantFrom<Fault>('none', ...faults), { maxLength: 14 }),
  /** Every so many-th scan the service does not want, for whatever reason of its own; 0: none. */
  hated: fc.integer({ min: 0, max: 4 }),
})

/** So many random evenings: nothing that is shown to a phone stops its uploads, and no admission is lost. */
export async function checkEvenings(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, async ({ steps, faults: drawn, hated }) => {
      let at = 1_794_690_000_000
      const coming = [...drawn]
      const nonces: string[] = []
      const isHated = (nonce: string) => {
        if (!nonces.includes(nonce)) nonces.push(nonce)
        return hated > 0 && nonces.indexOf(nonce) % hated === hated - 1
      }
      const { fetch, log, malformed } = modelService(() => coming.shift() ?? 'none', isHated)
      const phone = memoryPhone({ disk: memoryDisk(), ask: askBy(fetch), now: () => at })
      const device = { deviceId: 1, name: 'North 1', orgId: '1', key: 'key' }
      const open = async () => {
        const keeper = new Keeper(phone, device, { eventId: EVENT_ID, gateId: GATE_ID })
        await keeper.open()
        return keeper
      }
      const meet = (keeper: Keeper) => agree(keeper).catch(() => undefined)
      let keeper = await open()
      const admitted: string[] = []
      for (const step of steps) {
        at += 1_000
        if (step.kind === 'kill') keeper = await open()
        else if (step.kind === 'meet') await meet(keeper)
        else {
          if (step.offline) keeper.change({ isOnline: false })
          const verdict = await keeper.scan(step.text, 'entry').catch(() => undefined)
          if (verdict?.result === 'admitted') admitted.push(verdict.nonce)
          if (verdict) await keeper.seen(verdict)
        }
      }
      coming.length = 0
      // Long enough for what was set aside to be offered again; twice, since a refusal may have been the network's.
      for (let meetings = 0; meetings < 2; meetings += 1) {
        at += 6 * MINUTE_MS
        await meet(keeper)
      }
      const { waiting, aside } = keeper.standing
      assert.equal(waiting, 0)
      for (const { nonce, aside: why } of aside) assert.ok(isHated(nonce) && why?.reason, `${nonce} was set aside`)
      for (const nonce of admitted)
        assert.ok(log.get(nonce) === 'admitted' || aside.some((scan) => scan.nonce === nonce), `${nonce} is lost`)
      assert.deepEqual(malformed, [])
    }),
    { numRuns: runs },
  )
}
