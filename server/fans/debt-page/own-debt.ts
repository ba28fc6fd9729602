import type { IncomingHttpHeaders } from 'node:http'
import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { SaleError } from '../../checkout/errors.ts'
import { HowToTransfer, howToTransfer } from '../../checkout/transfers/how-to-transfer.ts'
import { findTransferAccount } from '../../checkout/transfers/transfer-account.ts'
import { PlanCard, planCardColumn } from '../../collection/collection/plan-card.ts'
import { readDebtSecret } from '../../ledger/ledger/debt-link.ts'
import type { DebtKind } from '../../ledger/ledger/lock-debts.ts'
import { type NextAction, toAbsolute } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { masked } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { accountContext, type MoneyBackAccount } from './account.ts'

const states = [
  'to_pay',
  'paying',
  'paid',
  'account_wanted',
  'account_given',
  'cash_waiting',
  'paid_back',
  'nothing',
] as const

const PlanCharge = Type.Object(
  {
    debt_id: Type.Integer(),
    instalment_number: Type.Integer(),
    due_on: Type.String({ description: 'YYYY-MM-DD, by the calendar of the organisation' }),
    amount: Type.Number({ description: 'major unit of the currency' }),
    open: Type.Number({ description: 'what is left of the amount' }),
  },
  { title: 'PlanCharge' },
)

export const OwnDebt = Type.Object(
  {
    debt_id: Type.Integer(),
    state: OneOf([...states], {
      description:
        'to_pay, paying and paid: by the fan. account_wanted: the organisation transfers it once it knows where; cash_waiting: at ' +
        'the box office. nothing: it is not owed any more',
    }),
    title: Nullable(Type.String({ description: 'of the event, or of the memberships' })),
    order_id: Nullable(Type.Integer()),
    instalment_number: Nullable(Type.Integer()),
    currency: Type.String({ description: 'ISO 4217' }),
    amount: Type.Number({ description: 'major unit of the currency' }),
    open: Type.Number({ description: 'what is left of the amount' }),
    plan_open: Nullable(
      Type.Number({
        description: 'of an instalment: what is open of its whole plan, with this one; null of anything else',
      }),
    ),
    plan: Type.Array(PlanCharge, {
      description: 'of an instalment: all charges of its plan in the order of their days; none of anything else',
    }),
    due_at: Type.Integer({ description: 'Unix seconds' }),
    overdue: Type.Boolean(),
    account: Nullable(Type.String({ description: 'the last characters of the account that was given' })),
    card: Nullable(PlanCard),
    transfer: Nullable(HowToTransfer),
    next_action: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description:
        'what the fan’s browser has to do, such as 3-D Secure or a visit to redirect_url; then repeat the payment',
    }),
  },
  { title: 'OwnDebt' },
)
export type OwnDebt = Static<typeof OwnDebt>

type PlanPartRow = {
  debt_id: number
  instalment_number: number
  due_on: string
  amount_minor: number
  open_minor: number
}

export const OwnDebtRow = Type.Object({
  debt_id: Type.Integer(),
  owed_by: Type.Unsafe<'fan' | 'club'>({ type: 'string' }),
  kind: Type.Unsafe<DebtKind>({ type: 'string' }),
  order_id: Nullable(Type.Integer()),
  instalment_number: Nullable(Type.Integer()),
  title: Nullable(Type.String()),
  currency: Type.String(),
  amount_minor: Type.Integer(),
  settled_minor: Type.Integer(),
  open_minor: Type.Integer(),
  plan_open_minor: Nullable(Type.Integer()),
  plan: Type.Unsafe<PlanPartRow[] | null>({ type: ['array', 'null'] }),
  attempted_minor: Type.Integer(),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  next_action: Type.Unsafe<NextAction | null>({ type: ['object', 'null'] }),
  sealed_account: Type.Unsafe<Buffer | null>({ type: ['object', 'null'] }),
  card: Type.Unsafe<PlanCard | null>({ type: ['object', 'null'] }),
})
type OwnDebtRow = Static<typeof OwnDebtRow>

type Reading = { sql: Db; seal: Seal; clock: Clock; publicUrl: string }

/** The debt that a link opens. One that was replaced opens nothing; one that is too old says so. */
export async function debtOfSecret(
  deps: Omit<Reading, 'publicUrl'>,
  orgId: OrgId,
  headers: IncomingHttpHeaders,
): Promise<number> {
  const link = readDebtSecret(deps.seal, orgId, headers)
  const [row] = link
    ? await deps.sql<{ link_version: number }[]>`
        select link_version
        from debts
        where org_id = ${orgId}
          and debt_id = ${link.debtId}`
    : []
  if (!link || row?.link_version !== link.version) {
    const message = 'No debt has this secret, or a later link has taken its place. Send it as: X-Debt-Secret: dbs_….'
    throw new ApiError('resource_missing', { message })
  }
  if (link.expiresAt <= deps.clock(orgId)) throw new SaleError('link_expired')
  return link.debtId
}

