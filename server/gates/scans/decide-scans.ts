import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { deviceOf } from '../devices/find-device.ts'
import { refusalOf } from '../rules/decide.ts'
import type { Direction } from '../rules/facts.ts'
import { flagOf, NEVER_SCANNED, usedResult } from '../rules/policy.ts'
import type { ScanRow } from './gate-scan.ts'
import { toLoggedScan } from './gate-scan.ts'
import { type Found, findHolders, holderOf, shownOf } from './holders.ts'
import { type Asked, findPlaces, type Place } from './place.ts'
import { type NewScan, type Recorded, recordScans } from './record-scans.ts'
import type { Shown } from './shown.ts'

export type AskedScan = Asked & {
  barcode: string
  direction: Direction
  /** Milliseconds since 1970 on the device's clock, if it said. */
  scannedAtMs: number | undefined
}

export type Decided = { row: Omit<ScanRow, 'created_at'>; shown: Shown }
/** Recorded before, under this id. */
export type Known = { knownScanId: number }
export type Outcome = Decided | Known | ApiError

/** More often a ticket does not change its state in the middle of a scan. */
const LOOKS_MAX = 5

/**
 * Decides scans that arrived together, in their order: reads the facts, lets the rules decide what cannot race, and leaves the rest
 * to the statement that records. One barcode at two gates takes two turns.
 */
export async function decideScans(orgId: OrgId, sql: Db, clock: Clock, asked: AskedScan[]): Promise<Outcome[]> {
  const outcomes = new Map<AskedScan, Outcome>()
  let waiting = asked
  for (let looks = 0; waiting.length > 0; looks += 1) {
    if (looks > LOOKS_MAX + asked.length) throw new ApiError('service_unavailable')
    const turn = onceEach(waiting)
    for (const [scan, outcome] of await decideTurn(orgId, sql, clock, turn)) outcomes.set(scan, outcome)
    waiting = waiting.filter((scan) => !outcomes.has(scan))
  }
  return asked.map((scan) => outcomes.get(scan) ?? new ApiError('service_unavailable'))
}

/** The first scan of each barcode and of each nonce. */
function onceEach(scans: AskedScan[]): AskedScan[] {
  const seen = new Set<string>()
  return scans.filter(({ barcode, keyId, nonce }) => {
    const names = [`barcode ${barcode.trim().toUpperCase()}`, `nonce ${keyId} ${nonce}`]
    if (names.some((name) => seen.has(name))) return false
    for (const name of names) seen.add(name)
    return true
  })
}

async function decideTurn(orgId: OrgId, sql: Db, clock: Clock, turn: AskedScan[]): Promise<Map<AskedScan, Outcome>> {
  const barcodes = turn.map(({ barcode }) => barcode)
  const [places, holders] = await Promise.all([findPlaces(orgId, sql, turn), findHolders(orgId, sql, barcodes)])
  const now = clock()
  const outcomes = new Map<AskedScan, Outcome>()
  const prepared: { asked: AskedScan; scan: NewScan; found: Found }[] = []
  for (const [index, asked] of turn.entries()) {
    const place = places[index]
    if (!place || place instanceof ApiError) outcomes.set(asked, place ?? new ApiError('resource_missing'))
    else if (place.knownScanId !== null) outcomes.set(asked, { knownScanId: place.knownScanId })
    else {
      const deviceId = place.deviceId ?? (await deviceOf(orgId, sql, clock, asked.keyId))
      const found = holders.get(asked.barcode) ?? { ticket: undefined, member: undefined }
      prepared.push({ asked, found, scan: prepare(orgId, place, deviceId, asked, found, now) })
    }
  }
  for (const who of ['tickets', 'members'] as const) {
    const own = prepared.filter(({ scan }) => (scan.memberId === null) === (who === 'tickets'))
    if (own.length === 0) continue
    const scans = own.map(({ scan }) => scan)
    const rows = await recordScans(orgId, sql, now, who, scans)
    const recorded = new Map(rows.map((row) => [`${row.device_id} ${row.nonce}`, row]))
    for (const { asked, scan, found } of own) {
      const row = recorded.get(`${scan.deviceId} ${scan.nonce}`)
      if (row) outcomes.set(asked, { row: rowOf(scan, row), shown: shownOf(found) })
    }
  }
  return outcomes
}

/** What the rules say of it, and all that is known before it is recorded. */
function prepare(
  orgId: OrgId,
  { event, gate }: Place,
  deviceId: number,
  asked: AskedScan,
  found: Found,
  now: Date,
): NewScan {
  const { direction, barcode, nonce, scannedAtMs } = asked
  const holder = holderOf(found)
  const flag = holder ? flagOf(holder) : NEVER_SCANNED
  const scan = {
    eventId: event.eventId,
    gateId: gate.gateId,
    deviceId,
    nonce,
    direction,
    barcode,
    ticketId: found.ticket?.ticket_id ?? null,
    memberId: found.member?.membership_member_id ?? null,
    clockSkewMs: scannedAtMs === undefined ? 0 : scannedAtMs - now.getTime(),
    refusal: refusalOf({ holder, event, gate, direction, at: now.getTime() }) ?? null,
    flag,
    through: direction === 'entry' ? ('admitted' as const) : ('exit' as const),
    used: usedResult(flag),
  }
  if (!holder) return { ...scan, message: null }
  // Id, result and time are put in by the statement.
  const told = rowOf(scan, { scan_id: 0, result: 'unknown', scanned_at: now })
  const data = { scan: toLoggedScan(told, shownOf(found)) }
  const payload = { type: 'ticket.scanned', timestamp: now.toISOString(), org_id: String(orgId), data }
  return { ...scan, message: JSON.stringify(payload) }
}

const rowOf = (
  scan: Omit<NewScan, 'message'>,
  { scan_id, result, scanned_at }: Pick<Recorded, 'scan_id' | 'result' | 'scanned_at'>,
) => ({
  scan_id,
  event_id: scan.eventId,
  gate_id: scan.gateId,
  device_id: scan.deviceId,
  nonce: scan.nonce,
  direction: scan.direction,
  result,
  barcode: scan.barcode,
  ticket_id: scan.ticketId,
  membership_member_id: scan.memberId,
  annuls_scan_id: null,
  offline: false,
  scanned_at,
})
