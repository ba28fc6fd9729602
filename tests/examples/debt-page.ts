import { TransferAccountRow } from '../../server/checkout/transfers/transfer-account.ts'
import { OwnDebtRow } from '../../server/fans/debt-page/own-debt.ts'
import { DebtRow } from '../../server/ledger/ledger/debt.ts'
import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { shopOf } from '../builders/baskets.ts'
import { addInvoice, addTransferOwed, debtSecret } from '../builders/debts.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const invoiced = async (house: House, tenant: Tenant) =>
  addInvoice(house, tenant, { priceId: (await addOffer(house, tenant)).priceId })

/** A membership on instalments that are charged by themselves, and the next of them. */
async function addChargedPlan(house: House, tenant: Tenant): Promise<number> {
  const { addType, addOption } = membershipsOf(house, tenant)
  const membership_payment_option_id = await addOption({ collection: 'automatic' })
  const shop = shopOf(house, tenant)
  const item = { membership_type_id: await addType(), membership_payment_option_id, member: grace }
  const { body: basket } = await shop.open({ items: [item] })
  const { body: order } = await shop.checkOut(basket.id)
  const owed = await house.call('GET', `/v1/manage/debts?order_id=${order.order_id}`, { key: tenant.key })
  return Number(owed.body.data[0].debt_id)
}

const account = { account_holder: 'Ada Okafor', account: 'DE89 3704 0044 0532 0130 00' }

export const debtPageExamples: Record<string, OperationExample> = {
  retrieveMandateText: {
    publishable: true,
    make: async () => ({ query: { currency: 'AUD' }, filters: { language: 'de' } }),
  },
  retrieveOwnDebt: {
    publishable: true,
    rows: [OwnDebtRow, TransferAccountRow],
    make: async (house, tenant) => ({ headers: debtSecret(house, tenant, (await invoiced(house, tenant)).debtId) }),
  },
  payOwnDebt: {
    publishable: true,
    rows: 'any',
    make: async (house, tenant) => ({
      headers: debtSecret(house, tenant, (await invoiced(house, tenant)).debtId),
      body: { payment_method: 'pm_test_ok' },
      otherBody: { payment_method: 'pm_test_disputed' },
    }),
  },
  cancelOwnDebtPayment: {
    publishable: true,
    rows: 'any',
    make: async (house, tenant) => ({ headers: debtSecret(house, tenant, (await invoiced(house, tenant)).debtId) }),
  },
  changeOwnCard: {
    publishable: true,
    rows: 'any',
    make: async (house, tenant) => ({
      headers: debtSecret(house, tenant, await addChargedPlan(house, tenant)),
      body: { payment_method: 'pm_test_ok' },
      otherBody: { payment_method: 'pm_test_disputed' },
    }),
  },
  giveOwnAccount: {
    publishable: true,
    rows: [LockedDebtRow, OwnDebtRow],
    make: async (house, tenant) => ({
      headers: debtSecret(house, tenant, (await addTransferOwed(house, tenant)).debtId),
      body: account,
      otherBody: { ...account, account: 'BSB 062-000, 1234 5678' },
    }),
  },
  createDebtLink: {
    rows: [LockedDebtRow],
    // The link says until when it is good.
    lasting: (text) => text.replace(/dbs_[\w-]+/, ''),
    make: async (house, tenant) => ({
      params: { debt_id: (await invoiced(house, tenant)).debtId },
      ids: { 'params.debt_id': NOTHING },
    }),
  },
  askDebtAccount: {
    rows: [LockedDebtRow, DebtRow],
    make: async (house, tenant) => ({
      params: { debt_id: (await addTransferOwed(house, tenant)).debtId },
      ids: { 'params.debt_id': NOTHING },
    }),
  },
  revealDebtAccount: {
    make: async (house, tenant) => {
      const { debtId } = await addTransferOwed(house, tenant)
      const headers = debtSecret(house, tenant, debtId)
      await house.call('PUT', '/v1/storefront/debt/account', { key: tenant.key, headers, body: account })
      return { params: { debt_id: debtId }, ids: { 'params.debt_id': NOTHING } }
    },
  },
}
