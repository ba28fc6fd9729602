import type { Direction, Result } from '../../server/gates/rules/facts.ts'
import { type Disk, stores } from './disk.ts'
import type { Choice } from './phone.ts'

/** One scan, from the moment that the code was read until manifest and log have it. */
export type KeptScan = {
  /** The phone's own name for it: sent twice, it counts once. */
  nonce: string
  eventId: number
  gateId: number
  /** Who held the phone, as far as they said. */
  steward?: string | undefined
  /** As it was read; empty where a steward found the holder by name or order. */
  barcode: string
  /** Whom the steward found, by the register; null where a code was read. */
  found: string | null
  direction: Direction
  /** Milliseconds on the phone's clock. */
  scannedAt: number
  /** Asked the service, which has not answered; decided here and to be uploaded; in the service's log; or not taken by the service. */
  stage: 'asked' | 'waiting' | 'logged' | 'aside'
  /** Why the service does not take it, and when it last said so. */
  aside: { reason: string; at: number } | null
  /** Null as long as it is not decided. */
  result: Result | null
  /** Whether the steward has seen the answer. Before that, the same code read again is the same scan. */
  shown: boolean
  /** Whose it is, by the register; null for an unknown code. */
  subject: string | null
  scanId: number | null
  /** To be taken back, as soon as the service has it. */
  annul: 'wanted' | 'done' | null
  /** Why a supervisor let a fan in whom the rules had refused. */
  override: Override | null
  /** When the service had it in its log; a manifest that was asked for after that counts it. */
  loggedAt: number | null
  /** The manifest counts it: only the list of the last ten still wants it. */
  isMerged: boolean
  /** Shown in the list of the last ten scans. */
  label: string
}

/** The supervisor's code is sealed: the phone itself cannot read it. It goes as soon as the service has checked it. */
export type Override = { reason: string; sealedCode: string }

let drawn = 0
/** Names sort by time, and no two phones or tabs draw the same. */
export const newNonce = (at: number): string =>
  `${at.toString(36)}-${(drawn++ % 1296).toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('')}`

/** Whose scan it is: a code, or a holder whom the steward found. */
export type Read = Pick<KeptScan, 'barcode' | 'found'>

export function newScan(choice: Choice, { barcode, found }: Read, direction: Direction, scannedAt: number): KeptScan {
  const state = { stage: 'asked', result: null, shown: false, subject: null, scanId: null } as const
  const rest = { annul: null, override: null, aside: null, loggedAt: null, isMerged: false, label: '' }
  return { nonce: newNonce(scannedAt), ...choice, barcode, found, direction, scannedAt, ...state, ...rest }
}

/** How a scan tells the service whose it is. */
export function whoseOf({ barcode, found }: Read) {
  if (found === null) return { barcode }
  const id = Number(found.slice(1))
  return found.startsWith('m') ? { membership_member_id: id } : { ticket_id: id }
}

/** A scan in the service's words. */
export const scanBody = (scan: KeptScan) => ({
  event_id: scan.eventId,
  gate_id: scan.gateId,
  ...whoseOf(scan),
  direction: scan.direction,
  nonce: scan.nonce,
  ...(scan.steward && { steward: scan.steward }),
  scanned_at: scan.scannedAt / 1000,
})

/** One that the phone decided by itself, as it is uploaded. */
export const toldScan = (scan: KeptScan) => ({
  ...scanBody(scan),
  result: scan.result,
  ...(scan.override && { override_reason: scan.override.reason, sealed_code: scan.override.sealedCode }),
})

/** Let in by this phone, and not taken back. */
const isAdmission = (scan: KeptScan | undefined) => (scan?.result === 'admitted' && scan.annul === null ? 1 : 0)

/** How many more are let in once these are as they are now. */
export const admissionsMore = (scans: readonly KeptScan[], before: ReadonlyMap<string, KeptScan>): number =>
  scans.reduce((total, scan) => total + isAdmission(scan) - isAdmission(before.get(scan.nonce)), 0)

const counterOf = (eventId: number) => `admitted ${eventId}`

/** How many this phone has let in, kept beside the scans: those are forgotten once the service has them. */
export const recallAdmitted = async (disk: Disk, eventId: number, scans: ReadonlyMap<string, KeptScan>) =>
  (await disk.read<number>(stores.kept, counterOf(eventId))) ?? admissionsMore([...scans.values()], new Map())

/** Once this has come back, the scans outlive the page, the browser and the battery, and they are counted. */
export const keepScans = (disk: Disk, scans: readonly KeptScan[], eventId: number, admitted: number) =>
  disk.write([stores.scans, stores.kept], (shelf) => {
    for (const scan of scans) shelf('scans').put(scan)
    shelf('kept').put(admitted, counterOf(eventId))
  })

export const forgetScans = (disk: Disk, nonces: readonly string[]) =>
  disk.write([stores.scans], (shelf) => {
    for (const nonce of nonces) shelf('scans').delete(nonce)
  })

/** Oldest first. What a program of before has kept has not all of it. */
export async function recallScans(disk: Disk): Promise<KeptScan[]> {
  const scans = await disk.readAll<KeptScan>(stores.scans)
  return scans
    .map((scan) => ({ ...scan, found: scan.found ?? null, aside: scan.aside ?? null }))
    .sort((a, b) => a.scannedAt - b.scannedAt)
}
