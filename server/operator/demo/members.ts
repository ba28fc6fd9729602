import type { OrgId } from '../../access/principal.ts'
import { forgetCounted } from '../../payments/figures/count-takings.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { ensureDemoCatalogue } from './catalogue.ts'
import type { MemberOutcome } from './club.ts'
import { type DemoBuyer, ensureDemoCustomers, findBuyers } from './customers.ts'
import { DEMO_NOW, type DemoOptions } from './days.ts'
import { type DemoInstalment, type DemoMember, drawMember, memberNumber } from './draw-member.ts'
import { ensureMemberSeats } from './member-seats.ts'
import { settleDemoSeason } from './season-seats.ts'
import { type RowId, stamp, Writer, writeBlocks } from './writer.ts'

/** Every third member has a season seat, as long as there are any. */
const SEATED_EACH = 3

/** Adds so many members, with what they owe and paid, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoMembers(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows }: DemoOptions = {},
): Promise<number> {
  const customers = await ensureDemoCustomers(orgId, tx, count, today)
  const catalogue = await ensureDemoCatalogue(orgId, tx, today)
  const first = (await lastDemoMember(orgId, tx)) + 1
  const seatsWanted = Math.floor((first + count) / SEATED_EACH)
  const seats = await ensureMemberSeats(orgId, tx, catalogue.seatMapId, seatsWanted, today)
  const seatOf = (n: number) => (n % SEATED_EACH === 0 ? (seats[n / SEATED_EACH - 1] ?? null) : null)
  const writer = new Writer(orgId)
  const rows = await writeBlocks(tx, writer, { first, count, onRows }, async (numbers) => {
    const buyerOf = await findBuyers(orgId, tx, numbers, customers)
    for (const n of numbers) {
      addMember(writer, drawMember(n, seatOf(n), catalogue, today), buyerOf(n), catalogue.currency)
    }
  })
  await settleDemoSeason(orgId, tx, today)
  await forgetCounted(orgId, tx)
  return rows
}

/** The number of the last one; the first has 1. */
async function lastDemoMember(orgId: OrgId, tx: Db): Promise<number> {
  const [row] = await tx<{ member_number: string }[]>`
    select member_number
    from members
    where org_id = ${orgId}
      and member_number between ${memberNumber(0)} and ${memberNumber(999_999_999)}
      and member_number ~ '^D[0-9]{9}$'
    order by member_number desc
    limit 1`
  return row ? Number(row.member_number.slice(1)) : 0
}

const ORDER_STATUS = {
  paid: 'confirmed',
  instalments: 'confirmed',
  unpaid: 'pending',
  cancelled: 'cancelled',
} satisfies Record<MemberOutcome, string>

/** Answers with the ids of the member and of the order. */
export function addMember(
  writer: Writer,
  member: DemoMember,
  buyer: DemoBuyer,
  currency: string,
): { memberId: RowId; orderId: RowId } {
  const orderId = writer.id('orders')
  const memberId = writer.id('members')
  addMembershipOrder(writer, orderId, member, buyer, currency)
  writer.add('members', {
    membership_member_id: memberId,
    user_id: buyer.user_id,
    person_id: `P-${buyer.org_customer_id}`,
    member_number: member.number,
    membership_type_id: member.type.membership_type_id,
    barcode: member.barcode,
    membership_member_status_id: memberStatus[member.outcome],
    membership_seat_id: member.seatId,
    first_name: buyer.first_name,
    last_name: buyer.last_name,
    date_of_birth: member.dateOfBirth,
    expires: member.type.expires,
    auto_renew: member.autoRenew,
    gender: member.gender,
    company_name: member.company,
    address: member.address,
    address2: member.address2,
    suburb: 'Harbour City',
    state: 'NSW',
    postcode: buyer.postcode,
    country_id: 36,
    mobile_number: buyer.mobile_number,
    email_address: buyer.email_address,
    membership_order_id: orderId,
    marketing_emails: buyer.marketing_emails,
    fulfilled_at: member.fulfilledAt,
    fulfillment_tracking_code: member.trackingCode,
    instalments: member.instalments.length > 1,
    ...stamp(member.joinedAt, member.changedAt),
  })
  const lineId = writer.id('order_lines')
  writer.add('order_lines', {
    order_line_id: lineId,
    order_id: orderId,
    kind: 'membership',
    membership_type_id: member.type.membership_type_id,
    membership_member_id: memberId,
    quantity: 1,
    places: 0,
    price_minor: member.type.price_minor,
    created_at: member.joinedAt,
  })
  const planId = member.instalments.length > 1 ? addPlan(writer, member, { orderId, lineId, memberId, currency }) : null
  for (const [n, instalment] of member.instalments.entries()) {
    const plan = {
      orderId,
      planId,
      userId: buyer.user_id,
      member: member.number,
      number: n + 1,
      joinedAt: member.joinedAt,
      currency,
    }
    addInstalment(writer, plan, instalment)
  }
  return { memberId, orderId }
}

