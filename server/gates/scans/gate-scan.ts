import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type Direction, type LoggedResult, letThroughResults, refusals } from '../rules/facts.ts'
import { messages } from '../rules/messages.ts'
import { MemberShown, NullableObject, type Shown, TicketShown } from './shown.ts'

export const scanResults: LoggedResult[] = [...letThroughResults, ...refusals, 'annulled']

export const PreviousScan = Type.Object(
  { gate_id: Type.Integer(), gate: Type.String(), scanned_at: Type.Integer({ description: 'Unix seconds' }) },
  { title: 'PreviousScan' },
)
export type PreviousScan = Static<typeof PreviousScan>

/** One line of the log, and whose barcode it was. */
const properties = {
  scan_id: Type.Integer(),
  result: OneOf(scanResults),
  event_id: Type.String(),
  gate_id: Type.Integer(),
  device_id: Type.Integer(),
  direction: OneOf(['entry', 'exit']),
  barcode: Type.String({ description: 'as it was read' }),
  nonce: Type.String(),
  offline: Type.Boolean(),
  scanned_at: Type.Integer({ description: 'Unix seconds, by our clock' }),
  annuls_scan_id: Nullable(Type.Integer({ description: 'the scan that this one takes back' })),
  ticket: NullableObject(TicketShown),
  member: NullableObject(MemberShown),
}

/** What a webhook tells of a scan. */
export const LoggedScan = Type.Object(properties)

/** What a gate is told. */
export const GateScan = Type.Object(
  {
    ...properties,
    message: Type.String({ description: 'for the steward to read' }),
    previous: NullableObject(PreviousScan),
  },
  { title: 'GateScan' },
)

export const ScanRow = Type.Object({
  scan_id: Type.Integer(),
  event_id: Type.Integer(),
  gate_id: Type.Integer(),
  device_id: Type.Integer(),
  nonce: Type.String(),
  direction: Type.Unsafe<Direction>({ type: 'string' }),
  result: Type.Unsafe<LoggedResult>({ type: 'string' }),
  barcode: Type.String(),
  ticket_id: Nullable(Type.Integer()),
  membership_member_id: Nullable(Type.Integer()),
  annuls_scan_id: Nullable(Type.Integer()),
  offline: Type.Boolean(),
  scanned_at: Type.Unsafe<Date>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type ScanRow = Static<typeof ScanRow>

export const toLoggedScan = (row: Omit<ScanRow, 'created_at'>, { ticket, member }: Shown) =>
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
    ticket,
    member,
  }) satisfies Static<typeof LoggedScan>

export const toGateScan = (row: Omit<ScanRow, 'created_at'>, shown: Shown, previous: PreviousScan | null = null) =>
  ({
    ...toLoggedScan(row, shown),
    message: messages[row.result],
    previous,
  }) satisfies Static<typeof GateScan>
