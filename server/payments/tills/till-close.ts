import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

const fields = {
  till_close_id: Type.Integer(),
  till_id: Type.Integer(),
  name: Type.String({ description: 'the counter or the device' }),
  number: Type.Integer({ description: 'of the closes of this counter, without a gap' }),
  currency: Type.String({ description: 'ISO 4217' }),
  opened: Type.Integer({ description: 'Unix seconds' }),
  closed: Type.Integer({ description: 'Unix seconds' }),
  closed_by: Nullable(Type.String({ description: 'null: a key' })),
  receipts: Type.Integer({ description: 'of all that happened at the counter since the close before' }),
  first_receipt: Nullable(Type.Integer({ description: 'its number' })),
  last_receipt: Nullable(Type.Integer()),
  float: Type.Number({ description: 'cash at the opening' }),
  expected: Type.Number({ description: 'cash that should have been in it' }),
  counted: Type.Number(),
  difference: Type.Number({ description: 'counted less expected' }),
  note: Nullable(Type.String({ description: 'why there is a difference' })),
}

export const TillClose = Type.Object(fields, { title: 'TillClose' })

const MethodSum = Type.Object(
  {
    payment_method: Type.String(),
    receipts: Type.Integer(),
    received: Type.Number(),
    paid_back: Type.Number(),
  },
  { title: 'TillCloseMethod' },
)

const RateSum = Type.Object(
  {
    tax_rate_id: Nullable(Type.Integer({ description: 'null: what bears no rate' })),
    title: Nullable(Type.String()),
    kind: Nullable(Type.String({ description: 'that of the rate' })),
    percentage: Nullable(Type.Number()),
    sold: Type.Number({ description: 'with the tax' }),
    sold_tax: Type.Number(),
    returned: Type.Number({ description: 'with the tax' }),
    returned_tax: Type.Number(),
  },
  { title: 'TillCloseTax' },
)

export const TillCloseReport = Type.Object(
  {
    ...fields,
    methods: Type.Array(MethodSum, { description: 'what was received and paid back, by payment method' }),
    taxes: Type.Array(RateSum, { description: 'what was sold and taken back, by rate of tax' }),
    cash_rounding: Type.Number({ description: 'what rounding to the least coin has brought; below zero: cost' }),
    deposits: Type.Number({ description: 'put into the drawer without a sale' }),
    drops: Type.Number({ description: 'taken to the safe' }),
    payouts: Type.Number({ description: 'taken out for something bought' }),
  },
  { title: 'TillCloseReport' },
)

/** A close keeps these sums beside its columns, in the minor unit of its currency. */
export type CloseContent = {
  methods: { payment_method: string; receipts: number; received_minor: number; paid_back_minor: number }[]
  taxes: {
    tax_rate_id: number | null
    title: string | null
    kind: string | null
    thousandths: number | null
    sold_minor: number
    sold_tax_minor: number
    returned_minor: number
    returned_tax_minor: number
  }[]
  moved: { deposit: number; drop: number; payout: number }
  rounding_minor: number
}

export const TillCloseRow = Type.Object({
  till_close_id: Type.Integer(),
  till_id: Type.Integer(),
  name: Type.String(),
  number: Type.Integer(),
  currency: Type.String(),
  opened_at: Type.Unsafe<Date>({ type: 'object' }),
  first_receipt: Type.Integer(),
  last_receipt: Type.Integer(),
  float_minor: Type.Integer(),
  expected_minor: Type.Integer(),
  counted_minor: Type.Integer(),
  note: Nullable(Type.String()),
  closed_by_name: Nullable(Type.String()),
  content: Type.Unsafe<CloseContent>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type TillCloseRow = Static<typeof TillCloseRow>

export const closeColumns = (sql: Db) =>
  sql`till_close_id, till_id, name, number, currency, opened_at, first_receipt, last_receipt, float_minor, expected_minor, counted_minor, note,
    closed_by_name, content, created_at`

export function toClose(row: TillCloseRow) {
  const amount = (minor: number) => toMajor(minor, row.currency)
  const receipts = row.last_receipt - row.first_receipt + 1
  return {
    till_close_id: row.till_close_id,
    till_id: row.till_id,
    name: row.name,
    number: row.number,
    currency: row.currency,
    opened: unixSeconds(row.opened_at),
    closed: unixSeconds(row.created_at),
    closed_by: row.closed_by_name,
    receipts,
    first_receipt: receipts === 0 ? null : row.first_receipt,
    last_receipt: receipts === 0 ? null : row.last_receipt,
    float: amount(row.float_minor),
    expected: amount(row.expected_minor),
    counted: amount(row.counted_minor),
    difference: amount(row.counted_minor - row.expected_minor),
    note: row.note,
  } satisfies Static<typeof TillClose>
}

export function toCloseReport(row: TillCloseRow) {
  const amount = (minor: number) => toMajor(minor, row.currency)
  const { methods, taxes, moved } = row.content
  return {
    ...toClose(row),
    methods: methods.map((sum) => ({
      payment_method: sum.payment_method,
      receipts: sum.receipts,
      received: amount(sum.received_minor),
      paid_back: amount(sum.paid_back_minor),
    })),
    taxes: taxes.map((sum) => ({
      tax_rate_id: sum.tax_rate_id,
      title: sum.title,
      kind: sum.kind,
      percentage: sum.thousandths === null ? null : sum.thousandths / 1000,
      sold: amount(sum.sold_minor),
      sold_tax: amount(sum.sold_tax_minor),
      returned: amount(sum.returned_minor),
      returned_tax: amount(sum.returned_tax_minor),
    })),
    cash_rounding: amount(row.content.rounding_minor ?? 0),
    deposits: amount(moved.deposit),
    drops: amount(moved.drop),
    payouts: amount(moved.payout),
  } satisfies Static<typeof TillCloseReport>
}
