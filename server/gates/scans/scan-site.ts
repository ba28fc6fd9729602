import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { EventFacts, GateFacts } from '../rules/facts.ts'
import type { ScanRequest } from './decide-scans.ts'

/** Where a scan is made, and the scan itself if the device has sent it before. */
export type ScanSite = {
  /** Null for a key that has not called before. */
  deviceId: number | null
  recordedScanId: number | null
  event: EventFacts
  gate: GateFacts
}

const DateOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })
const IdOrNull = Nullable(Type.Integer())

export const ScanSiteRow = Type.Object({
  device_id: IdOrNull,
  event_id: IdOrNull,
  event_status_id: IdOrNull,
  venue_id: IdOrNull,
  doors_at: DateOrNull,
  starts_at: DateOrNull,
  ends_at: DateOrNull,
  membership_seat_map_id: IdOrNull,
  rotating_barcodes: Nullable(Type.Boolean()),
  gate_id: IdOrNull,
  gate_venue_id: IdOrNull,
  gate_status: Nullable(Type.String()),
  open: Type.Boolean(),
  recorded_scan_id: IdOrNull,
})
type ScanSiteRow = Static<typeof ScanSiteRow>

/** In the order of the requests; one that names an event or a gate that does not exist has an error in its place. */
export const findScanSites = async (orgId: OrgId, sql: Db, requests: ScanRequest[]): Promise<(ScanSite | ApiError)[]> =>
  (await readScanSites(orgId, sql, requests)).map(toScanSite)

/**
 * One row for each request, in their order. The limit keeps the lookup of the nonce one by one: while the table is young, its
 * statistics would have a whole device read.
 */
const readScanSites = (orgId: OrgId, sql: Db, requests: ScanRequest[]) => sql<ScanSiteRow[]>`
  select d.device_id, e.event_id, e.event_status_id, e.venue_id, e.doors_at, e.starts_at, e.ends_at,
    e.membership_seat_map_id, e.rotating_barcodes, g.gate_id, g.venue_id as gate_venue_id, g.gate_status,
    coalesce(b.open, true) and g.closed_at is null as open,
    s.scan_id as recorded_scan_id
  from unnest(
    ${requests.map(({ keyId }) => keyId)}::bigint[],
    ${requests.map(({ eventId }) => eventId)}::bigint[],
    ${requests.map(({ gateId }) => gateId)}::bigint[],
    ${requests.map(({ nonce }) => nonce)}::text[]
  ) with ordinality as q (key_id, event_id, gate_id, nonce, place)
  left join devices d on d.org_id = ${orgId} and d.key_id = q.key_id
  left join events e on e.org_id = ${orgId} and e.event_id = q.event_id
  left join gates g on g.org_id = ${orgId} and g.gate_id = q.gate_id
  left join lateral (
    select scan_id
    from scans
    where org_id = ${orgId}
      and device_id = d.device_id
      and nonce = q.nonce
    limit 1
  ) s on true
  left join lateral (
    select bool_or(o.gate_id = q.gate_id) as open
    from device_gates o
    where o.org_id = ${orgId}
      and o.device_id = d.device_id
  ) b on true
  order by q.place`

function toScanSite(row: ScanSiteRow): ScanSite | ApiError {
  if (!row.event_id || !row.starts_at || row.event_status_id === null) return missing('event_id')
  if (!row.gate_id || !row.gate_venue_id) return missing('gate_id')
  return {
    deviceId: row.device_id,
    recordedScanId: row.recorded_scan_id,
    event: {
      eventId: row.event_id,
      status: row.event_status_id,
      venueId: row.venue_id,
      doorsAt: row.doors_at?.getTime() ?? null,
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at?.getTime() ?? null,
      membershipSeatMapId: row.membership_seat_map_id,
      rotatingBarcodes: row.rotating_barcodes ?? false,
    },
    gate: {
      gateId: row.gate_id,
      venueId: row.gate_venue_id,
      archived: row.gate_status === 'archived',
      open: row.open,
    },
  }
}

const missing = (param: string) =>
  new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
