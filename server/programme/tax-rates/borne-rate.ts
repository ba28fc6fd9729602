import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { conflictOn, missing } from '../../resources/constraints.ts'
import type { BorneRate, TaxShare } from './split-tax.ts'

/** The column of a rate that was read along with what bears it; null where nothing does. */
export const BorneRateColumn = Type.Unsafe<BorneRate | null>({ type: ['object', 'null'] })

/** What an order has of each rate; null where nothing is known of tax. */
export const TaxSharesColumn = Type.Unsafe<TaxShare[] | null>({ type: ['array', 'null'] })

/** Of tax_rates by that name, which is joined where something bears a rate. */
const rateDocument = (sql: Db, rates: string) => sql`json_build_object(
  'tax_rate_id', ${sql(`${rates}.tax_rate_id`)}, 'title', ${sql(`${rates}.title`)}, 'kind', ${sql(`${rates}.kind`)},
  'included_in_prices', ${sql(`${rates}.included_in_prices`)},
  'percentages', ${sql(`${rates}.percentages`)}
)`

/** The rate that a row of `bearer` bears: it is read with what is sold, by no statement of its own. */
export const borneRate = (
  orgId: OrgId,
  sql: Db,
  bearer: string,
) => sql`case when ${sql(`${bearer}.tax_rate_id`)} is not null then (
  select ${rateDocument(sql, 'rate')}
  from tax_rates rate
  where rate.org_id = ${orgId}
    and rate.tax_rate_id = ${sql(`${bearer}.tax_rate_id`)}
) end`

/** The day of events by that name, by their own calendar: tickets are supplied on it, whenever they are sold. */
export const supplyDay = (sql: Db, events: string) =>
  sql`(${sql(`${events}.starts_at`)} at time zone ${sql(`${events}.timezone`)})::date::text`

/** The rate that fees bear; null where none is marked so. */
export const feeRate = (orgId: OrgId, sql: Db) => sql`(
  select ${rateDocument(sql, 'rate')}
  from tax_rates rate
  where rate.org_id = ${orgId}
    and rate.on_fees
)`

/**
 * The column of a new price or membership type, and of one that is changed: undefined leaves it alone. What is new and says nothing bears the
 * rate that is marked for it.
 */
export async function chooseTaxRate(
  { orgId, tx }: { orgId: OrgId; tx: Tx },
  chosen: number | null | undefined,
  { isNew, before = null }: { isNew: boolean; before?: number | null },
): Promise<{ tax_rate_id?: number | null }> {
  if (chosen === null) return { tax_rate_id: null }
  if (chosen === undefined && !isNew) return {}
  const [rate] = await tx<{ tax_rate_id: number; tax_rate_status: string }[]>`
    select tax_rate_id, tax_rate_status
    from tax_rates
    where org_id = ${orgId}
      and ${chosen === undefined ? tx`on_new_prices` : tx`tax_rate_id = ${chosen}`}`
  if (chosen === undefined) return { tax_rate_id: rate?.tax_rate_id ?? null }
  if (!rate) throw missing('tax_rate_id')()
  if (rate.tax_rate_status === 'archived' && chosen !== before) {
    throw conflictOn('tax_rate_id', 'The tax rate is archived.')()
  }
  return { tax_rate_id: chosen }
}
