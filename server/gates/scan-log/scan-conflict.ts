import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ScannedNameField, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { Resource } from '../../resources/resource.ts'
import { type LateRefusal, lateRefusals } from '../rules/facts.ts'
import { NullableObject } from '../scans/gate-scan.ts'

const ConflictingScan = Type.Object(
  {
    scan_id: Type.Integer(),
    gate_id: Type.Integer(),
    gate: Type.String(),
    device_id: Type.Integer(),
    device: Type.String(),
    steward: Nullable(Type.String({ description: 'who held it, as far as they said' })),
    scanned_at: Type.Integer({ description: 'Unix seconds, by our clock' }),
    offline: Type.Boolean(),
    by_search: Type.Boolean({ description: 'nobody read the barcode: a steward found the holder' }),
  },
  { title: 'ConflictingScan' },
)
type ConflictingScan = Static<typeof ConflictingScan>

/** Whose ticket or card it is, and where they should be. */
const ConflictHolder = Type.Object(
  {
    name: Nullable(ScannedNameField({ description: 'on the ticket, or of the member' })),
    order_id: Nullable(Type.Integer()),
    category_title: Nullable(Type.String()),
    price_title: Nullable(Type.String({ description: 'or the membership type of the member' })),
    seat_section: Nullable(Type.String()),
    seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
    seat_row: Nullable(Type.String()),
    seat_title: Nullable(Type.String()),
  },
  { title: 'ConflictHolder' },
)

/** The fan went out between the two without a scan; it was passed on and both are right; or a fan is inside who should not be. */
export const conflictOutcomes = ['went_out', 'passed_on', 'wrong_person'] as const
export type ConflictOutcome = (typeof conflictOutcomes)[number]

export const conflictStatuses = ['open', 'resolved', 'withdrawn'] as const
type ConflictStatus = (typeof conflictStatuses)[number]

export const ScanConflict = Type.Object(
  {
    scan_conflict_id: Type.Integer(),
    event_id: Type.String(),
    status: OneOf([...conflictStatuses], {
      description: 'withdrawn: a scan that came later showed that there was none',
    }),
    ticket_id: Nullable(Type.Integer()),
    membership_member_id: Nullable(Type.Integer()),
    barcode: TicketCodeField({ description: 'as the second gate read it' }),
    holder: ConflictHolder,
    reason: OneOf(['second_admission', ...lateRefusals], {
      description: 'or why the rules would have refused what a device admitted offline',
    }),
    first: NullableObject(ConflictingScan),
    second: ConflictingScan,
    outcome: Type.Unsafe<ConflictOutcome | null>({
      type: ['string', 'null'],
      enum: [...conflictOutcomes, null],
      description: 'what came of it; null where it is open, or written out',
    }),
    resolution: Nullable(Type.String({ description: 'the same in words, where somebody wrote some' })),
    resolved_by: Nullable(Type.String()),
    resolved_at: Nullable(Type.Integer()),
    created_at: Type.Integer(),
  },
  { title: 'ScanConflict' },
)
export type ScanConflict = Static<typeof ScanConflict>

const At = Type.Unsafe<Date>({ type: 'object' })

export const ScanConflictRow = Type.Object({
  scan_conflict_id: Type.Integer(),
  event_id: Type.Integer(),
  scan_conflict_status: Type.Unsafe<ConflictStatus>({ type: 'string' }),
  ticket_id: Nullable(Type.Integer()),
  membership_member_id: Nullable(Type.Integer()),
  barcode: TicketCodeField(),
  late_refusal: Type.Unsafe<LateRefusal | null>({ type: ['string', 'null'] }),
  holder_name: Nullable(Type.String()),
  order_id: Nullable(Type.Integer()),
  category_title: Nullable(Type.String()),
  price_title: Nullable(Type.String()),
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  first_scan_id: Nullable(Type.Integer()),
  first_gate_id: Nullable(Type.Integer()),
  first_gate: Nullable(Type.String()),
  first_device_id: Nullable(Type.Integer()),
  first_device: Nullable(Type.String()),
  first_scanned_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  first_offline: Nullable(Type.Boolean()),
  first_by_search: Nullable(Type.Boolean()),
  first_steward: Nullable(Type.String()),
  second_scan_id: Type.Integer(),
  second_gate_id: Type.Integer(),
  second_gate: Type.String(),
  second_device_id: Type.Integer(),
  second_device: Type.String(),
  second_scanned_at: At,
  second_offline: Type.Boolean(),
  second_by_search: Type.Boolean(),
  second_steward: Nullable(Type.String()),
  outcome: Type.Unsafe<ConflictOutcome | null>({ type: ['string', 'null'] }),
  resolution: Nullable(Type.String()),
  resolved_by: Nullable(Type.String()),
  resolved_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: At,
})
export type ScanConflictRow = Static<typeof ScanConflictRow>

