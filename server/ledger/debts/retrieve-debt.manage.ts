import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { Debt, debts, findDebts } from '../ledger/debt.ts'
import { findReminders } from '../ledger/reminders.ts'

/** More of them no debt has; the rest is in the books. */
const ENTRIES_MAX = 200
const REMINDERS_MAX = 100

const DebtEntry = Type.Object(
  {
    entry_id: Type.String(),
    kind: OneOf(['settled', 'settlement_reversed', 'waived', 'cancelled', 'payment_reversed']),
    amount: Type.Number({ description: 'major unit of the currency; below zero: it was taken back' }),
    settlement_id: Nullable(Type.Integer()),
    payment_id: Nullable(Type.Integer()),
    refund_id: Nullable(Type.Integer()),
    credit_entry_id: Nullable(Type.Integer()),
    payment_method: Nullable(Type.String({ description: 'how the money came: cash, transfer, card, cheque or other' })),
    detail: Nullable(Type.String({ description: 'the reference, the reason, or how the payment came back' })),
    reason: Nullable(Type.String({ description: 'of a payment that came back, where somebody gave one' })),
    reversible: Type.Boolean({ description: 'somebody recorded it, and it can still be taken back' }),
    actor_name: Nullable(Type.String()),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'DebtEntry' },
)

const DebtReminder = Type.Object(
  {
    level: Type.Integer({ description: '1: the first reminder' }),
    open: Type.Number({ description: 'what was open then, major unit of the currency' }),
    sent: Type.Integer({ description: 'Unix seconds' }),
    letter: Type.Boolean({
      description: 'it can be had as a letter, since the organisation says who issues documents',
    }),
  },
  { title: 'DebtReminder' },
)

const DebtWithEntries = Type.Object(
  {
    ...Debt.properties,
    entries: Type.Array(DebtEntry, { description: 'what paid it or let it go, oldest first' }),
    reminders: Type.Array(DebtReminder, { description: 'the latest first, at most 100' }),
  },
  { title: 'DebtWithEntries' },
)

export const retrieveDebt: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/debts/:debt_id',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'retrieveDebt',
        summary: 'Retrieve a debt',
        description: 'With what paid it, what let it go and what came back, and with how often its fan was reminded.',
        tags: [debts.tag],
        params: Input({ debt_id: Id() }),
        response: { 200: DebtWithEntries },
      },
    },
    async ({ orgId, params }) => {
      const [debt] = await findDebts(orgId, sql, clock(orgId), [params.debt_id])
      if (!debt) throw new ApiError('resource_missing')
      const rows = await findEntries(orgId, sql, params.debt_id)
      const reminders = await findReminders(orgId, sql, [params.debt_id])
      const letter = reminders.length > 0 && (await issuesDocuments(orgId, sql))
      return {
        ...debt,
        entries: rows.map((row) => toEntry(row, debt.currency)),
        reminders: reminders
          .slice(-REMINDERS_MAX)
          .reverse()
          .map(({ level, open, created_at }) => ({ level, open, sent: unixSeconds(created_at), letter })),
      }
    },
  )

export const DebtEntryRow = Type.Object({
  entry_id: Type.String(),
  kind: Type.Unsafe<Static<typeof DebtEntry>['kind']>({ type: 'string' }),
  amount_minor: Type.Integer(),
  settlement_id: Nullable(Type.Integer()),
  payment_id: Nullable(Type.Integer()),
  refund_id: Nullable(Type.Integer()),
  credit_entry_id: Nullable(Type.Integer()),
  payment_method: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  reversible: Type.Boolean(),
  actor_name: Nullable(Type.String()),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
type DebtEntryRow = Static<typeof DebtEntryRow>

const findEntries = (orgId: OrgId, sql: Db, debtId: number) => sql<DebtEntryRow[]>`
  select 'settlement-' || s.settlement_id as entry_id, case when s.amount_minor > 0 then 'settled' else 'settlement_reversed' end as kind,
    s.amount_minor, s.settlement_id, s.payment_id, s.refund_id, s.credit_entry_id,
    case when p.provider <> 'manual' then 'card' else p.payment_method end as payment_method, s.reference as detail, null as reason,
    coalesce(
      s.amount_minor > 0 and p.provider = 'manual' and p.amount_minor - p.refunded_minor - p.reversed_minor >= s.amount_minor
        and not exists (
          select
          from settlements r
          where r.org_id = ${orgId}
            and r.reverses_settlement_id = s.settlement_id
        ),
      false
    ) as reversible, s.actor_name, s.created_at
  from settlements s
  left join payments p on p.org_id = ${orgId} and p.payment_id = s.payment_id
  where s.org_id = ${orgId}
    and s.debt_id = ${debtId}
  union all
  select 'release-' || debt_release_id, kind, amount_minor, null, null, null, null, null, reason, null, false, actor_name, created_at
  from debt_releases
  where org_id = ${orgId}
    and debt_id = ${debtId}
  union all
  select 'reversal-' || payment_reversal_id, 'payment_reversed', amount_minor, null, payment_id, null, null, null, kind, reason, false, null,
    created_at
  from payment_reversals
  where org_id = ${orgId}
    and debt_id = ${debtId}
  order by created_at, entry_id
  limit ${ENTRIES_MAX}`

/** The letter says whose it is as documents do. */
async function issuesDocuments(orgId: OrgId, sql: Db): Promise<boolean> {
  const rows = await sql`
    select 1 as one
    from document_settings
    where org_id = ${orgId}
      and issued_from is not null`
  return rows.length > 0
}

const toEntry = (row: DebtEntryRow, currency: string) =>
  ({
    entry_id: row.entry_id,
    kind: row.kind,
    amount: toMajor(row.amount_minor, currency),
    settlement_id: row.settlement_id,
    payment_id: row.payment_id,
    refund_id: row.refund_id,
    credit_entry_id: row.credit_entry_id,
    payment_method: row.payment_method,
    detail: row.detail,
    reason: row.reason,
    reversible: row.reversible,
    actor_name: row.actor_name,
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof DebtEntry>
