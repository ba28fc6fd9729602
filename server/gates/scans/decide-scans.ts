import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { credential } from '../../platform/http/guarded-fields.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { type CodeState, codeState } from '../../tickets/tickets/rotating-code.ts'
import { nodeHmac, type RotationKeyStore, type RotationKeys } from '../../tickets/tickets/rotation-keys.ts'
import { deviceOf } from '../devices/device.ts'
import { GateError } from '../errors.ts'
import { scanRefusal } from '../rules/decide.ts'
import type { Direction } from '../rules/facts.ts'
import { flagOf, NEVER_SCANNED, usedResult } from '../rules/policy.ts'
import { readText, sameCode } from '../rules/read-text.ts'
import { type NewScanRow, toLoggedScan } from './gate-scan.ts'
import { type BarcodeHolder, findHolders, holderFacts, isShortCodeOf, type TicketHolderRow } from './holders.ts'
import { type NewScan, type RecordedScan, recordScans } from './record-scans.ts'
import { differencesOf } from './scan-identity.ts'
import { findScanSites, type ScanSite } from './scan-site.ts'

export type ScanRequest = {
  keyId: number
  eventId: number
  gateId: number
  nonce: string
  barcode: string
  /** See ScanIdentity. */
  whose: string
  /** The barcode was not read: a steward found the holder. */
  bySearch: boolean
  steward: string | null
  direction: Direction
  /** Milliseconds since 1970 on the device's clock, if it said. */
  scannedAtMs: number | undefined
}

/** Decided now, or recorded before under this id, or a request that names nothing that exists. */
export type ScanOutcome = { row: NewScanRow; holder: BarcodeHolder | undefined } | { recordedScanId: number } | ApiError

/** More often a ticket does not change its state in the middle of a scan. */
const LOOKS_MAX = 5

/**
 * Decides scans that arrived together, in their order: reads the facts, lets the rules decide what cannot race, and leaves the rest
 * to the statement that records. One barcode at two gates takes two turns.
 */
export async function decideScans(
  orgId: OrgId,
  sql: Sql | Tx,
  clock: Clock,
  rotation: RotationKeyStore,
  requests: ScanRequest[],
): Promise<ScanOutcome[]> {
  const outcomes = new Map<ScanRequest, ScanOutcome>()
  let waiting = requests
  for (let looks = 0; waiting.length > 0; looks += 1) {
    if (looks > LOOKS_MAX + requests.length) throw new ApiError('service_unavailable')
    const turn = firstOfEach(waiting)
    for (const [request, outcome] of await decideTurn(orgId, sql, clock, rotation, turn)) outcomes.set(request, outcome)
    waiting = waiting.filter((request) => !outcomes.has(request))
  }
  return requests.map((request) => outcomes.get(request) ?? new ApiError('service_unavailable'))
}

/** The first scan of each barcode and of each nonce. */
function firstOfEach(requests: ScanRequest[]): ScanRequest[] {
  const seenKeys = new Set<string>()
  return requests.filter(({ barcode, keyId, nonce }) => {
    const keys = [`barcode ${sameCode(barcode)}`, `nonce ${keyId} ${nonce}`]
    if (keys.some((key) => seenKeys.has(key))) return false
    for (const key of keys) seenKeys.add(key)
    return true
  })
}

/** A scan is missing in the answer when its ticket changed between the rules and the record. */
async function decideTurn(
  orgId: OrgId,
  sql: Sql | Tx,
  clock: Clock,
  rotation: RotationKeyStore,
  requests: ScanRequest[],
): Promise<Map<ScanRequest, ScanOutcome>> {
  const barcodes = requests.map(({ barcode }) => barcode)
  const [sites, holders] = await Promise.all([findScanSites(orgId, sql, requests), findHolders(orgId, sql, barcodes)])
  const now = clock(orgId)
  const outcomes = new Map<ScanRequest, ScanOutcome>()
  const pairs: { request: ScanRequest; scan: NewScan }[] = []
  // One holder may be asked for by the barcode and by what is typed at once: the second waits for the next turn.
  const holderIds = new Set<string>()
  for (const [index, request] of requests.entries()) {
    const site = sites[index] ?? new ApiError('resource_missing')
    if (site instanceof ApiError) outcomes.set(request, site)
    else if (site.recorded !== null) outcomes.set(request, repetitionOf(site.recorded, request))
    else {
      const deviceId = site.deviceId ?? (await deviceOf(orgId, sql, clock, request.keyId))
      const holder = holders.get(request.barcode)
      const holderId = holder && holderIdOf(holder)
      if (holderId !== undefined && holderIds.has(holderId)) continue
      if (holderId !== undefined) holderIds.add(holderId)
      const code = holder?.ticket && (await codeOf(orgId, sql, rotation, site, holder.ticket, request, now))
      const scan = toNewScan(site, deviceId, request, holder, code, now)
      pairs.push({ request, scan })
    }
  }
  for (const kind of ['tickets', 'members'] as const) {
    const group = pairs.filter(({ scan }) => (scan.memberId === null) === (kind === 'tickets'))
    if (group.length === 0) continue
    const scans = group.map(({ scan }) => scan)
    const records = await recordScans(orgId, sql, now, kind, scans)
    const recordOf = new Map(records.map((record) => [`${record.device_id} ${record.nonce}`, record]))
    for (const { request, scan } of group) {
      const record = recordOf.get(`${scan.deviceId} ${scan.nonce}`)
      if (record) outcomes.set(request, { row: toRow(scan, record), holder: holders.get(request.barcode) })
    }
  }
  return outcomes
}

