import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { debtUrl, linkExpiry } from '../../ledger/ledger/debt-link.ts'
import { type DebtStatus, debtStatuses } from '../../ledger/ledger/lock-debts.ts'
import type { ShopAddress } from '../../people/shops/shop-address.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Seal } from '../../platform/values/seal.ts'

const MemberPayment = Type.Object(
  {
    debt_id: Type.Integer(),
    instalment_number: Nullable(Type.Integer({ description: 'null: of what was to be paid at once' })),
    amount: Type.Number({ description: 'major unit of the currency' }),
    open: Type.Number({ description: 'what is left of the amount' }),
    due_at: Type.Integer({ description: 'Unix seconds' }),
    status: OneOf([...debtStatuses]),
    overdue: Type.Boolean({ description: 'not paid, and its day has passed' }),
    pay_url: Nullable(
      Type.String({
        description: 'a page of the shop on which it is paid by card, before its day too; null: nothing is open',
      }),
    ),
  },
  { title: 'MemberPayment' },
)

/** How a membership is paid, for the member: each part with the day on which it is due, and a link to pay it. */
export const MemberPlan = Type.Object(
  {
    order_id: Type.Integer(),
    currency: Type.String({ description: 'ISO 4217' }),
    total: Type.Number({ description: 'major unit of the currency' }),
    paid: Type.Number(),
    open: Type.Number(),
    payments: Type.Array(MemberPayment, { description: 'in the order in which they are due' }),
    next_payment: Type.Union([MemberPayment, Type.Null()], { description: 'the first that is open' }),
  },
  { title: 'MemberPlan' },
)
export type MemberPlan = Static<typeof MemberPlan>

export const MemberPaymentRow = Type.Object({
  membership_member_id: Type.Integer(),
  debt_id: Type.Integer(),
  order_id: Type.Integer(),
  instalment_number: Nullable(Type.Integer()),
  currency: Type.String(),
  amount_minor: Type.Integer(),
  settled_minor: Type.Integer(),
  open_minor: Type.Integer(),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  debt_status: Type.Unsafe<DebtStatus>({ type: 'string' }),
  link_version: Type.Integer(),
})
type MemberPaymentRow = Static<typeof MemberPaymentRow>

/**
 * What members owe and have paid: the instalments of their own plans, and what their order owes that is of no plan, such as a payment that
 * came back. Of orders before the one that the membership is of, only what has something open.
 */
export const findMemberPayments = (orgId: OrgId, sql: Db, memberIds: number[]) => sql<MemberPaymentRow[]>`
  select m.membership_member_id, d.debt_id, d.order_id, d.instalment_number, d.currency, d.amount_minor, d.settled_minor,
    d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor as open_minor, d.due_at, d.debt_status, d.link_version
  from members m
  cross join lateral (
    select i.debt_id, i.order_id, i.instalment_number, i.currency, i.amount_minor, i.settled_minor, i.waived_minor, i.cancelled_minor,
      i.due_at, i.debt_status, i.link_version
    from membership_plans p
    join debts i on i.org_id = ${orgId} and i.membership_plan_id = p.membership_plan_id
    where p.org_id = ${orgId}
      and p.membership_member_id = m.membership_member_id
      and (p.term_order_id = m.membership_order_id or p.open_minor > 0)
    union all
    select i.debt_id, i.order_id, i.instalment_number, i.currency, i.amount_minor, i.settled_minor, i.waived_minor, i.cancelled_minor,
      i.due_at, i.debt_status, i.link_version
    from debts i
    where i.org_id = ${orgId}
      and i.order_id = m.membership_order_id
      and i.owed_by = 'fan'
      and i.membership_plan_id is null
  ) d
  where m.org_id = ${orgId}
    and m.membership_member_id = any (${memberIds}::bigint[])
  order by m.membership_member_id, d.order_id desc, d.due_at, d.debt_id`

type Payer = { seal: Seal; publicUrl: string; orgId: OrgId; shop: ShopAddress; now: Date }

/** Of one member, the newest order first. */
export const toMemberPlans = (payer: Payer, rows: MemberPaymentRow[]): MemberPlan[] =>
  [...Map.groupBy(rows, ({ order_id }) => order_id)].flatMap(([orderId, ofOrder]) => {
    const [first] = ofOrder
    if (!first) return []
    const { currency } = first
    const sum = (minor: (row: MemberPaymentRow) => number) =>
      toMajor(
        ofOrder.reduce((total, row) => total + minor(row), 0),
        currency,
      )
    const payments = ofOrder.map((row) => toMemberPayment(payer, row))
    return [
      {
        order_id: orderId,
        currency,
        total: sum(({ amount_minor }) => amount_minor),
        paid: sum(({ settled_minor }) => settled_minor),
        open: sum(({ open_minor }) => open_minor),
        payments,
        next_payment: payments.find(({ open }) => open > 0) ?? null,
      },
    ]
  })

const toMemberPayment = ({ seal, publicUrl, orgId, shop, now }: Payer, row: MemberPaymentRow) => {
  const link = { debtId: row.debt_id, version: row.link_version, expiresAt: linkExpiry(now) }
  return {
    debt_id: row.debt_id,
    instalment_number: row.instalment_number,
    amount: toMajor(row.amount_minor, row.currency),
    open: toMajor(row.open_minor, row.currency),
    due_at: unixSeconds(row.due_at),
    status: row.debt_status,
    overdue: row.open_minor > 0 && row.due_at < now,
    pay_url: row.open_minor > 0 ? debtUrl({ seal, publicUrl }, orgId, shop, link) : null,
  } satisfies Static<typeof MemberPayment>
}
