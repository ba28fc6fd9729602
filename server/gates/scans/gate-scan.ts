import { type Static, type TObject, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { exposed, MemberNameField, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { ConcessionOrNull } from '../../programme/prices/price.ts'
import { isSoftOverdue } from '../rules/decide.ts'
import { type Direction, type LoggedResult, letThroughResults, refusals, stewardTexts } from '../rules/facts.ts'
import { GateAnswer } from './gate-answers.ts'
import { findGuidance, Guidance } from './guidance.ts'
import { type BarcodeHolder, findHolders, holderFacts, type MemberHolderRow, type TicketHolderRow } from './holders.ts'

export const scanResults: LoggedResult[] = [...letThroughResults, ...refusals, 'annulled']

/** An object, or null where there is none. */
export const NullableObject = <T extends TObject>(schema: T) => Type.Union([schema, Type.Null()])

const seat = {
  seat_section: Nullable(Type.String()),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
}

/** What a steward sees of a ticket: enough to point the way, no more. */
const TicketShown = Type.Object(
  {
    ticket_id: Type.Integer(),
    ticket_name: Nullable(Type.String({ description: 'the holder' })),
    category_title: Type.String(),
    price_title: Type.String(),
    ...seat,
    concession: ConcessionOrNull('a price for which the steward has to look twice'),
    gate_check: Nullable(Type.String({ description: 'at what, such as a student card' })),
    answers: Type.Array(GateAnswer, { description: 'to the questions that stewards are to see' }),
  },
  { title: 'TicketShown' },
)

const MemberShown = Type.Object(
  {
    membership_member_id: Type.Integer(),
    first_name: MemberNameField(),
    last_name: MemberNameField(),
    member_number: Type.String(),
    membership_type: Nullable(Type.String()),
    ...seat,
  },
  { title: 'MemberShown' },
)

const PreviousScan = Type.Object(
  { gate_id: Type.Integer(), gate: Type.String(), scanned_at: Type.Integer({ description: 'Unix seconds' }) },
  { title: 'PreviousScan' },
)
type PreviousScan = Static<typeof PreviousScan>

/** One line of the log, and whose barcode it was. */
const properties = {
  scan_id: Type.Integer(),
  result: OneOf(scanResults),
  event_id: Type.String(),
  gate_id: Type.Integer(),
  device_id: Type.Integer(),
  direction: OneOf(['entry', 'exit']),
  barcode: TicketCodeField({ description: 'as it was read' }),
  nonce: Type.String(),
  offline: Type.Boolean(),
  scanned_at: Type.Integer({ description: 'Unix seconds, by our clock' }),
  annuls_scan_id: Nullable(Type.Integer({ description: 'the scan that this one takes back' })),
  ticket: NullableObject(TicketShown),
  member: NullableObject(MemberShown),
}

/** What a webhook tells of a scan. */
export const LoggedScan = Type.Object(properties, { title: 'LoggedScan' })

/** What a gate is told. */
export const GateScan = Type.Object(
  {
    ...properties,
    message: Type.String({ description: 'for the steward to read' }),
    previous: NullableObject(PreviousScan),
    guidance: NullableObject(Guidance),
    notice: Type.Unsafe<'instalment_overdue' | null>({
      type: ['string', 'null'],
      enum: ['instalment_overdue', null],
      description:
        'of a member who is let in, to be told by the steward: an instalment is open, and before long they are refused',
    }),
  },
  { title: 'GateScan' },
)

/** Of a line of the log, what every reader of it wants. */
export const scanProperties = {
  scan_id: Type.Integer(),
  gate_id: Type.Integer(),
  direction: Type.Unsafe<Direction>({ type: 'string' }),
  result: Type.Unsafe<LoggedResult>({ type: 'string' }),
  barcode: TicketCodeField(),
  ticket_id: Nullable(Type.Integer()),
  membership_member_id: Nullable(Type.Integer()),
  annuls_scan_id: Nullable(Type.Integer()),
  offline: Type.Boolean(),
  scanned_at: Type.Unsafe<Date>({ type: 'object' }),
}

export const ScanRow = Type.Object({
  ...scanProperties,
  event_id: Type.Integer(),
  device_id: Type.Integer(),
  nonce: Type.String(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type ScanRow = Static<typeof ScanRow>

/** A row without the time at which we heard of it. */
export type NewScanRow = Omit<ScanRow, 'created_at'>

export const scanRowColumns = (sql: Db) => sql`
  scan_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, membership_member_id,
  annuls_scan_id, offline, scanned_at, created_at`

export const toLoggedScan = (row: NewScanRow, holder: BarcodeHolder | undefined) =>
  ({
    scan_id: row.scan_id,
    result: row.result,
    event_id: String(row.event_id),
    gate_id: row.gate_id,
    device_id: row.device_id,
    direction: row.direction,
    barcode: row.barcode,
    nonce: row.nonce,
    offline: row.offline,
    scanned_at: unixSeconds(row.scanned_at),
    annuls_scan_id: row.annuls_scan_id,
    ticket: holder?.ticket ? toTicketShown(holder.ticket) : null,
    member: holder?.member ? toMemberShown(holder.member) : null,
  }) satisfies Static<typeof LoggedScan>

const toTicketShown = (row: TicketHolderRow): Static<typeof TicketShown> => ({
  ticket_id: row.ticket_id,
  ticket_name: row.ticket_name,
  category_title: row.category_title,
  price_title: row.price_title,
  seat_section: row.seat_section,
  seat_block: row.seat_block,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
  concession: row.concession,
  gate_check: row.gate_check,
  answers: row.answers ?? [],
})

const toMemberShown = (row: MemberHolderRow): Static<typeof MemberShown> => ({
  membership_member_id: row.membership_member_id,
  first_name: row.first_name,
  last_name: row.last_name,
  member_number: row.member_number,
  membership_type: row.membership_type,
  seat_section: row.seat_section,
  seat_block: row.seat_block,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
})

type Said = { previous?: PreviousScan | null; guidance?: Guidance | null }

export const toGateScan = (row: NewScanRow, holder: BarcodeHolder | undefined, said: Said = {}) =>
  ({
    ...toLoggedScan(row, holder),
    message: stewardTexts[row.result],
    previous: said.previous ?? null,
    guidance: said.guidance ?? null,
    notice: noticeOf(row, holder),
  }) satisfies Static<typeof GateScan>

const noticeOf = ({ result, event_id, scanned_at }: NewScanRow, holder: BarcodeHolder | undefined) =>
  result === 'admitted' && isSoftOverdue(holderFacts(holder, event_id), scanned_at.getTime())
    ? 'instalment_overdue'
    : null

/** What a steward is told beyond the result: looked up where a fan may not enter. */
export const findSaid = async (orgId: OrgId, sql: Db, row: NewScanRow, holder: BarcodeHolder | undefined) => ({
  previous: await findPreviousEntry(orgId, sql, row),
  guidance: await findGuidance(orgId, sql, row, holder),
})

export const findScan = (orgId: OrgId, sql: Db, scanId: number) => sql<ScanRow[]>`
  select ${scanRowColumns(sql)}
  from scans
  where org_id = ${orgId}
    and scan_id = ${scanId}`

/** What a gate was told before, for one that asks again. */
export async function findGateScan(orgId: OrgId, sql: Db, scanId: number) {
  const [row] = await findScan(orgId, sql, scanId)
  if (!row) throw new Error(`scan ${scanId} is gone`)
  const barcode = exposed(row.barcode)
  const holders = await findHolders(orgId, sql, [barcode])
  const holder = holders.get(barcode)
  return toGateScan(row, holder, await findSaid(orgId, sql, row, holder))
}

/** Where and when the barcode was let in, for one that may not enter again: the steward's next question. */
export async function findPreviousEntry(orgId: OrgId, sql: Db, scan: NewScanRow): Promise<PreviousScan | null> {
  if (scan.result !== 'already_used' && scan.result !== 'not_exited') return null
  const [row] = await sql<{ gate_id: number; gate: string; scanned_at: Date }[]>`
    select s.gate_id, g.name as gate, s.scanned_at
    from scans s
    join gates g on g.org_id = s.org_id and g.gate_id = s.gate_id
    where s.org_id = ${orgId}
      and ${
        scan.ticket_id === null
          ? sql`s.membership_member_id = ${scan.membership_member_id} and s.event_id = ${scan.event_id}`
          : sql`s.ticket_id = ${scan.ticket_id}`
      }
      and s.result = 'admitted'
      and s.scan_id < ${scan.scan_id}
      and not exists (
        select 1
        from scans n
        where n.org_id = ${orgId}
          and n.annuls_scan_id = s.scan_id
      )
    order by s.scanned_at desc, s.scan_id desc
    limit 1`
  return row ? { gate_id: row.gate_id, gate: row.gate, scanned_at: unixSeconds(row.scanned_at) } : null
}
