import { issueOperatorInvoices } from '../../server/papers/operator-invoices/issue-operator-invoices.ts'
import { OperatorInvoiceRow } from '../../server/papers/operator-invoices/operator-invoice.ts'
import { addPaidFee, operator } from '../builders/operator-invoices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** Two months of fees that are billed. */
async function bill(house: House, tenant: Tenant): Promise<void> {
  for (const month of ['2025-01', '2025-02']) {
    await addPaidFee(house, tenant, { at: `${month}-15T00:00:00Z`, feeMinor: 100 })
    await house.sql.begin((tx) => issueOperatorInvoices(tenant.orgId, tx, house.clock(tenant.orgId), operator, month))
  }
}

export const operatorInvoiceExamples: Record<string, OperationExample> = {
  listOperatorInvoices: {
    rows: [OperatorInvoiceRow],
    make: async (house, tenant) => {
      await bill(house, tenant)
      const first = await house.call('GET', '/v1/manage/operator_invoices?limit=1', { key: tenant.key })
      return { filters: { limit: 1, cursor: first.body.next_cursor } }
    },
  },
  retrieveOperatorInvoicePdf: {
    make: async (house, tenant) => {
      await bill(house, tenant)
      const { body } = await house.call('GET', '/v1/manage/operator_invoices', { key: tenant.key })
      return {
        params: { operator_invoice_id: body.data[0].operator_invoice_id },
        ids: { 'params.operator_invoice_id': NOTHING },
      }
    },
  },
}
