import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { LockedDebt } from '../../ledger/ledger/lock-debts.ts'
import type { Payer } from '../../payments/payments/provider.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'

export const PlanCard = Type.Object(
  {
    kind: OneOf(['card', 'debit'], { description: 'debit: a bank account, by a mandate' }),
    last4: Nullable(
      Type.String({ description: 'of the card or the account; null where there is none, or its number is not known' }),
    ),
    expires_on: Nullable(Type.String({ description: 'YYYY-MM-DD, the last day on which it can be charged' })),
    state: OneOf(['active', 'refused', 'missing'], {
      description: 'refused: the bank will not hear of it again; missing: none was left, or it was given up',
    }),
  },
  { title: 'PlanCard' },
)
export type PlanCard = Static<typeof PlanCard>

/** Of a debt `d`: the card or account that its plan is charged by; null where the plan is not charged by itself, or there is none. */
export const planCardColumn = (orgId: OrgId, sql: Db) => sql`(
    select jsonb_build_object('kind', coalesce(k.means_kind, 'card'), 'last4', k.last4, 'expires_on', k.expires_on, 'state', case
      when k.means_status in ('active', 'refused') then k.means_status
      else 'missing'
    end)
    from membership_plans g
    left join membership_payment_options c on c.org_id = ${orgId}
      and c.membership_payment_option_id = g.membership_payment_option_id
    left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = g.payment_means_id
    where g.org_id = ${orgId}
      and g.membership_plan_id = d.membership_plan_id
      and (k.payment_means_id is not null or c.collection = 'automatic')
      and g.collection_status <> 'stopped'
  )`

type PlanPayer = Payer & { language: string | null }

/** Whose card is kept for the plan of a debt, as the order calls them; undefined where that plan is not charged by itself. */
export async function findPlanPayer(
  orgId: OrgId,
  sql: Db,
  debt: Pick<LockedDebt, 'debt_id' | 'user_id'>,
): Promise<PlanPayer | undefined> {
  if (debt.user_id === null) return undefined
  const [payer] = await sql<PlanPayer[]>`
    select o.email_address as email, nullif(concat_ws(' ', o.first_name, o.last_name), '') as name, o.language
    from debts d
    join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
    where d.org_id = ${orgId}
      and d.debt_id = ${debt.debt_id}
      and ${planCardColumn(orgId, sql)} is not null`
  return payer
}
