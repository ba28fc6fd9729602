import assert from 'node:assert/strict'
import type { House, Tenant } from '../harness/house.ts'
import { sellOrder } from './orders.ts'

/** Harbour City in Bremen, as soon as something is sold. */
export const issuing = {
  issuing: true,
  issuer_name: 'Harbour City e. V.',
  address_lines: ['Stadionweg 1'],
  postcode: '28205',
  city: 'Bremen',
  country: 'DE',
  vat_id: 'DE 123 456 789',
  tax_number: null,
  register_number: 'VR 123',
  recipient_hours: 0,
  untaxed_reason: null,
  footer: null,
}

/** Harbour City in Bremen, which issues documents from now on, as soon as something is sold. */
export async function issueDocumentsOf(
  house: House,
  tenant: Tenant,
  fields: Record<string, unknown> = {},
): Promise<void> {
  const { status, text } = await house.call('PUT', '/v1/manage/document_settings', {
    key: tenant.key,
    body: { ...issuing, ...fields },
  })
  assert.equal(status, 200, text)
}

export const anna = {
  name: 'Anna Schmidt',
  company: 'Werft GmbH',
  address_lines: ['Am Kai 5'],
  postcode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vat_id: null,
  reference: null,
}

/** With all that a recipient may have. */
export const werft = { ...anna, vat_id: 'DE123456789', reference: 'PO 4711', peppol_id: '9930:DE136695976' }

export async function sellWithDocuments({ house, club }: { house: House; club: Tenant }): Promise<void> {
  await issueDocumentsOf(house, club)
  await sellOrder(house, club)
}

/** An order whose invoice is for a VAT number of the EU. */
export async function sellWithVatId({ house, club }: { house: House; club: Tenant }, fields = {}): Promise<number> {
  const { orderId } = await sellOrder(house, club)
  await sayRecipient(house, club, orderId, { ...werft, ...fields })
  return orderId
}

export async function sayRecipient(house: House, { key }: Tenant, orderId: number, body: object): Promise<void> {
  const path = `/v1/manage/orders/${orderId}/document_recipient`
  const { status, text } = await house.call('PUT', path, { key, body })
  assert.equal(status, 200, text)
}
