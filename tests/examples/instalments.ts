import { RenewalRow } from '../../server/checkout/renewals/renewal.ts'
import { InstalmentRow } from '../../server/ledger/instalments/instalment.ts'
import { ListedInstalmentRow } from '../../server/ledger/instalments/list-instalments.manage.ts'
import { CollectionLadderRow } from '../../server/ledger/ladder/collection-ladder.ts'
import { MembershipPlanRow } from '../../server/ledger/ladder/membership-plan.ts'
import { LadderCountRow } from '../../server/ledger/ladder/preview-collection-ladder.manage.ts'
import { DebtRow } from '../../server/ledger/ledger/debt.ts'
import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { CustomerRow } from '../../server/people/customers/customer.ts'
import { MemberTermRow } from '../../server/people/members/list-member-terms.manage.ts'
import { MemberRow } from '../../server/people/members/member.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addAutomaticPlan, addInstalments } from '../builders/instalments.ts'
import { addMember } from '../builders/members.ts'
import { addRenewal } from '../builders/renewals.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const one = async (house: House, tenant: Tenant) => {
  const { ids } = await addInstalments(house, tenant)
  return { params: { instalment_id: ids[0] ?? 0 }, ids: { 'params.instalment_id': NOTHING } }
}

const plan = (collection_status: string) => async (house: House, tenant: Tenant) => ({
  params: { membership_plan_id: await addAutomaticPlan(house, tenant, collection_status) },
  ids: { 'params.membership_plan_id': NOTHING },
})

const dayIn = (house: House, days: number) =>
  new Date(house.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)

const ladder = { collection_hour: 9, retry_days: [3, 7], soft_overdue_days: 7, hard_overdue_days: 21 }

export const instalmentExamples: Record<string, OperationExample> = {
  retrieveCollectionLadder: { rows: [CollectionLadderRow] },
  replaceCollectionLadder: {
    rows: [CollectionLadderRow],
    make: async () => ({ body: ladder, otherBody: { ...ladder, collection_hour: 10 } }),
  },
  previewCollectionLadder: {
    rows: [LadderCountRow],
    make: async () => ({ body: ladder, otherBody: { ...ladder, collection_hour: 10 } }),
  },
  retrieveMembershipPlan: { rows: [MembershipPlanRow], make: plan('running') },
  pauseMembershipPlan: { rows: [MembershipPlanRow], make: plan('running') },
  resumeMembershipPlan: { rows: [MembershipPlanRow], make: plan('paused') },
  stopMembershipPlan: { rows: [MembershipPlanRow], make: plan('running') },
  listInstalments: {
    rows: [ListedInstalmentRow],
    make: async (house, tenant) => {
      const { orderId } = await addInstalments(house, tenant, 2)
      const first = await house.call('GET', '/v1/manage/instalments?limit=1', { key: tenant.key })
      const filters = {
        membership_order_id: orderId,
        limit: 1,
        status: 'due',
        overdue: false,
        unix_start: 1_600_000_000,
        unix_end: 4_000_000_000,
      }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.membership_order_id': NOTHING },
      }
    },
  },
  retrieveInstalment: { rows: [InstalmentRow], make: one },
  recordPaymentInstalment: {
    rows: [InstalmentRow, LockedDebtRow, DebtRow, MemberRow, CustomerRow, OrderRow, TicketRow, OrderMembershipRow],
    make: one,
  },
  moveInstalment: {
    rows: [InstalmentRow, LockedDebtRow],
    make: async (house, tenant) => ({
      ...(await one(house, tenant)),
      body: { due_on: dayIn(house, 10) },
      otherBody: { due_on: dayIn(house, 20) },
    }),
  },
  retryInstalment: {
    rows: [InstalmentRow, LockedDebtRow],
    make: async (house, tenant) => {
      const planId = await addAutomaticPlan(house, tenant)
      const [debt] = await house.sql<{ debt_id: number }[]>`
        select debt_id
        from debts
        where org_id = ${tenant.orgId}
          and membership_plan_id = ${planId}`
      return { params: { instalment_id: debt?.debt_id ?? 0 }, ids: { 'params.instalment_id': NOTHING } }
    },
  },
  recordFailureInstalment: { rows: [InstalmentRow, LockedDebtRow], make: one },
  renewMember: {
    rows: [MemberRow],
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
      body: { expires: 4_000_000_000 },
      otherBody: { expires: 4_000_086_400 },
    }),
  },
  listMembershipRenewals: {
    rows: [RenewalRow],
    make: async (house, tenant) => {
      const membership_member_id = await addMember(house, tenant)
      await addRenewal(house, tenant, membership_member_id)
      await addRenewal(house, tenant, await addMember(house, tenant))
      const first = await house.call('GET', '/v1/manage/membership_renewals?limit=1', { key: tenant.key })
      const filters = { membership_member_id, limit: 1, status: 'announced' }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.membership_member_id': NOTHING },
      }
    },
  },
  listMemberTerms: {
    rows: [MemberTermRow],
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
    }),
  },
}
