import { CreditEntryRow } from '../../server/ledger/credits/list-credit-entries.manage.ts'
import { OwnCreditRow } from '../../server/ledger/credits/list-own-credits.ts'
import { ListedDebtRow } from '../../server/ledger/debts/debt-filters.ts'
import { CollectionStageRow } from '../../server/ledger/debts/retrieve-collection-stages.manage.ts'
import { DebtEntryRow } from '../../server/ledger/debts/retrieve-debt.manage.ts'
import { CreditRow } from '../../server/ledger/ledger/credit.ts'
import { DebtRow } from '../../server/ledger/ledger/debt.ts'
import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { DebitedPlanRow, MandateTextRow } from '../../server/payments/mandates/retrieve-mandate.manage.ts'
import { CustomerRow } from '../../server/people/customers/customer.ts'
import { MandateRow } from '../../server/people/mandates/mandate.ts'
import { MemberRow } from '../../server/people/members/member.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addCustomer } from '../builders/customers.ts'
import { addInstalments } from '../builders/instalments.ts'
import { joinByDebit } from '../builders/mandates.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addFan } from '../builders/sso.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const one = async (house: House, tenant: Tenant) => {
  const { ids } = await addInstalments(house, tenant)
  return { params: { debt_id: ids[0] ?? 0 }, ids: { 'params.debt_id': NOTHING } }
}

const mandate = async (house: House, tenant: Tenant) => ({
  params: { mandate_id: await joinByDebit(house, tenant) },
  ids: { 'params.mandate_id': NOTHING },
})

/** A customer who was given credit, so many times. */
async function credited(house: House, tenant: Tenant, times = 1) {
  const { userId } = await addCustomer(house, tenant)
  const body = { user_id: userId, amount: 10, reason: 'Goodwill' }
  let accountId = 0
  for (let time = 0; time < times; time += 1) {
    const given = await house.call('POST', '/v1/manage/credits', { key: tenant.key, body })
    accountId = given.body.credit_account_id
  }
  return { userId, accountId }
}

/** What a debt is read as while it is changed, and what else hangs on its first payment. */
const changed = [LockedDebtRow, DebtRow, MemberRow]
const paid = [...changed, CustomerRow, OrderRow, TicketRow, OrderMembershipRow]

