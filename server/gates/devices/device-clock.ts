import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Seconds since 1970 with as many decimals as the device has: the order of two scans may hang on them. */
export const PreciseSeconds = (options: Record<string, unknown> = {}) =>
  Type.Number({ minimum: 0, maximum: 253_402_300_799, ...options })

/** What the table allows: beyond a year, a clock has never been set. */
const SKEW_MS_MAX = 31_536_000_000

/** How far a device's clock is ahead of the real time, from what it showed when it sent its request. */
export const skewOf = (deviceSeconds: number, now: Date): number =>
  Math.min(SKEW_MS_MAX, Math.max(-SKEW_MS_MAX, Math.round(deviceSeconds * 1000) - now.getTime()))

/**
 * When a scan was made by our clock, and how far the device's was ahead of that. Nothing was scanned after it was uploaded,
 * whatever a clock that was set between says.
 */
export function toOurClock(scannedSeconds: number, deviceSeconds: number, now: Date) {
  const scannedMs = Math.round(scannedSeconds * 1000)
  const agoMs = Math.max(0, Math.round(deviceSeconds * 1000) - scannedMs)
  const scannedAt = new Date(Math.max(0, now.getTime() - agoMs))
  return { scannedAt, clockSkewMs: scannedMs - scannedAt.getTime() }
}

export const storeSkew = (orgId: OrgId, sql: Db, now: Date, deviceId: number, skewMs: number) => sql`
  update devices
  set clock_skew_ms = ${skewMs}, changed_at = ${now}
  where org_id = ${orgId}
    and device_id = ${deviceId}`