export const selectScanConflicts = (sql: Db) => sql`
  select t.scan_conflict_id, t.event_id, t.scan_conflict_status, b.ticket_id, b.membership_member_id, b.barcode,
    b.late_refusal, coalesce(k.ticket_name, m.first_name || ' ' || m.last_name) as holder_name, k.order_id,
    c.title as category_title, coalesce(p.title, y.title) as price_title,
    coalesce(x.title, c.section_label) as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title,
    t.first_scan_id, a.gate_id as first_gate_id, ga.name as first_gate, a.device_id as first_device_id,
    da.name as first_device, a.scanned_at as first_scanned_at, a.offline as first_offline,
    a.by_search as first_by_search, a.steward as first_steward,
    t.second_scan_id, b.gate_id as second_gate_id, gb.name as second_gate, b.device_id as second_device_id,
    db.name as second_device, b.scanned_at as second_scanned_at, b.offline as second_offline,
    b.by_search as second_by_search, b.steward as second_steward, t.outcome, t.resolution, t.resolved_by, t.resolved_at, t.created_at
  from scan_conflicts t
  left join scans a on a.org_id = t.org_id and a.scan_id = t.first_scan_id
  left join gates ga on ga.org_id = t.org_id and ga.gate_id = a.gate_id
  left join devices da on da.org_id = t.org_id and da.device_id = a.device_id
  join scans b on b.org_id = t.org_id and b.scan_id = t.second_scan_id
  join gates gb on gb.org_id = t.org_id and gb.gate_id = b.gate_id
  join devices db on db.org_id = t.org_id and db.device_id = b.device_id
  left join tickets k on k.org_id = t.org_id and k.ticket_id = b.ticket_id
  left join prices p on p.org_id = t.org_id and p.price_id = k.price_id
  left join price_categories c on c.org_id = t.org_id and c.price_category_id = k.price_category_id
  left join members m on m.org_id = t.org_id and m.membership_member_id = b.membership_member_id
  left join membership_types y on y.org_id = t.org_id and y.membership_type_id = m.membership_type_id
  left join seats s on s.org_id = t.org_id and s.seat_id = coalesce(k.seat_id, m.membership_seat_id)
  left join seat_sections x
    on x.org_id = t.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id`

export const toScanConflict = (row: ScanConflictRow) =>
  ({
    scan_conflict_id: row.scan_conflict_id,
    event_id: String(row.event_id),
    status: row.scan_conflict_status,
    ticket_id: row.ticket_id,
    membership_member_id: row.membership_member_id,
    barcode: row.barcode,
    holder: {
      name: row.holder_name,
      order_id: row.order_id,
      category_title: row.category_title,
      price_title: row.price_title,
      seat_section: row.seat_section,
      seat_block: row.seat_block,
      seat_row: row.seat_row,
      seat_title: row.seat_title,
    },
    reason: row.first_scan_id === null ? (row.late_refusal ?? 'blocked') : 'second_admission',
    first: firstOf(row),
    second: {
      scan_id: row.second_scan_id,
      gate_id: row.second_gate_id,
      gate: row.second_gate,
      device_id: row.second_device_id,
      device: row.second_device,
      steward: row.second_steward,
      scanned_at: unixSeconds(row.second_scanned_at),
      offline: row.second_offline,
      by_search: row.second_by_search,
    },
    outcome: row.outcome,
    resolution: row.resolution,
    resolved_by: row.resolved_by,
    resolved_at: row.resolved_at ? unixSeconds(row.resolved_at) : null,
    created_at: unixSeconds(row.created_at),
  }) satisfies ScanConflict

function firstOf(row: ScanConflictRow): ConflictingScan | null {
  const { first_scan_id: scan_id, first_gate_id: gate_id, first_gate: gate, first_device_id: device_id } = row
  const { first_device: device, first_scanned_at, first_offline: offline, first_steward: steward } = row
  if (scan_id === null) return null
  if (
    gate_id === null ||
    gate === null ||
    device_id === null ||
    device === null ||
    !first_scanned_at ||
    offline === null
  )
    throw new Error(`scan ${scan_id} is without its gate or device`)
  const scanned_at = unixSeconds(first_scanned_at)
  const by_search = row.first_by_search ?? false
  return { scan_id, gate_id, gate, device_id, device, steward, scanned_at, offline, by_search }
}

export const findScanConflicts = (orgId: OrgId, sql: Db, ids: number[]) => sql<ScanConflictRow[]>`
  ${selectScanConflicts(sql)}
  where t.org_id = ${orgId}
    and t.scan_conflict_id = any (${ids}::bigint[])
  order by t.scan_conflict_id`

export const scanConflicts: Resource<ScanConflictRow, ScanConflict> = {
  singular: 'scan_conflict',
  operationNames: { one: 'ScanConflict', many: 'ScanConflicts' },
  object: 'scan_conflicts',
  scope: 'gates:manage',
  listPath: '/v1/manage/scan_conflicts',
  itemPath: '/v1/manage/scan_conflicts/:scan_conflict_id',
  table: 'scan_conflicts',
  id: 'scan_conflict_id',
  tag: 'Gates',
  schema: ScanConflict,
  select: selectScanConflicts,
  toItem: toScanConflict,
}
