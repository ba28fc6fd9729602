import type { Direction, Result } from '../../server/gates/rules/facts.ts'
import { readAll, stores, write } from './database.ts'

/** One scan, from the moment that the code was read until manifest and log have it. */
export type KeptScan = {
  /** The phone's own name for it: sent twice, it counts once. */
  nonce: string
  eventId: number
  gateId: number
  /** As it was read; empty where a steward found somebody by name or order. */
  barcode: string
  /** Whom the steward found, by the register; null where a code was read. */
  found: string | null
  direction: Direction
  /** Milliseconds on the phone's clock. */
  scannedAt: number
  /** Asked the service, which has not answered; decided here and to be uploaded; in the service's log. */
  stage: 'asked' | 'waiting' | 'logged'
  /** Null as long as nobody has decided. */
  result: Result | null
  /** Whether the steward has seen the answer. Before that, the same code read again is the same scan. */
  shown: boolean
  /** Whose it is, by the register; null for nobody. */
  subject: string | null
  scanId: number | null
  /** To be taken back, as soon as the service has it. */
  annul: 'wanted' | 'done' | null
  /** Why a supervisor let somebody in whom the rules had refused. */
  override: Override | null
  /** When the service had it in its log; a manifest that was asked for after that counts it. */
  loggedAt: number | null
  /** The manifest counts it: only the list of the last ten still wants it. */
  isMerged: boolean
  /** For the list of the last ten. */
  label: string
}

/** The supervisor's code is sealed: the phone itself cannot read it. It goes as soon as the service has checked it. */
export type Override = { reason: string; sealedCode: string }

let drawn = 0
/** Names sort by time, and no two phones or tabs draw the same. */
export const newNonce = (at: number): string =>
  `${at.toString(36)}-${(drawn++ % 1296).toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('')}`

/** Once this has come back, the scan outlives the page, the browser and the battery. */
export const keepScans = (scans: readonly KeptScan[]) =>
  write([stores.scans], (store) => {
    for (const scan of scans) store('scans').put(scan)
  })

export const forgetScans = (nonces: readonly string[]) =>
  write([stores.scans], (store) => {
    for (const nonce of nonces) store('scans').delete(nonce)
  })

/** Oldest first. */
export async function recallScans(): Promise<KeptScan[]> {
  const scans = await readAll<KeptScan>(stores.scans)
  return scans.map((scan) => ({ ...scan, found: scan.found ?? null })).sort((a, b) => a.scannedAt - b.scannedAt)
}
