import { ownedRows } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What is added up, in the order in which it is shown. */
export const SUMS = ['taken', 'online', 'returned', 'provider_fees', 'operator_fee', 'paid_out'] as const
type Sum = (typeof SUMS)[number]

/** In the minor unit of the currency. */
export type MonthSums = { month: string; currency: string } & Record<Sum, number>

export type OrganisationSums = { name: string; mode: 'live' | 'test'; months: MonthSums[] }

/** Of an organisation, from its first to its last month, by its own time zone. */
export async function readSums(
  orgId: OrgId,
  sql: Db,
  { first, last }: { first: string; last: string },
): Promise<OrganisationSums> {
  const [organisation] = await sql<{ name: string; mode: 'live' | 'test'; timezone: string }[]>`
    select name, mode, timezone
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  const { name, mode, timezone } = organisation
  const from = sql`(${`${first}-01`}::date::timestamp at time zone ${timezone})`
  const until = sql`((${`${last}-01`}::date + interval '1 month') at time zone ${timezone})`
  const within = (column: string) => sql`${sql(column)} >= ${from} and ${sql(column)} < ${until}`
  const months = await sql<MonthSums[]>`
    select to_char(m.at at time zone ${timezone}, 'YYYY-MM') as month, m.currency, sum(m.taken)::bigint as taken,
      sum(m.online)::bigint as online, sum(m.returned)::bigint as returned, sum(m.provider_fees)::bigint as provider_fees,
      sum(m.operator_fee)::bigint as operator_fee, sum(m.paid_out)::bigint as paid_out
    from (
      select succeeded_at as at, currency, amount_minor as taken, case when provider = 'manual' then 0 else amount_minor end as online,
        0 as returned, 0 as provider_fees, case when provider = 'manual' then 0 else coalesce(operator_fee_minor, 0) end as operator_fee,
        0 as paid_out
      from payments
      where org_id = ${orgId}
        and ${within('succeeded_at')}
      union all
      select r.changed_at, p.currency, 0, 0, r.amount_minor, 0, 0, 0
      from refunds r
      join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
      where r.org_id = ${orgId}
        and r.refund_status = 'succeeded'
        and ${within('r.changed_at')}
      union all
      select v.created_at, p.currency, 0, 0, v.amount_minor, 0, 0, 0
      from payment_reversals v
      join payments p on p.org_id = ${orgId} and p.payment_id = v.payment_id
      where v.org_id = ${orgId}
        and ${within('v.created_at')}
      union all
      select created_at, currency, 0, 0, 0, fee_minor, 0, 0
      from payout_movements
      where org_id = ${orgId}
        and fee_minor <> 0
        and ${within('created_at')}
      union all
      select paid_at, currency, 0, 0, 0, 0, 0, amount_minor
      from payouts
      where org_id = ${orgId}
        and ${within('paid_at')}
      union all
      select returned_at, currency, 0, 0, 0, 0, 0, -amount_minor
      from payouts
      where org_id = ${orgId}
        and ${within('returned_at')}
    ) m
    group by 1, 2
    order by 1, 2`
  return { name, mode, months }
}

/** Not those that have moved to another cell, or have not arrived: their rows are counted there. */
export async function organisationsHere(sql: Db): Promise<OrgId[]> {
  const rows = await ownedRows(sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where org_id not in (
      select org_id
      from organisation_moves
      where move_state <> 'leaving'
    )
    order by org_id`)
  return rows.map(({ org_id }) => org_id)
}

/** Into the sum of its month and currency over all organisations. */
export function addUp(totals: MonthSums[], sums: MonthSums): void {
  const total = totals.find(({ month, currency }) => month === sums.month && currency === sums.currency)
  if (!total) totals.push({ ...sums })
  else for (const of of SUMS) total[of] += sums[of]
}
