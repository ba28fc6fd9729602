import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type Message, publishAll } from '../../messages/webhooks/publish.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { findItem, type Resource } from '../../resources/resource.ts'

export const mandateStatuses = ['active', 'given_up', 'failed'] as const
type MandateStatus = (typeof mandateStatuses)[number]

/** By the names that Stripe gives them. */
export const mandateSchemes = ['sepa_debit', 'bacs_debit', 'au_becs_debit'] as const
type MandateScheme = (typeof mandateSchemes)[number]

export const Mandate = Type.Object(
  {
    mandate_id: Type.Integer(),
    user_id: Nullable(Type.Integer({ description: 'the customer who gave it; null where there is none' })),
    scheme: OneOf([...mandateSchemes], { description: 'by the name that Stripe gives it' }),
    status: OneOf([...mandateStatuses], {
      description:
        'given_up: by the fan, by staff, or with the membership or the person; failed: the bank will not hear of it again',
    }),
    mandate_reference: Type.String({ description: 'what the fan’s bank calls it, on every statement' }),
    last4: Nullable(Type.String({ description: 'the end of the account number' })),
    bank_name: Nullable(Type.String()),
    is_kept: Type.Boolean({ description: 'false: given for one debit alone' }),
    text_version: Type.Integer({ description: 'of the text that the fan has agreed to' }),
    notice_days: Type.Integer({
      description: 'how long ahead of each further debit the fan is told of it; working days for bacs_debit',
    }),
    given_at: Type.Integer({ description: 'Unix seconds' }),
    ended_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
    created_at: Type.Integer(),
    updated_at: Type.Integer(),
  },
  { title: 'Mandate' },
)

const Time = Type.Unsafe<Date>({ type: 'object' })

export const MandateRow = Type.Object({
  mandate_id: Type.Integer(),
  user_id: Nullable(Type.Integer()),
  scheme: Type.Unsafe<MandateScheme>({ type: 'string' }),
  mandate_status: Type.Unsafe<MandateStatus>({ type: 'string' }),
  mandate_reference: Type.String(),
  last4: Nullable(Type.String()),
  bank_name: Nullable(Type.String()),
  is_kept: Type.Boolean(),
  text_version: Type.Integer(),
  notice_days: Type.Integer(),
  given_at: Time,
  ended_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Time,
  changed_at: Time,
})
export type MandateRow = Static<typeof MandateRow>

export const toMandate = (row: MandateRow) =>
  ({
    mandate_id: row.mandate_id,
    user_id: row.user_id,
    scheme: row.scheme,
    status: row.mandate_status,
    mandate_reference: row.mandate_reference,
    last4: row.last4,
    bank_name: row.bank_name,
    is_kept: row.is_kept,
    text_version: row.text_version,
    notice_days: row.notice_days,
    given_at: unixSeconds(row.given_at),
    ended_at: row.ended_at && unixSeconds(row.ended_at),
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
  }) satisfies Static<typeof Mandate>

export const mandates: Resource<MandateRow, Static<typeof Mandate>> = {
  singular: 'mandate',
  operationNames: { one: 'Mandate', many: 'Mandates' },
  object: 'mandates',
  scope: 'debts:manage',
  listPath: '/v1/manage/mandates',
  itemPath: '/v1/manage/mandates/:mandate_id',
  table: 'mandates',
  id: 'mandate_id',
  tag: 'Debts',
  schema: Mandate,
  select: (sql) => sql`
    select t.mandate_id, t.user_id, t.scheme, t.mandate_status, t.mandate_reference, t.last4, t.bank_name,
      t.payment_means_id is not null as is_kept, t.text_version, t.notice_days, t.given_at, t.ended_at, t.created_at, t.changed_at
    from mandates t`,
  toItem: toMandate,
  lock: (orgId, sql, id) => lockMandate(orgId, sql, id),
  messages: (_kind, action) => (action === 'given_up' ? ['mandate.given_up'] : []),
}

/** Orders, debts and plans come before it, as in every payment of them: none of these is drafted by it meanwhile. */
async function lockMandate(orgId: OrgId, sql: Db, mandateId: number): Promise<void> {
  const plans = await sql<{ membership_plan_id: number; order_id: number }[]>`
    select p.membership_plan_id, p.order_id
    from mandates m
    join membership_plans p on p.org_id = ${orgId} and p.payment_means_id = m.payment_means_id
    where m.org_id = ${orgId}
      and m.mandate_id = ${mandateId}`
  const planIds = plans.map(({ membership_plan_id }) => membership_plan_id)
  await sql`
    select 1
    from orders
    where org_id = ${orgId}
      and order_id = any (${plans.map(({ order_id }) => order_id)}::bigint[])
    order by order_id
    for no key update`
  await sql`
    select 1
    from debts
    where org_id = ${orgId}
      and membership_plan_id = any (${planIds}::bigint[])
    order by debt_id
    for no key update`
  await sql`
    select 1
    from membership_plans
    where org_id = ${orgId}
      and membership_plan_id = any (${planIds}::bigint[])
    order by membership_plan_id
    for no key update`
  await sql`
    select 1
    from mandates
    where org_id = ${orgId}
      and mandate_id = ${mandateId}
    for no key update`
}

type MandateMessage = Extract<Message['type'], `mandate.${string}`>

export async function publishMandates(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  type: MandateMessage,
  changed: { mandate_id: number }[],
): Promise<void> {
  for (const { mandate_id: mandateId } of changed) {
    const mandate = await findItem(mandates, orgId, tx, mandateId, clock(orgId))
    await publishAll(orgId, tx, clock, [{ type, data: { mandate } }])
  }
}