/** How a membership is paid over time: the sums are those of its instalments. */
function addPlan(
  writer: Writer,
  { instalments, option, type, joinedAt, changedAt }: DemoMember,
  { orderId, lineId, memberId, currency }: { orderId: RowId; lineId: RowId; memberId: RowId; currency: string },
): RowId {
  const planId = writer.id('membership_plans')
  const sumOf = (isCounted: (instalment: DemoInstalment) => boolean) =>
    instalments.filter(isCounted).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  writer.add('membership_plans', {
    membership_plan_id: planId,
    order_id: orderId,
    term_order_id: orderId,
    order_line_id: lineId,
    membership_member_id: memberId,
    membership_payment_option_id: option.membership_payment_option_id,
    currency,
    total_minor: type.price_minor,
    open_minor: sumOf(isOpen),
    paid_minor: sumOf(({ status }) => status === 'paid'),
    cancelled_minor: sumOf(({ status }) => status === 'cancelled'),
    ...stamp(joinedAt, changedAt),
  })
  return planId
}

function addMembershipOrder(
  writer: Writer,
  orderId: RowId,
  member: DemoMember,
  buyer: DemoBuyer,
  currency: string,
): void {
  const { n, type, option, outcome, instalments, joinedAt, changedAt } = member
  const paid = instalments.filter(({ paidAt }) => paidAt !== null)
  const status = ORDER_STATUS[outcome]
  writer.add('orders', {
    order_id: orderId,
    order_uuid: `de310000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`,
    user_id: buyer.user_id,
    order_status: status,
    sales_channel: 'online',
    first_name: buyer.first_name,
    last_name: buyer.last_name,
    email_address: buyer.email_address,
    mobile_number: buyer.mobile_number,
    postcode: buyer.postcode,
    country_id: 36,
    marketing_opt_in: buyer.marketing_emails,
    payment_method: paid.length > 0 ? 'instalments' : null,
    currency,
    price_minor: type.price_minor,
    total_minor: type.price_minor,
    membership_payment_option_id: option.membership_payment_option_id,
    paid_minor: paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    owed_minor: instalments.filter(isOpen).reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    confirmed_at: paid[0]?.paidAt ?? (status === 'confirmed' ? joinedAt : null),
    closed_at: status === 'cancelled' ? changedAt : null,
    ...stamp(joinedAt, changedAt),
  })
}

type Plan = {
  orderId: RowId
  planId: RowId | null
  userId: number
  member: string
  number: number
  joinedAt: Date
  currency: string
}

const isOpen = ({ status }: DemoInstalment) => status === 'due' || status === 'failed'

/** Without a next attempt: no worker collects what is made by the million. Plans that collect themselves are those of plans.ts. */
function addInstalment(writer: Writer, plan: Plan, instalment: DemoInstalment): void {
  const { amountMinor, dueAt, status, paidAt } = instalment
  const debtId = writer.id('debts')
  const isPaid = status === 'paid' || status === 'failed'
  writer.add('debts', {
    debt_id: debtId,
    owed_by: 'fan',
    kind: 'instalment',
    order_id: plan.orderId,
    user_id: plan.userId,
    currency: plan.currency,
    amount_minor: amountMinor,
    settled_minor: status === 'paid' ? amountMinor : 0,
    cancelled_minor: status === 'cancelled' ? amountMinor : 0,
    due_at: dueAt,
    instalment_number: plan.number,
    membership_plan_id: plan.planId,
    last_outcome: status === 'failed' ? 'failed' : null,
    attempts: isPaid ? 1 : 0,
    closed_at: isOpen(instalment) ? null : (paidAt ?? plan.joinedAt),
    ...stamp(plan.joinedAt, paidAt ?? plan.joinedAt),
  })
  if (status === 'cancelled') {
    const release = { debt_id: debtId, kind: 'cancelled', amount_minor: amountMinor, created_at: plan.joinedAt }
    writer.add('debt_releases', release)
  }
  if (!paidAt) return
  const key = `demo-instalment-${plan.member}-${plan.number}`
  const paymentId = writer.id('payments')
  writer.add('payments', {
    payment_id: paymentId,
    provider: 'test',
    idempotency_key: key,
    provider_reference: key.replaceAll('-', '_'),
    payment_status: 'succeeded',
    amount_minor: amountMinor,
    settled_minor: amountMinor,
    currency: plan.currency,
    succeeded_at: paidAt,
    ...stamp(paidAt),
  })
  const part = { payment_id: paymentId, debt_id: debtId, amount_minor: amountMinor, created_at: paidAt }
  writer.add('payment_debts', part)
  writer.add('settlements', part)
}
