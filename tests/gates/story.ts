import type { OrgId } from '../../server/access/principal.ts'
import { fold, type LogEntry } from '../../server/gates/rules/fold.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'

/** The same numbers for the same seed: a story that went wrong can be told again. */
export function lots(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export type ToldScan = {
  device: number
  nonce: string
  barcode: string
  direction: 'entry' | 'exit'
  /** Milliseconds since the story began. */
  at: number
}

export type Send = {
  online(scan: ToldScan): Promise<void>
  /** What the device decided by itself, all in one upload. */
  offline(device: number, scans: (ToldScan & { result: string })[]): Promise<void>
}

export type Story = {
  seed: number
  scans: number
  devices: number
  barcodes: { barcode: string; flag: number }[]
  /** After so many scans the counter of a device begins anew, as after a power cut; without it, it never does. */
  counter?: number
}

const UPLOAD = 100

/**
 * Random scans by devices of which every second one has no network: it decides by what it has seen itself, and uploads now and
 * then, late, in pieces, out of order and sometimes twice. The others ask. All devices run at once.
 */
export async function tell({ seed, scans, devices, barcodes, counter = scans }: Story, send: Send): Promise<void> {
  const each = Math.ceil(scans / devices)
  await Promise.all(
    Array.from({ length: devices }, async (_, device) => {
      const draw = lots(seed + device * 7919)
      const next = (n: number): ToldScan => ({
        device,
        nonce: `s${seed}-${device}-${n % counter}`,
        barcode: barcodes[Math.floor(draw() * barcodes.length)]?.barcode ?? '',
        direction: draw() < 0.75 ? 'entry' : 'exit',
        at: n * 10 + Math.floor(draw() * 10),
      })
      if (device % 2 === 0) {
        for (let n = 0; n < each; n += 1) await send.online(next(n))
        return
      }
      const own = Array.from({ length: each }, (_, n) => next(n))
      await uploadLate(draw, decideAlone(own, barcodes), (piece) => send.offline(device, piece))
    }),
  )
}

/** A device without a network knows the policy of each barcode and what it has scanned itself. */
function decideAlone(scans: ToldScan[], barcodes: Story['barcodes']): (ToldScan & { result: string })[] {
  const flags = new Map(barcodes.map(({ barcode, flag }) => [barcode, flag]))
  const seen = new Map<string, LogEntry[]>()
  return scans.map((scan, index) => {
    const log = seen.get(scan.barcode) ?? []
    const flag = flags.get(scan.barcode) ?? 1
    const entry = (result: 'admitted' | 'exit'): LogEntry => {
      return { scanId: index, deviceId: 0, nonce: scan.nonce, result, scannedAt: index, annulsScanId: null }
    }
    const would = fold(flag, [...log, entry(scan.direction === 'entry' ? 'admitted' : 'exit')])
    const refused = scan.direction === 'entry' && would.conflicts.length > 0
    if (refused) return { ...scan, result: flag === 2 ? 'not_exited' : 'already_used' }
    const result = scan.direction === 'entry' ? 'admitted' : 'exit'
    seen.set(scan.barcode, [...log, entry(result)])
    return { ...scan, result }
  })
}

async function uploadLate<Scan>(draw: () => number, scans: Scan[], upload: (piece: Scan[]) => Promise<void>) {
  const pieces = []
  for (let start = 0; start < scans.length; start += UPLOAD) pieces.push(scans.slice(start, start + UPLOAD))
  pieces.sort(() => draw() - 0.5)
  for (const piece of pieces) {
    await upload(piece.toSorted(() => draw() - 0.5))
    if (draw() < 0.1) await upload(piece)
  }
}

type Stored = {
  subject: string
  flag: number
  scan_id: number
  device_id: number
  nonce: string
  result: LogEntry['result']
  scanned_at: Date
  clock_skew_ms: number | null
}

/**
 * Holds the end of a story against the log: what each ticket's scans add up to is what its admission says, and every admission that
 * the policy would have refused has its conflict. Answers what is wrong.
 */
export async function findings(sql: Sql, orgId: OrgId, eventId: number): Promise<string[]> {
  const rows = await sql<Stored[]>`
    select s.ticket_id::text as subject, p.scanning_flag as flag, s.scan_id, s.device_id, s.nonce, s.result, s.scanned_at,
      case when s.offline then s.clock_skew_ms end as clock_skew_ms
    from scans s
    join tickets t on t.org_id = s.org_id and t.ticket_id = s.ticket_id
    join prices p on p.org_id = t.org_id and p.price_id = t.price_id
    where s.org_id = ${orgId}
      and s.event_id = ${eventId}`
  const states = await sql<{ subject: string; state: string }[]>`
    select a.ticket_id::text as subject, a.entries || ' ' || a.exits || ' ' || a.inside as state
    from ticket_admissions a
    where a.org_id = ${orgId}`
  const open = await sql<{ first_scan_id: number; second_scan_id: number }[]>`
    select first_scan_id, second_scan_id
    from scan_conflicts
    where org_id = ${orgId}
      and scan_conflict_status = 'open'`
  const stateOf = new Map(states.map(({ subject, state }) => [subject, state]))
  const there = new Set(open.map(({ first_scan_id, second_scan_id }) => `${first_scan_id} ${second_scan_id}`))
  const wrong: string[] = []
  for (const [subject, log] of Map.groupBy(rows, (row) => row.subject)) {
    const entries = log.map((row) => ({
      scanId: row.scan_id,
      deviceId: row.device_id,
      nonce: row.nonce,
      result: row.result,
      scannedAt: row.scanned_at.getTime(),
      annulsScanId: null,
      clockSkew: row.clock_skew_ms,
    }))
    const { entries: ins, exits, inside, conflicts } = fold(log[0]?.flag ?? 0, entries)
    const state = `${ins} ${exits} ${inside}`
    const stored = stateOf.get(subject) ?? '0 0 false'
    if (stored !== state) wrong.push(`ticket ${subject}: the log says ${state}, the admission ${stored}`)
    for (const { firstScanId, secondScanId } of conflicts) {
      if (!there.delete(`${firstScanId} ${secondScanId}`))
        wrong.push(`ticket ${subject}: no conflict for ${secondScanId}`)
    }
  }
  return [...wrong, ...[...there].map((pair) => `a conflict that the log does not show: ${pair}`)]
}
