import assert from 'node:assert/strict'
import type { House, Tenant } from '../harness/house.ts'

/** A standard rate of 19 %, unless it is said otherwise. */
export async function addTaxRate(house: House, tenant: Tenant, fields: Record<string, unknown> = {}): Promise<number> {
  const { status, body, text } = await house.call('POST', '/v1/manage/tax_rates', {
    key: tenant.key,
    body: { title: 'VAT', kind: 'standard', percentages: [{ valid_from: '2007-01-01', percentage: 19 }], ...fields },
  })
  assert.equal(status, 201, text)
  return body.tax_rate_id
}