export const debtExamples: Record<string, OperationExample> = {
  listDebts: {
    rows: [ListedDebtRow],
    make: async (house, tenant) => {
      const { orderId } = await addInstalments(house, tenant, 2)
      const { eventId } = await addOffer(house, tenant)
      const first = await house.call('GET', '/v1/manage/debts?limit=1', { key: tenant.key })
      const { user_id } = first.body.data[0]
      const filters = {
        limit: 1,
        owed_by: 'fan',
        kind: 'instalment',
        status: 'due',
        stage: 'due_soon',
        open: true,
        overdue: false,
        overdue_days: 30,
        order_id: orderId,
        event_id: eventId,
        user_id,
        search: 'okafor',
        unix_start: 1_600_000_000,
        unix_end: 4_000_000_000,
      }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.order_id': NOTHING, 'filters.event_id': NOTHING, 'filters.user_id': NOTHING },
      }
    },
  },
  retrieveCollectionStages: {
    rows: [CollectionStageRow],
    make: async (house, tenant) => {
      await addInstalments(house, tenant, 2)
      return {}
    },
  },
  listMandates: {
    rows: [MandateRow],
    make: async (house, tenant) => {
      const mandateId = await joinByDebit(house, tenant)
      await joinByDebit(house, tenant)
      const first = await house.call('GET', '/v1/manage/mandates?limit=1', { key: tenant.key })
      const { user_id, plans } = (await house.call('GET', `/v1/manage/mandates/${mandateId}`, { key: tenant.key })).body
      const [{ membership_member_id, membership_order_id: order_id }] = plans
      const of = { user_id, membership_member_id, order_id }
      const filters = { ...of, limit: 1, status: 'active', scheme: 'au_becs_debit' }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: {
          'filters.user_id': NOTHING,
          'filters.membership_member_id': NOTHING,
          'filters.order_id': NOTHING,
        },
      }
    },
  },
  retrieveMandate: { rows: [MandateRow, MandateTextRow, DebitedPlanRow], make: mandate },
  giveUpMandate: { rows: [MandateRow], make: mandate },
  retrieveDebt: { rows: [DebtRow, DebtEntryRow], make: one },
  waiveDebt: {
    rows: changed,
    make: async (house, tenant) => ({
      ...(await one(house, tenant)),
      body: { amount: 5, reason: 'Hardship' },
      otherBody: { amount: 4, reason: 'Hardship' },
    }),
  },
  reverseDebt: {
    rows: changed,
    make: async (house, tenant) => {
      const example = await one(house, tenant)
      const path = `/v1/manage/debts/${example.params.debt_id}/record_payment`
      await house.call('POST', path, { key: tenant.key, body: { payment_method: 'cheque' } })
      return {
        ...example,
        body: { kind: 'returned', reason: 'The cheque bounced' },
        otherBody: { kind: 'mistake', reason: 'It was another invoice' },
      }
    },
  },
  remindDebt: {
    rows: [LockedDebtRow, DebtRow],
    make: async (house, tenant) => {
      const { priceId } = await addOffer(house, tenant)
      const body = {
        items: [{ price_id: priceId }],
        payment_method: 'invoice',
        customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' },
      }
      const sold = await house.call('POST', '/v1/manage/orders', { key: tenant.key, body })
      const owed = await house.call('GET', `/v1/manage/debts?order_id=${sold.body.order_id}`, { key: tenant.key })
      return { params: { debt_id: owed.body.data[0].debt_id }, ids: { 'params.debt_id': NOTHING } }
    },
  },
  payDebtByCredit: {
    rows: [...paid, CreditRow],
    make: async (house, tenant) => {
      const example = await one(house, tenant)
      const { user_id } = (await house.call('GET', `/v1/manage/debts/${example.params.debt_id}`, { key: tenant.key }))
        .body
      await house.call('POST', '/v1/manage/credits', {
        key: tenant.key,
        body: { user_id, amount: 20, reason: 'Goodwill' },
      })
      return { ...example, body: { amount: 5 }, otherBody: { amount: 4 } }
    },
  },
  listCredits: {
    rows: [CreditRow],
    make: async (house, tenant) => {
      const { userId } = await credited(house, tenant)
      await credited(house, tenant)
      const first = await house.call('GET', '/v1/manage/credits?limit=1', { key: tenant.key })
      return {
        filters: { limit: 1, user_id: userId, cursor: first.body.next_cursor },
        together: { limit: 1, user_id: userId },
        ids: { 'filters.user_id': NOTHING },
      }
    },
  },
  listCreditEntries: {
    rows: [CreditEntryRow],
    make: async (house, tenant) => {
      const { accountId } = await credited(house, tenant, 2)
      const path = `/v1/manage/credits/${accountId}/entries?limit=1`
      const first = await house.call('GET', path, { key: tenant.key })
      return {
        params: { credit_account_id: accountId },
        filters: { limit: 1, cursor: first.body.next_cursor, sort_direction: 'asc' },
        together: { limit: 1 },
        ids: { 'params.credit_account_id': NOTHING },
      }
    },
  },
  listOwnCredits: {
    publishable: true,
    rows: [OwnCreditRow],
    make: async (house, tenant) => {
      const { headers, userId } = await addFan(house, tenant)
      const body = { user_id: userId, amount: 10, reason: 'Goodwill' }
      await house.call('POST', '/v1/manage/credits', { key: tenant.key, body })
      return { headers }
    },
  },
  grantCredit: {
    rows: [CreditRow],
    make: async (house, tenant) => {
      const { userId } = await addCustomer(house, tenant)
      return {
        body: { user_id: userId, amount: 10, reason: 'The floodlights failed' },
        otherBody: { user_id: userId, amount: 11, reason: 'The floodlights failed' },
        ids: { 'body.user_id': NOTHING },
      }
    },
  },
  withdrawCredit: {
    rows: [CreditRow],
    make: async (house, tenant) => {
      const { accountId } = await credited(house, tenant)
      return {
        params: { credit_account_id: accountId },
        ids: { 'params.credit_account_id': NOTHING },
        body: { amount: 1, reason: 'Given twice' },
        otherBody: { amount: 2, reason: 'Given twice' },
      }
    },
  },
  recordPaymentDebt: {
    rows: paid,
    make: async (house, tenant) => ({
      ...(await one(house, tenant)),
      body: { amount: 5, payment_method: 'transfer', reference: 'RE 2026-114' },
      otherBody: { amount: 4, payment_method: 'cheque' },
    }),
  },
}