export async function readOwnDebt(
  { sql, seal, clock, publicUrl }: Reading,
  orgId: OrgId,
  debtId: number,
): Promise<OwnDebt> {
  const [row] = await sql<OwnDebtRow[]>`
    select d.debt_id, d.owed_by, d.kind, d.order_id, d.instalment_number, coalesce(e.title, (
        select string_agg(distinct y.title, ', ')
        from order_lines l
        join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
        where l.org_id = ${orgId}
          and l.order_id = d.order_id
      )) as title, d.currency, d.amount_minor, d.settled_minor,
      d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor as open_minor, n.open_minor as plan_open_minor, d.attempted_minor, d.due_at,
      p.next_action, a.sealed_account, ${planCardColumn(orgId, sql)} as card, ${planColumn(orgId, sql)} as plan
    from debts d
    left join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
    left join events e on e.org_id = ${orgId} and e.event_id = o.event_id
    left join membership_plans n on n.org_id = ${orgId} and n.membership_plan_id = d.membership_plan_id
    left join payments p on p.org_id = ${orgId} and p.payment_id = d.attempt_payment_id
    left join money_back_accounts a on a.org_id = ${orgId} and a.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}`
  if (!row) throw new ApiError('resource_missing')
  const given = row.sealed_account && openAccount(seal, orgId, debtId, row.sealed_account)
  return {
    debt_id: row.debt_id,
    state: stateOf(row),
    title: row.title,
    order_id: row.order_id,
    instalment_number: row.instalment_number,
    currency: row.currency,
    amount: toMajor(row.amount_minor, row.currency),
    open: toMajor(row.open_minor, row.currency),
    plan_open: row.plan_open_minor === null ? null : toMajor(row.plan_open_minor, row.currency),
    plan: (row.plan ?? []).map(({ debt_id, instalment_number, due_on, amount_minor, open_minor }) => ({
      debt_id,
      instalment_number,
      due_on,
      amount: toMajor(amount_minor, row.currency),
      open: toMajor(open_minor, row.currency),
    })),
    due_at: unixSeconds(row.due_at),
    overdue: row.open_minor > 0 && row.due_at < clock(orgId),
    account: given && masked(given.account),
    card: row.card && {
      kind: row.card.kind,
      last4: row.card.last4,
      expires_on: row.card.expires_on,
      state: row.card.state,
    },
    next_action: row.next_action && toAbsolute(row.next_action, publicUrl),
    transfer: stateOf(row) === 'to_pay' ? await transferFor(sql, orgId, row) : null,
  } satisfies OwnDebt
}

/** The charges of the plan that debt `d` is a part of. */
const planColumn = (orgId: OrgId, sql: Db) => sql`(
    select jsonb_agg(
        jsonb_build_object(
          'debt_id', i.debt_id, 'instalment_number', i.instalment_number,
          'due_on', ((i.due_at - interval '1 second') at time zone g.timezone)::date::text, 'amount_minor', i.amount_minor,
          'open_minor', i.amount_minor - i.settled_minor - i.waived_minor - i.cancelled_minor
        )
        order by i.due_at, i.debt_id
      )
    from debts i
    join organisations g on g.org_id = ${orgId}
    where i.org_id = ${orgId}
      and i.membership_plan_id = d.membership_plan_id
  )`

/** Where to transfer it in place of paying by card, where the organisation takes transfers. */
async function transferFor(sql: Db, orgId: OrgId, { debt_id, open_minor, currency }: OwnDebtRow) {
  const [account] = await findTransferAccount(orgId, sql)
  if (!account?.transfer_on) return null
  return howToTransfer(account, { kind: 'debt', id: debt_id }, { amountMinor: open_minor, currency }) ?? null
}

export const openAccount = (seal: Seal, orgId: OrgId, debtId: number, sealed: Buffer): MoneyBackAccount =>
  JSON.parse(seal.open(sealed, accountContext(orgId, debtId))) as MoneyBackAccount

function stateOf(row: OwnDebtRow): OwnDebt['state'] {
  const isFan = row.owed_by === 'fan'
  if (row.open_minor === 0) return row.settled_minor === 0 ? 'nothing' : isFan ? 'paid' : 'paid_back'
  if (isFan) return row.attempted_minor > 0 ? 'paying' : 'to_pay'
  if (row.kind === 'cash_refund') return 'cash_waiting'
  return row.sealed_account === null ? 'account_wanted' : 'account_given'
}
