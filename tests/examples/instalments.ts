import { InstalmentRow } from '../../server/people/instalments/instalment.ts'
import { MemberRow } from '../../server/people/members/member.ts'
import { addRow, NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'
import { addMember, addUser } from './members.ts'
import { addMembershipType } from './membership-catalogue.ts'

/** An order of one membership that is paid in so many parts; the ids of these. */
export async function addInstalments(house: House, tenant: Tenant, count = 1) {
  const order = { user_id: await addUser(house, tenant), currency: 'AUD', total_minor: count * 1000 }
  const membership_order_id = await addRow(house, tenant, 'membership_orders', 'membership_order_id', order)
  const membership_type_id = await addMembershipType(house, tenant)
  const membership_member_id = await addMember(house, tenant, { membership_type_id })
  const line = { membership_order_id, membership_member_id, membership_type_id, price_minor: count * 1000 }
  await addRow(house, tenant, 'membership_order_lines', 'membership_order_id', line)
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const part = { membership_order_id, instalment_number: number, amount_minor: 1000, due_at: house.clock() }
    ids.push(await addRow(house, tenant, 'instalments', 'instalment_id', part))
  }
  return { ids, memberId: membership_member_id, orderId: membership_order_id }
}

const one = async (house: House, tenant: Tenant) => {
  const { ids } = await addInstalments(house, tenant)
  return { params: { instalment_id: ids[0] ?? 0 }, ids: { 'params.instalment_id': NOTHING } }
}

export const instalmentExamples: Record<string, OperationExample> = {
  listInstalments: {
    rows: [InstalmentRow],
    make: async (house, tenant) => {
      await addInstalments(house, tenant, 2)
      const first = await house.call('GET', '/v1/manage/instalments?limit=1', { key: tenant.key })
      return { filters: { limit: 1, cursor: first.body.next_cursor } }
    },
  },
  retrieveInstalment: { rows: [InstalmentRow], make: one },
  recordPaymentInstalment: { rows: [InstalmentRow, MemberRow], make: one },
  recordFailureInstalment: { rows: [InstalmentRow], make: one },
  renewMember: {
    rows: [MemberRow],
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
      body: { expires: 4_000_000_000 },
      otherBody: { expires: 4_000_086_400 },
    }),
  },
}
