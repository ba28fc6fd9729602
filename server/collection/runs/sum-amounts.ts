import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { isChargedOnResume } from '../../ledger/ladder/membership-plan.ts'
import type { Db } from '../../platform/postgres/database.ts'

export const RunSumRow = Type.Object({ currency: Type.String(), left_minor: Type.Integer() })
type RunSumRow = Static<typeof RunSumRow>

/** What a run would move, by its action; of others nothing is asked. */
export const sumAmounts: Record<string, (orgId: OrgId, sql: Db, runId: number, now: Date) => PromiseLike<RunSumRow[]>> =
  {
    // What of its orders was paid and has not gone back.
    refund: (orgId, sql, runId) => sql<RunSumRow[]>`
    select o.currency, sum(coalesce(o.paid_minor, o.total_minor) - o.refunded_minor)::bigint as left_minor
    from run_items i
    join orders o on o.org_id = ${orgId} and o.order_id = i.object_id
    where i.org_id = ${orgId}
      and i.run_id = ${runId}
      and o.order_status = 'confirmed'
    group by o.currency
    order by o.currency`,
    waive: (orgId, sql, runId) => sumOpen(orgId, sql, runId, true),
    retry: (orgId, sql, runId) => sumOpen(orgId, sql, runId, false),
    // Of each plan once, however many of its instalments are in the run.
    resume: (orgId, sql, runId, now) => sql<RunSumRow[]>`
    select d.currency, sum(d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor)::bigint as left_minor
    from membership_plans p
    join debts d on d.org_id = ${orgId} and d.membership_plan_id = p.membership_plan_id
    where p.org_id = ${orgId}
      and p.membership_plan_id in (
        select x.membership_plan_id
        from run_items i
        join debts x on x.org_id = ${orgId} and x.debt_id = i.object_id
        where i.org_id = ${orgId}
          and i.run_id = ${runId}
      )
      and p.collection_status = 'paused'
      and ${isChargedOnResume(sql, now)}
    group by d.currency
    order by d.currency`,
  }

/** What is open of its instalments and not being collected; all of it, or what can be charged. */
const sumOpen = (orgId: OrgId, sql: Db, runId: number, isAll: boolean) => sql<RunSumRow[]>`
    select d.currency,
      sum(d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor - d.attempted_minor)::bigint as left_minor
    from run_items i
    join debts d on d.org_id = ${orgId} and d.debt_id = i.object_id
    left join membership_plans p on p.org_id = ${orgId} and p.membership_plan_id = d.membership_plan_id
    left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
    where i.org_id = ${orgId}
      and i.run_id = ${runId}
      and d.closed_at is null
      ${isAll ? sql`` : sql`and p.collection_status = 'running' and k.means_status = 'active'`}
    group by d.currency
    order by d.currency`
