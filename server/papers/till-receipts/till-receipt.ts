import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { FiscalKind } from '../../payments/fiscal/fiscal-device.ts'
import { OUTAGE, signatureExcerpt } from '../../payments/fiscal/fiscal-text.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

const FiscalSignature = Type.Object(
  {
    kind: Type.String({ description: 'tse, rksv or nf525' }),
    state: OneOf(['signed', 'outage'], { description: 'outage: the device did not answer, and the receipt says so' }),
    notice: Nullable(Type.String({ description: 'what the receipt says of an outage' })),
    serial: Type.String({ description: 'of the device' }),
    transaction: Nullable(Type.Integer({ description: 'of the device' })),
    signature_counter: Nullable(Type.Integer()),
    started: Type.Integer({ description: 'Unix seconds' }),
    finished: Nullable(Type.Integer()),
    signature: Nullable(Type.String({ description: 'base64' })),
    excerpt: Nullable(Type.String({ description: 'four signs of it, which a French receipt prints' })),
    code: Nullable(Type.String({ description: 'for the QR code of the receipt' })),
  },
  { title: 'FiscalSignature' },
)

export const TillReceipt = Type.Object(
  {
    till_receipt_id: Type.Integer(),
    till_id: Type.Integer(),
    name: Type.String({ description: 'the counter' }),
    number: Type.Integer({ description: 'of the receipts of this counter, without a gap' }),
    kind: OneOf(['sale', 'refund', 'payment', 'reversal'], {
      description: 'payment: cash for a debt; reversal: taken back',
    }),
    order_id: Nullable(Type.Integer()),
    payment_method: Type.String(),
    currency: Type.String({ description: 'ISO 4217' }),
    amount: Type.Number({ description: 'that came in; below zero: that went out' }),
    rounding: Type.Number({ description: 'by which more was handed over, for want of a smaller coin' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    signature: Type.Union([FiscalSignature, Type.Null()], { description: 'null: it is not signed' }),
  },
  { title: 'TillReceipt' },
)

export const TillReceiptRow = Type.Object({
  till_receipt_id: Type.Integer(),
  till_id: Type.Integer(),
  name: Type.String(),
  receipt_number: Type.Integer(),
  kind: Type.Unsafe<'sale' | 'refund' | 'payment' | 'reversal'>({ type: 'string' }),
  order_id: Nullable(Type.Integer()),
  payment_method: Type.String(),
  currency: Type.String(),
  amount_minor: Type.Integer(),
  rounding_minor: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  fiscal_kind: Type.Unsafe<FiscalKind | null>({ type: ['string', 'null'] }),
  serial: Nullable(Type.String()),
  transaction_number: Nullable(Type.Integer()),
  signature_counter: Nullable(Type.Integer()),
  started_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  finished_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  signature: Nullable(Type.String()),
  code: Nullable(Type.String()),
})
export type TillReceiptRow = Static<typeof TillReceiptRow>

export const selectReceipts = (orgId: OrgId, sql: Db) => sql`
  select t.till_receipt_id, t.till_id, c.name, t.receipt_number, t.kind, t.order_id, t.payment_method, c.currency, t.amount_minor,
    t.rounding_minor, t.created_at, s.kind as fiscal_kind, s.serial, s.transaction_number, s.signature_counter, s.started_at, s.finished_at,
    s.signature, s.code
  from till_receipts t
  join counters c on c.org_id = ${orgId} and c.counter_id = t.counter_id
  left join fiscal_signatures s on s.org_id = ${orgId} and s.counter_id = t.counter_id and s.receipt_number = t.receipt_number`

function signatureOf(row: TillReceiptRow) {
  const { fiscal_kind: kind, serial, started_at: started, signature } = row
  if (kind === null || serial === null || started === null) return null
  return {
    kind,
    state: signature === null ? ('outage' as const) : ('signed' as const),
    notice: signature === null ? OUTAGE[kind] : null,
    serial,
    transaction: row.transaction_number,
    signature_counter: row.signature_counter,
    started: unixSeconds(started),
    finished: row.finished_at && unixSeconds(row.finished_at),
    signature,
    excerpt: kind === 'nf525' && signature !== null ? signatureExcerpt(signature) : null,
    code: row.code,
  } satisfies Static<typeof FiscalSignature>
}

export const toReceipt = (row: TillReceiptRow) =>
  ({
    till_receipt_id: row.till_receipt_id,
    till_id: row.till_id,
    name: row.name,
    number: row.receipt_number,
    kind: row.kind,
    order_id: row.order_id,
    payment_method: row.payment_method,
    currency: row.currency,
    amount: toMajor(row.amount_minor, row.currency),
    rounding: toMajor(row.rounding_minor, row.currency),
    created: unixSeconds(row.created_at),
    signature: signatureOf(row),
  }) satisfies Static<typeof TillReceipt>
