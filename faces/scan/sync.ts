import type { GateDevice } from '@grandstand/sdk'
import type { Result } from '../../server/gates/rules/facts.ts'
import { isRevoked, Refused, Unreached } from './api.ts'
import { failureOf } from './failure.ts'
import type { Keeper } from './keeper.ts'
import { isListed } from './kept-scans.ts'
import { refreshRegister } from './manifest-store.ts'
import { mayRenew } from './may-renew.ts'
import type { KeptScan } from './queue.ts'
import { uploadScans } from './upload.ts'

/** Scans that manifest and log have both are kept for the list of the last ten, and no longer. */
const KEPT_LAST = 10
const SAME_SCAN_MS = 120_000
const HELLO_MS = 5_000
/** A year: a clock that was set meanwhile may say anything. */
const SECONDS_MAX = 31_536_000

/**
 * One meeting of phone and service: who is there, what was scanned, what was taken back, what is new. One step that fails does not keep the
 * others from being taken: a phone that cannot upload still hears of what was cancelled.
 */
export async function agree(keeper: Keeper): Promise<void> {
  const failures: unknown[] = []
  const step = async (work: (keeper: Keeper) => Promise<void>) => {
    try {
      await work(keeper)
    } catch (error) {
      if (isRevoked(error) || error instanceof Unreached) throw error
      failures.push(error)
    }
  }
  try {
    await step(sayHello)
    if (!keeper.standing.isOnline) keeper.change({ isOnline: true })
    await step(uploadScans)
    await step(takeBack)
    await step(refresh)
    keeper.change({ isOnline: true, failure: null })
  } catch (error) {
    if (isRevoked(error)) keeper.change({ isRevoked: true })
    else keeper.change({ isOnline: false })
  }
  const [failure] = failures
  if (failure !== undefined) keeper.change({ failure: failureOf(failure) })
}

/** Whether a new program may come: they have met, and no fan is at this gate. */
export const isIdle = ({ standing: { isOnline, waiting, register } }: Keeper): boolean =>
  isOnline && mayRenew(waiting, register?.head, Date.now())

/** How the phone is doing, and how far its clock is ahead: taken in the middle of the way there and back. */
async function sayHello(keeper: Keeper): Promise<void> {
  const { phone, device } = keeper
  const report = await reportOf(keeper)
  const sentAt = phone.now()
  const {
    server_time,
    message,
    clock_ahead_seconds = 0,
  } = await phone.ask<GateDevice>('POST', '/v1/gate/device/clock', {
    key: device.key,
    body: { device_time: sentAt / 1000, ...report },
    timeoutMs: HELLO_MS,
  })
  if (message !== keeper.standing.message) keeper.change({ message })
  const answeredAt = phone.now()
  keeper.skewMs = (sentAt + answeredAt) / 2 - server_time * 1000
  keeper.errorMs = keeper.skewMs + clock_ahead_seconds * 1000
  keeper.noteSpeed(answeredAt - sentAt)
}

async function reportOf(keeper: Keeper) {
  const { phone, choice, standing, register } = keeper
  const [battery_percent, storage_percent] = [await phone.batteryPercent(), await phone.storagePercent()]
  keeper.change({ batteryPercent: battery_percent ?? null, storagePercent: storage_percent ?? null })
  const waitingMs = standing.waiting === 0 ? 0 : Math.max(0, phone.now() - standing.shrunkAt)
  return {
    program_version: phone.version,
    event_id: choice.eventId,
    gate_id: choice.gateId,
    ...(choice.steward && { steward: choice.steward }),
    scans_waiting: standing.waiting,
    scans_aside: standing.aside.length,
    waiting_seconds: Math.min(SECONDS_MAX, Math.round(waitingMs / 1000)),
    ...(register && { list_as_of: register.head.as_of }),
    ...(battery_percent === undefined ? {} : { battery_percent }),
    ...(storage_percent === undefined ? {} : { storage_percent }),
  }
}

async function takeBack(keeper: Keeper): Promise<void> {
  for (const scan of [...keeper.scans.values()]) {
    if (scan.annul !== 'wanted' || scan.stage !== 'logged' || scan.scanId === null) continue
    const path = `/v1/gate/scans/${scan.scanId}/annul`
    try {
      await keeper.phone.ask<{ result: Result }>('POST', path, { key: keeper.device.key, body: {} })
    } catch (error) {
      if (!(error instanceof Refused) || isRevoked(error)) throw error
      // Too late, or of another gate: it stays as it is, and the phone counts it again.
      await keeper.keep([{ ...scan, annul: null }])
      continue
    }
    await keeper.keep([{ ...scan, annul: 'done', loggedAt: keeper.phone.now() }])
  }
}

async function refresh(keeper: Keeper): Promise<void> {
  const { phone, device, choice, register } = keeper
  const askedAt = phone.now()
  const refreshed = await refreshRegister(phone, device.key, choice.eventId, register, keeper)
  await forgetCounted(keeper, askedAt)
  keeper.takeRegister(refreshed)
  keeper.change({ agreedAt: phone.now() })
}

/** The manifest counts what was in the log before it was asked for; and no steward waits any more for what was asked long ago. */
async function forgetCounted(keeper: Keeper, askedAt: number): Promise<void> {
  const scans = [...keeper.scans.values()]
  const last = new Set(
    scans
      .filter(isListed)
      .slice(-KEPT_LAST)
      .map(({ nonce }) => nonce),
  )
  const isCounted = ({ stage, loggedAt, annul }: KeptScan) =>
    stage === 'logged' && annul !== 'wanted' && loggedAt !== null && loggedAt < askedAt
  const isStale = ({ stage, scannedAt }: KeptScan) => stage === 'asked' && scannedAt < keeper.phone.now() - SAME_SCAN_MS
  const counted = scans.filter(isCounted)
  await keeper.forget([
    ...counted.filter(({ nonce }) => !last.has(nonce)).map(({ nonce }) => nonce),
    ...scans.filter(isStale).map(({ nonce }) => nonce),
  ])
  // Those that stay for the list are not counted a second time.
  const listed = counted.filter(({ nonce }) => last.has(nonce) && keeper.scans.has(nonce))
  if (listed.some(({ isMerged }) => !isMerged)) await keeper.keep(listed.map((scan) => ({ ...scan, isMerged: true })))
}
