import type { GateDevice, UploadedScans } from '@grandstand/sdk'
import type { Result } from '../../server/gates/rules/facts.ts'
import { ask, isRevoked, Refused, Unreached } from './api.ts'
import type { Keeper } from './keeper.ts'
import { refreshRegister } from './manifest-store.ts'
import { version } from './program.ts'
import type { KeptScan } from './queue.ts'
import { whoseOf } from './register.ts'

/** As many as a body holds, with barcodes of any length. */
const BATCH = 200
/** Scans that manifest and log have both are kept for the list of the last ten, and no longer. */
const KEPT_LAST = 10
const SAME_SCAN_MS = 120_000
const MANIFEST_MS = 60_000
const HELLO_MS = 5_000

/** One meeting of phone and service: who is there, what was scanned, what was taken back, what is new. */
export async function agree(keeper: Keeper): Promise<void> {
  const { key } = keeper.device
  try {
    await sayHello(keeper)
    if (!keeper.standing.isOnline) keeper.change({ isOnline: true })
    await uploadScans(keeper)
    await takeBack(keeper)
    const askedAt = Date.now()
    const register = await refreshRegister(key, keeper.choice.eventId, keeper.register, MANIFEST_MS)
    await forgetCounted(keeper, askedAt)
    keeper.takeRegister(register)
    keeper.change({ isOnline: true, agreedAt: Date.now() })
  } catch (error) {
    if (isRevoked(error)) keeper.change({ isRevoked: true })
    else if (error instanceof Unreached) keeper.change({ isOnline: false })
    else throw error
  }
}

/** How far the phone's clock is ahead: taken in the middle of the way there and back. */
async function sayHello(keeper: Keeper): Promise<void> {
  const sentAt = Date.now()
  const body = {
    device_time: sentAt / 1000,
    program_version: version,
    scans_waiting: keeper.standing.waiting,
    event_id: keeper.choice.eventId,
    ...(await battery()),
  }
  const path = '/v1/gate/device/clock'
  const { server_time, message } = await ask<GateDevice>('POST', path, {
    key: keeper.device.key,
    body,
    timeoutMs: HELLO_MS,
  })
  if (message !== keeper.standing.message) keeper.change({ message })
  keeper.skewMs = (sentAt + Date.now()) / 2 - server_time * 1000
}

type Powered = { getBattery?(): Promise<{ level: number }> }

/** Where the browser says: Safari does not. */
async function battery(): Promise<{ battery_percent?: number }> {
  const found = await (navigator as Powered).getBattery?.().catch(() => undefined)
  return found ? { battery_percent: Math.round(found.level * 100) } : {}
}

/** In pieces; one that was sent and not answered is sent again, and the service finds it by its nonces. */
async function uploadScans(keeper: Keeper): Promise<void> {
  for (;;) {
    const batch = [...keeper.scans.values()].filter(({ stage }) => stage === 'waiting').slice(0, BATCH)
    if (batch.length === 0) return
    const body = {
      device_time: Date.now() / 1000,
      scans: batch.map(({ eventId, gateId, direction, nonce, scannedAt, result, override, ...scan }) => ({
        event_id: eventId,
        gate_id: gateId,
        ...whoseOf(scan),
        ...{ direction, nonce, result },
        scanned_at: scannedAt / 1000,
        ...(override && { override_reason: override.reason, sealed_code: override.sealedCode }),
      })),
    }
    const { scans } = await ask<UploadedScans>('POST', '/v1/gate/scans/batch', { key: keeper.device.key, body })
    const byNonce = new Map(scans.map((scan) => [scan.nonce, scan]))
    const logged = batch.flatMap((scan): KeptScan[] => {
      const entry = byNonce.get(scan.nonce)
      // As it is by now: it may have been taken back while this was on its way.
      const kept = keeper.scans.get(scan.nonce)
      return entry && kept ? [{ ...kept, ...uploaded(kept), scanId: entry.scan_id }] : []
    })
    if (logged.length === 0) return
    await keeper.keep(logged)
  }
}

const uploaded = ({ override }: KeptScan) => ({
  stage: 'logged' as const,
  loggedAt: Date.now(),
  override: override && { ...override, sealedCode: '' },
})

async function takeBack(keeper: Keeper): Promise<void> {
  for (const scan of [...keeper.scans.values()]) {
    if (scan.annul !== 'wanted' || scan.stage !== 'logged' || scan.scanId === null) continue
    try {
      await ask<{ result: Result }>('POST', `/v1/gate/scans/${scan.scanId}/annul`, { key: keeper.device.key, body: {} })
    } catch (error) {
      // Too late, or of another gate: it stays as it is, and the phone counts it again.
      if (!(error instanceof Refused) || error.code !== 'state_conflict') throw error
      await keeper.keep([{ ...scan, annul: null }])
      continue
    }
    await keeper.keep([{ ...scan, annul: 'done', loggedAt: Date.now() }])
  }
}

/** The manifest counts what was in the log before it was asked for; and nobody waits any more for what was asked long ago. */
async function forgetCounted(keeper: Keeper, askedAt: number): Promise<void> {
  const scans = [...keeper.scans.values()]
  const last = new Set(scans.slice(-KEPT_LAST).map(({ nonce }) => nonce))
  const isCounted = ({ stage, loggedAt, annul }: KeptScan) =>
    stage === 'logged' && annul !== 'wanted' && loggedAt !== null && loggedAt < askedAt
  const isStale = ({ stage, scannedAt }: KeptScan) => stage === 'asked' && scannedAt < Date.now() - SAME_SCAN_MS
  const counted = scans.filter(isCounted)
  await keeper.forget([
    ...counted.filter(({ nonce }) => !last.has(nonce)).map(({ nonce }) => nonce),
    ...scans.filter(isStale).map(({ nonce }) => nonce),
  ])
  // Those that stay for the list are not counted a second time.
  const listed = counted.filter(({ nonce }) => last.has(nonce) && keeper.scans.has(nonce))
  if (listed.some(({ isMerged }) => !isMerged)) await keeper.keep(listed.map((scan) => ({ ...scan, isMerged: true })))
}
