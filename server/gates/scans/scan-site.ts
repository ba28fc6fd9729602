import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Direction, EventFacts, GateFacts } from '../rules/facts.ts'
import type { ScanRequest } from './decide-scans.ts'
import type { RecordedIdentity } from './scan-identity.ts'

/** Where a scan is made, and the scan that the log has under its nonce. */
export type ScanSite = {
  /** Null for a key that has not called before. */
  deviceId: number | null
  recorded: (RecordedIdentity & { scan_id: number }) | null
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
  recorded_event_id: IdOrNull,
  recorded_gate_id: IdOrNull,
  recorded_direction: Type.Unsafe<Direction | null>({ type: ['string', 'null'] }),
  recorded_barcode: Nullable(Type.String()),
  recorded_by_search: Nullable(Type.Boolean()),
  recorded_ticket_id: IdOrNull,
  recorded_member_id: IdOrNull,
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
    s.scan_id as recorded_scan_id, s.event_id as recorded_event_id, s.gate_id as recorded_gate_id,
    s.direction as recorded_direction, s.barcode as recorded_barcode, s.by_search as recorded_by_search,
    s.ticket_id as recorded_ticket_id, s.membership_member_id as recorded_member_id
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
    select scan_id, event_id, gate_id, direction, barcode, by_search, ticket_id, membership_member_id
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
    recorded: recordedOf(row),
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

function recordedOf(row: ScanSiteRow): ScanSite['recorded'] {
  const { recorded_scan_id, recorded_event_id, recorded_gate_id, recorded_direction, recorded_barcode } = row
  if (!recorded_scan_id || !recorded_event_id || !recorded_gate_id || !recorded_direction) return null
  return {
    scan_id: recorded_scan_id,
    event_id: recorded_event_id,
    gate_id: recorded_gate_id,
    direction: recorded_direction,
    barcode: recorded_barcode ?? '',
    by_search: row.recorded_by_search ?? false,
    ticket_id: row.recorded_ticket_id,
    membership_member_id: row.recorded_member_id,
  }
}

const missing = (param: string) =>
  new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
