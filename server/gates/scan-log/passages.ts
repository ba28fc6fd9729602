import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Integer, OneOf } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { findScan } from '../scans/gate-scan.ts'
import { lockAdmissions } from './admission-log.ts'
import { findAnnulmentId, subjectOf, takeBack } from './take-back.ts'

/** More people than this do not follow one another through an open turnstile: a counter that says so is broken. */
const FOLLOWERS_MAX = 99

export const Passage = (description: string) => OneOf(['passed', 'not_passed'], { description })

export const PassageOrNull = (description: string) =>
  Type.Unsafe<'passed' | 'not_passed' | null>({
    type: ['string', 'null'],
    enum: ['passed', 'not_passed', null],
    description,
  })

export const Followers = () =>
  Integer({
    minimum: 0,
    maximum: FOLLOWERS_MAX,
    description: 'how many people followed without a scan of their own',
  })

export type PassageReport = { passage: 'passed' | 'not_passed'; followers: number }

export const PassageRow = Type.Object({
  passage: Type.Unsafe<PassageReport['passage']>({ type: 'string' }),
  followers: Type.Integer(),
})

/** The report that is on record for a scan. */
export async function findPassage(orgId: OrgId, tx: Tx, scanId: number): Promise<PassageReport | undefined> {
  const [row] = await tx<PassageReport[]>`
    select passage, followers
    from scan_passages
    where org_id = ${orgId}
      and scan_id = ${scanId}`
  return row && { passage: row.passage, followers: row.followers }
}

/**
 * Records what a turnstile reports of a scan, unless it has reported before, and takes the scan back if no one walked through.
 * It returns the report that is on record; undefined for a scan that was refused, of which there is nothing to report.
 */
export async function recordPassage(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  deviceId: number,
  scanId: number,
  report: PassageReport,
): Promise<PassageReport | undefined> {
  const [scan] = await findScan(orgId, tx, scanId)
  const subject = scan && subjectOf(scan)
  if (!scan || !subject) return undefined
  const now = clock(orgId)
  await lockAdmissions(orgId, tx, now, [subject])
  const [first] = await tx<{ scan_id: number }[]>`
    insert into scan_passages (
      org_id, scan_id, event_id, gate_id, device_id, passage, followers, created_at, changed_at
    )
    values (
      ${orgId}, ${scanId}, ${scan.event_id}, ${scan.gate_id}, ${deviceId}, ${report.passage}, ${report.followers}, ${now},
      ${now}
    )
    on conflict (org_id, scan_id) do nothing
    returning scan_id`
  if (!first) return findPassage(orgId, tx, scanId)
  if (report.passage === 'passed' || (await findAnnulmentId(orgId, tx, scanId)) !== undefined) return report
  await takeBack(orgId, tx, clock, deviceId, scan, subject)
  return report
}
