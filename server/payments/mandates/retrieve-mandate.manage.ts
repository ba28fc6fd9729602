import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Mandate, mandates } from '../../people/mandates/mandate.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { findItem } from '../../resources/resource.ts'

/** One account pays for a family, or for a few more. */
const PLANS_MAX = 100

const DebitedPlan = Type.Object(
  {
    membership_plan_id: Type.Integer(),
    membership_member_id: Type.Integer(),
    membership_order_id: Type.Integer({ description: 'the order_id of its order' }),
    currency: Type.String(),
    open: Type.Number({ description: 'what is still to be paid of it' }),
    being_collected: Type.Number({ description: 'of that, what a debit is under way for: it comes to its end' }),
    asked_at: Nullable(
      Type.Integer({
        description:
          'Unix seconds, when its fan is first asked by mail once the mandate is given up; null where nothing is going to be debited',
      }),
    ),
  },
  { title: 'DebitedPlan' },
)

const MandateWithPlans = Type.Object(
  {
    ...Mandate.properties,
    text: Type.String({ description: 'what the fan has agreed to' }),
    plans: Type.Array(DebitedPlan, { description: 'of which something is open, and which are debited by it' }),
    renewing_member_ids: Type.Array(Type.Integer(), {
      description: 'memberships that renew by themselves and are paid by it',
    }),
  },
  { title: 'MandateWithPlans' },
)

export const retrieveMandate: Operation = (app, { sql, clock }) =>
  app.get(
    mandates.itemPath,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'retrieveMandate',
        summary: 'Retrieve a mandate',
        description:
          'With the words that it was given in, and with what is debited by it: `plans` says what is left to be paid if it is given up, and when the fan is asked for it.',
        tags: [mandates.tag],
        params: Input({ mandate_id: Id() }),
        response: { 200: MandateWithPlans },
      },
    },
    async ({ orgId, params }) => {
      const { mandate_id: mandateId } = params
      const now = clock(orgId)
      const mandate = await findItem(mandates, orgId, sql, mandateId, now)
      const [given] = await sql<MandateTextRow[]>`
        select mandate_text
        from mandates
        where org_id = ${orgId}
          and mandate_id = ${mandateId}`
      if (!mandate || !given) throw new ApiError('resource_missing')
      const plans = await findPlans(orgId, sql, now, mandateId)
      const renewing = await findRenewing(orgId, sql, mandateId)
      return {
        ...mandate,
        text: given.mandate_text,
        plans: plans.map(toDebitedPlan),
        renewing_member_ids: renewing.map(({ membership_member_id }) => membership_member_id),
      }
    },
  )

export const MandateTextRow = Type.Object({ mandate_text: Type.String() })
type MandateTextRow = Static<typeof MandateTextRow>

export const DebitedPlanRow = Type.Object({
  membership_plan_id: Type.Integer(),
  membership_member_id: Type.Integer(),
  order_id: Type.Integer(),
  currency: Type.String(),
  open_minor: Type.Integer(),
  attempted_minor: Type.Integer(),
  asked_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
type DebitedPlanRow = Static<typeof DebitedPlanRow>

/** What was to be tried again is asked for at once, the rest on its day: see how a mandate is given up. */
const findPlans = (orgId: OrgId, sql: Db, now: Date, mandateId: number) => sql<DebitedPlanRow[]>`
  select p.membership_plan_id, p.membership_member_id, p.order_id, p.currency, p.open_minor, d.attempted_minor, d.asked_at
  from mandates m
  join membership_plans p on p.org_id = ${orgId} and p.payment_means_id = m.payment_means_id and p.open_minor > 0
  cross join lateral (
    select coalesce(sum(o.attempted_minor), 0)::bigint as attempted_minor,
      min(case when o.first_failed_at is null then o.next_attempt_at else ${now} end) filter (
        where o.next_attempt_at is not null
          and o.attempt_payment_id is null
          and p.collection_status = 'running'
      ) as asked_at
    from debts o
    where o.org_id = ${orgId}
      and o.membership_plan_id = p.membership_plan_id
      and o.closed_at is null
  ) d
  where m.org_id = ${orgId}
    and m.mandate_id = ${mandateId}
  order by p.membership_plan_id
  limit ${PLANS_MAX}`

const findRenewing = (orgId: OrgId, sql: Db, mandateId: number) => sql<{ membership_member_id: number }[]>`
  select r.membership_member_id
  from mandates m
  join members r on r.org_id = ${orgId} and r.auto_renew and (
    r.renewal_means_id = m.payment_means_id
    or r.membership_member_id in (
      select p.membership_member_id
      from membership_plans p
      where p.org_id = ${orgId}
        and p.payment_means_id = m.payment_means_id
    )
  )
  where m.org_id = ${orgId}
    and m.mandate_id = ${mandateId}
  order by r.membership_member_id
  limit ${PLANS_MAX}`

const toDebitedPlan = (row: DebitedPlanRow) =>
  ({
    membership_plan_id: row.membership_plan_id,
    membership_member_id: row.membership_member_id,
    membership_order_id: row.order_id,
    currency: row.currency,
    open: toMajor(row.open_minor, row.currency),
    being_collected: toMajor(row.attempted_minor, row.currency),
    asked_at: row.asked_at && unixSeconds(row.asked_at),
  }) satisfies Static<typeof DebitedPlan>
