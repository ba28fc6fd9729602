import type { House } from '../harness/house.ts'
import { addCustomer } from './customers.ts'
import { addMember } from './members.ts'
import { addMembershipType } from './membership-catalogue.ts'
import { addRow, type Columns, type Owner, type Store } from './rows.ts'

/** An order that instalments pay for, none of them so far; without lines. */
export const addMembershipOrder = (store: Store, owner: Owner, userId: number, totalMinor: number) =>
  addRow(store, owner, 'orders', 'order_id', {
    user_id: userId,
    currency: 'AUD',
    price_minor: totalMinor,
    total_minor: totalMinor,
    paid_minor: 0,
    owed_minor: totalMinor,
  })

/** The row of a debt that is part of an order's plan; the first, of 10.00, unless said otherwise. */
export const instalmentOf = (orderId: number, columns: Columns) => ({
  owed_by: 'fan',
  kind: 'instalment',
  order_id: orderId,
  currency: 'AUD',
  instalment_number: 1,
  amount_minor: 1000,
  ...columns,
})

/** An order of one membership that is paid in so many parts; the ids of these. */
export async function addInstalments(house: House, owner: Owner, count = 1) {
  const { userId } = await addCustomer(house, owner)
  const membership_order_id = await addMembershipOrder(house, owner, userId, count * 1000)
  const membership_type_id = await addMembershipType(house, owner)
  const membership_member_id = await addMember(house, owner, { membership_type_id })
  const of = { order_id: membership_order_id, membership_member_id, membership_type_id }
  const line = { ...of, kind: 'membership', quantity: 1, places: 0, price_minor: count * 1000 }
  await addRow(house, owner, 'order_lines', 'order_line_id', line)
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const part = instalmentOf(membership_order_id, {
      user_id: userId,
      instalment_number: number,
      due_at: house.clock(),
    })
    ids.push(await addRow(house, owner, 'debts', 'debt_id', part))
  }
  return { ids, memberId: membership_member_id, orderId: membership_order_id }
}

/** A plan of two parts, both open, that is charged by a card which is kept; its id. */
export async function addAutomaticPlan(house: House, owner: Owner, collection_status = 'running') {
  const { ids, memberId, orderId } = await addInstalments(house, owner, 2)
  const [line] = await house.sql<{ order_line_id: number; user_id: number }[]>`
    select l.order_line_id, o.user_id
    from order_lines l
    join orders o on o.org_id = ${owner.orgId} and o.order_id = l.order_id
    where l.org_id = ${owner.orgId}
      and l.order_id = ${orderId}`
  const means = { provider: 'test', customer_reference: 'cus_test', method_reference: 'pm_test_ok', means_kind: 'card' }
  const payment_means_id = await addRow(house, owner, 'payment_means', 'payment_means_id', {
    ...means,
    user_id: line?.user_id ?? 0,
  })
  const planId = await addRow(house, owner, 'membership_plans', 'membership_plan_id', {
    ...{ order_id: orderId, term_order_id: orderId, order_line_id: line?.order_line_id ?? 0 },
    ...{ membership_member_id: memberId, currency: 'AUD', total_minor: 2000, open_minor: 2000, payment_means_id },
    ...{ collection_status, paused_at: collection_status === 'paused' ? house.clock() : null },
  })
  await house.sql`
    update debts
    set membership_plan_id = ${planId}, next_attempt_at = ${house.clock()}
    where org_id = ${owner.orgId}
      and debt_id = any (${ids}::bigint[])`
  return planId
}
