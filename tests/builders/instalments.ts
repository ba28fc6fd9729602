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
