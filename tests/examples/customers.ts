import { OpenSumsRow } from '../../server/ledger/erasure/open-items.ts'
import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { addDemoCustomers } from '../../server/operator/demo/customers.ts'
import { CustomerRow, TaggedCustomerRow } from '../../server/people/customers/customer.ts'
import { ListedCustomerRow } from '../../server/people/customers/list-customers.ts'
import { addCustomer } from '../builders/customers.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

export const customerExamples: Record<string, OperationExample> = {
  listCustomers: {
    rows: [ListedCustomerRow],
    make: async (house, { orgId, key }) => {
      await addDemoCustomers(orgId, house.sql, 3)
      await house.sql`update customers set tags = '{press}' where org_id = ${orgId}`
      const { userId } = await addCustomer(house, { orgId })
      const filters = {
        search: 'example.com',
        tag: 'press',
        sort_direction: 'asc',
        sort_field: 'last_name',
        updated_since: 1_600_000_000,
      }
      const cursorFor = async (query: Record<string, string>) => {
        const address = `/v1/customers?${new URLSearchParams({ limit: '1', ...query })}`
        return (await house.call('GET', address, { key })).body.next_cursor as string
      }
      const together = { ...filters, updated_since: String(filters.updated_since) }
      return {
        ids: { 'filters.user_id': NOTHING },
        filters: { ...filters, user_id: userId, page_number: 2, limit: 1, cursor: await cursorFor({}) },
        together: { ...filters, limit: 1, cursor: await cursorFor(together) },
      }
    },
  },
  retrieveCustomer: { rows: [TaggedCustomerRow], make: oneCustomer },
  createCustomer: {
    rows: [CustomerRow],
    make: async () => {
      const body = { org_customer_id: unique('fan'), first_name: 'Ada', postcode: null, marketing_emails: true }
      return { body, otherBody: { ...body, first_name: 'Ben' }, notIds: ['body.org_customer_id'] }
    },
  },
  changeCustomer: {
    rows: [CustomerRow],
    make: async (house, tenant) => ({
      ...(await oneCustomer(house, tenant)),
      body: { email_address: `${unique('ada')}@example.com`, last_name: null },
      otherBody: { first_name: 'Ben' },
    }),
  },
  exportCustomer: { rows: 'any', make: oneCustomer },
  mergeCustomers: {
    rows: [CustomerRow],
    make: async (house, tenant) => {
      const [keeper, first, second] = [
        await addCustomer(house, tenant),
        await addCustomer(house, tenant),
        await addCustomer(house, tenant),
      ]
      return {
        params: { customer_id: keeper.customerId },
        body: { duplicate_customer_id: first.customerId },
        otherBody: { duplicate_customer_id: second.customerId },
        ids: { 'params.customer_id': 'nobody', 'body.duplicate_customer_id': 'nobody' },
      }
    },
  },
  retrieveCustomerOpenItems: {
    rows: [OpenSumsRow],
    make: async (house, tenant) => {
      const { userId, customerId } = await addCustomer(house, tenant)
      const body = { user_id: userId, amount: 20, reason: 'The heating failed' }
      await house.call('POST', '/v1/manage/credits', { key: tenant.key, body })
      return { params: { customer_id: customerId }, ids: { 'params.customer_id': 'nobody' } }
    },
  },
  eraseCustomer: {
    rows: [CustomerRow, LockedDebtRow],
    make: async (house, tenant) => ({
      ...(await oneCustomer(house, tenant)),
      body: { owed_by_customer: 'settle_first' },
      otherBody: { reason: 'asked to be forgotten' },
    }),
  },
}

async function oneCustomer(house: House, tenant: Tenant): Promise<Example> {
  const { customerId } = await addCustomer(house, tenant)
  return { params: { customer_id: customerId }, ids: { 'params.customer_id': 'nobody' } }
}
