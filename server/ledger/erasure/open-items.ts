import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { memberStatus } from '../../programme/statuses.ts'

const amount = (description: string) => Type.Number({ description: `major unit of the currency; ${description}` })

const OpenSums = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217' }),
    owed_by_customer: amount('what is open of the customer’s debts'),
    being_collected: amount('of that, what a payment is just collecting'),
    owed_to_customer: amount('what the organisation still has to hand back or to transfer'),
    credit: amount('the balance of their credit'),
  },
  { title: 'OpenSums' },
)
export type OpenSums = Static<typeof OpenSums>

export const CustomerOpenItems = Type.Object(
  {
    user_id: Type.Integer(),
    sums: Type.Array(OpenSums, { description: 'by currency; empty where nothing is owed either way' }),
    unpaid_memberships: Type.Integer({
      description: 'memberships, and terms to come, that are not paid in full: erasing the customer ends them',
    }),
  },
  { title: 'CustomerOpenItems' },
)
export type CustomerOpenItems = Static<typeof CustomerOpenItems>

export const OpenSumsRow = Type.Object({
  currency: Type.String(),
  owed_by_minor: Type.Integer(),
  collecting_minor: Type.Integer(),
  owed_to_minor: Type.Integer(),
  credit_minor: Type.Integer(),
})
type OpenSumsRow = Static<typeof OpenSumsRow>

/** The sums that a customer owes and is owed, in each currency. */
export async function findOpenSums(orgId: OrgId, sql: Db, userId: number): Promise<OpenSums[]> {
  const rows = await sql<OpenSumsRow[]>`
    select i.currency, sum(i.owed_by_minor)::bigint as owed_by_minor, sum(i.collecting_minor)::bigint as collecting_minor,
      sum(i.owed_to_minor)::bigint as owed_to_minor, sum(i.credit_minor)::bigint as credit_minor
    from (
      select d.currency,
        case when d.owed_by = 'fan' then d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor else 0 end as owed_by_minor,
        case when d.owed_by = 'fan' then d.attempted_minor else 0 end as collecting_minor,
        case when d.owed_by = 'club' then d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor else 0 end as owed_to_minor,
        0 as credit_minor
      from debts d
      where d.org_id = ${orgId}
        and d.debt_id in (${openDebtIds(orgId, sql, userId)})
      union all
      select c.currency, 0, 0, 0, c.balance_minor
      from credit_accounts c
      where c.org_id = ${orgId}
        and c.user_id = ${userId}
        and c.balance_minor > 0
    ) i
    group by i.currency
    order by i.currency`
  return rows.map(toOpenSums)
}

/**
 * Their own, those of their orders, and those of orders that were never sold and know their buyer by the address alone: money for one of them
 * that came too late is owed to the buyer.
 */
export const openDebtIds = (orgId: OrgId, sql: Db, userId: number) => sql`
  select d.debt_id
  from debts d
  where d.org_id = ${orgId}
    and d.user_id = ${userId}
    and d.closed_at is null
  union
  select d.debt_id
  from orders o
  join debts d on d.org_id = ${orgId} and d.order_id = o.order_id
  where o.org_id = ${orgId}
    and o.user_id = ${userId}
    and d.closed_at is null
  union
  select d.debt_id
  from customers c
  join orders o on o.org_id = ${orgId} and lower(o.email_address collate "C") = lower(c.email_address collate "C")
  join debts d on d.org_id = ${orgId} and d.order_id = o.order_id
  where c.org_id = ${orgId}
    and c.user_id = ${userId}
    and o.order_status = 'expired'
    and d.closed_at is null`

export async function countUnpaidMemberships(orgId: OrgId, sql: Db, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (
      select count(*)
      from members m
      where m.org_id = ${orgId}
        and m.user_id = ${userId}
        and m.membership_member_status_id in (${memberStatus.unpaid}, ${memberStatus.instalments})
    ) + (
      select count(*)
      from members m
      join member_terms t on t.org_id = ${orgId} and t.membership_member_id = m.membership_member_id
      where m.org_id = ${orgId}
        and m.user_id = ${userId}
        and t.term_state = 'next'
        and t.membership_member_status_id in (${memberStatus.unpaid}, ${memberStatus.instalments})
    ) as count`
  return Number(row?.count ?? 0)
}

const toOpenSums = (row: OpenSumsRow) =>
  ({
    currency: row.currency,
    owed_by_customer: toMajor(row.owed_by_minor, row.currency),
    being_collected: toMajor(row.collecting_minor, row.currency),
    owed_to_customer: toMajor(row.owed_to_minor, row.currency),
    credit: toMajor(row.credit_minor, row.currency),
  }) satisfies OpenSums
