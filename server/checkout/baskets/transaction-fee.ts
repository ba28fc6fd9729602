import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { BorneRateColumn, feeRate } from '../../programme/tax-rates/borne-rate.ts'
import type { Channel } from './item-rules.ts'

/** What an order as a whole costs: an amount and a part of what it costs otherwise, up to a most. */
export type FeeRule = { fixedMinor: number; basisPoints: number; maxMinor: number | null; onFreeOrders: boolean }

/**
 * The fee of an order, given what it costs without one: prices less discounts, with fees and tax. The part is rounded once, half a
 * minor unit up. An order that costs nothing bears none, unless the rule says so.
 */
export function transactionFee(costMinor: number, rule: FeeRule | null): number {
  if (rule === null || (costMinor === 0 && !rule.onFreeOrders)) return 0
  const part = Number((BigInt(costMinor) * BigInt(rule.basisPoints) + 5000n) / 10_000n)
  const feeMinor = rule.fixedMinor + part
  return Math.min(feeMinor, rule.maxMinor ?? feeMinor)
}

/** What the organisation has set, in its own currency, and the rate of tax that fees bear. */
export const FeeSettingRow = Type.Object({
  fee_currency: Type.String(),
  fee_fixed_minor: Type.Integer(),
  fee_basis_points: Type.Integer(),
  fee_max_minor: Nullable(Type.Integer()),
  fee_free_orders: Type.Boolean(),
  fee_boxoffice: Type.Boolean(),
  fee_tax_rate: BorneRateColumn,
})
export type FeeSetting = Static<typeof FeeSettingRow>

/** Of organisations `g`. */
export const feeColumns = (orgId: OrgId, sql: Db) => sql`
  g.currency as fee_currency, g.transaction_fee_fixed_minor as fee_fixed_minor,
  g.transaction_fee_basis_points as fee_basis_points, g.transaction_fee_max_minor as fee_max_minor,
  g.transaction_fee_free_orders as fee_free_orders, g.transaction_fee_boxoffice as fee_boxoffice,
  ${feeRate(orgId, sql)} as fee_tax_rate`

export const findFeeSetting = (orgId: OrgId, sql: Db) => sql<FeeSetting[]>`
  select ${feeColumns(orgId, sql)}
  from organisations g
  where g.org_id = ${orgId}`

/** As it applies to an order: amounts say nothing about another currency, where the part alone counts. */
export function feeRuleOf(setting: FeeSetting, currency: string | null, channel: Channel): FeeRule | null {
  if (channel === 'boxoffice' && !setting.fee_boxoffice) return null
  const inCurrency = currency === setting.fee_currency
  return {
    fixedMinor: inCurrency ? setting.fee_fixed_minor : 0,
    basisPoints: setting.fee_basis_points,
    maxMinor: inCurrency ? setting.fee_max_minor : null,
    onFreeOrders: setting.fee_free_orders,
  }
}
