import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

/** What the operator has taken of the payments of a month, as an invoice to the organisation. It is never changed. */
export const OperatorInvoice = Type.Object(
  {
    operator_invoice_id: Type.Integer(),
    number: Type.String({ description: 'as it is printed; without a gap' }),
    month: Type.String({ description: 'YYYY-MM, on the organisation’s calendar' }),
    payments: Type.Integer({ description: 'of how many it is' }),
    currency: Type.String({ description: 'ISO 4217' }),
    net: Type.Number({ description: 'without tax, major unit of the currency' }),
    tax: Type.Number({ description: 'of it' }),
    total: Type.Number({ description: 'with tax; it was kept of the payments, and nothing is left to pay' }),
    issued: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'OperatorInvoice' },
)

export const OperatorInvoiceRow = Type.Object({
  operator_invoice_id: Type.Integer(),
  label: Type.String(),
  month: Type.String(),
  payments: Type.Integer(),
  currency: Type.String(),
  net_minor: Type.Integer(),
  tax_minor: Type.Integer(),
  total_minor: Type.Integer(),
  issued_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type OperatorInvoiceRow = Static<typeof OperatorInvoiceRow>

/** The month is written without `to_char`, which a shard does not take in `returning`. */
export const operatorInvoiceColumns = (sql: Db) => sql`
  operator_invoice_id, label, extract(year from month)::text || '-' || lpad(extract(month from month)::text, 2, '0') as month,
  payments, currency, net_minor, tax_minor, total_minor, issued_at`

export const toOperatorInvoice = (row: OperatorInvoiceRow) =>
  ({
    operator_invoice_id: row.operator_invoice_id,
    number: row.label,
    month: row.month,
    payments: row.payments,
    currency: row.currency,
    net: toMajor(row.net_minor, row.currency),
    tax: toMajor(row.tax_minor, row.currency),
    total: toMajor(row.total_minor, row.currency),
    issued: unixSeconds(row.issued_at),
  }) satisfies Static<typeof OperatorInvoice>