const holderIdOf = ({ ticket, member }: BarcodeHolder): string =>
  ticket ? `ticket ${ticket.ticket_id}` : `member ${member.membership_member_id}`

/** A nonce is the name of one scan: with anything else in the request it is another scan, which needs a nonce of its own. */
function repetitionOf(recorded: NonNullable<ScanSite['recorded']>, request: ScanRequest): ScanOutcome {
  const { scan_id } = recorded
  const differences = differencesOf(recorded, request)
  if (differences.length === 0) return { recordedScanId: scan_id }
  const others = differences.map((what) => `another ${what}`).join(' and ')
  const message = `This nonce names scan ${scan_id}, with ${others}. Nothing was decided: send this scan under a nonce that was never used.`
  return new GateError('nonce_reused', { param: 'nonce', message, scan_id })
}

const NO_KEYS: RotationKeys = new Map()

/** Undefined where codes do not rotate. */
async function codeOf(
  orgId: OrgId,
  sql: Db,
  rotation: RotationKeyStore,
  { event }: ScanSite,
  ticket: TicketHolderRow,
  { barcode }: ScanRequest,
  now: Date,
): Promise<CodeState | undefined> {
  if (!event.rotatingBarcodes) return undefined
  const read = readText(barcode)
  // A code that is typed is worth what a copy of the barcode is.
  if (isShortCodeOf(ticket, read)) return codeState(nodeHmac, ticket.barcode ?? '', NO_KEYS, now.getTime())
  const keys = await rotation.keysOf(orgId, sql, event.eventId, credential(read))
  return codeState(nodeHmac, read, keys, now.getTime())
}

/** What the rules say of it, and all that is known before it is recorded. */
function toNewScan(
  { event, gate }: ScanSite,
  deviceId: number,
  { direction, barcode, bySearch, steward, nonce, scannedAtMs }: ScanRequest,
  holder: BarcodeHolder | undefined,
  code: CodeState | undefined,
  now: Date,
): NewScan {
  const facts = holderFacts(holder, event.eventId)
  const flag = facts ? flagOf(facts) : NEVER_SCANNED
  const scan = {
    eventId: event.eventId,
    gateId: gate.gateId,
    deviceId,
    nonce,
    direction,
    barcode,
    bySearch,
    steward,
    ticketId: holder?.ticket?.ticket_id ?? null,
    memberId: holder?.member?.membership_member_id ?? null,
    clockSkewMs: scannedAtMs === undefined ? 0 : scannedAtMs - now.getTime(),
    refusal: scanRefusal({ holder: facts, event, gate, direction, code, at: now.getTime() }) ?? null,
    flag,
    allowedResult: direction === 'entry' ? ('admitted' as const) : ('exit' as const),
    usedResult: usedResult(flag),
  }
  if (!holder) return { ...scan, message: null }
  return { ...scan, message: (record) => ({ scan: toLoggedScan(toRow(scan, record), holder) }) }
}

const toRow = (
  scan: Omit<NewScan, 'message'>,
  { scan_id, result, scanned_at }: Pick<RecordedScan, 'scan_id' | 'result' | 'scanned_at'>,
): NewScanRow => ({
  scan_id,
  event_id: scan.eventId,
  gate_id: scan.gateId,
  device_id: scan.deviceId,
  nonce: scan.nonce,
  direction: scan.direction,
  result,
  barcode: credential(scan.barcode),
  ticket_id: scan.ticketId,
  membership_member_id: scan.memberId,
  annuls_scan_id: null,
  offline: false,
  scanned_at,
})
