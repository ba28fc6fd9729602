import assert from 'node:assert/strict'
import type { House, Tenant } from '../harness/house.ts'
import { anna, issueDocumentsOf } from './documents.ts'
import { addOffer } from './prices.ts'
import { addTaxRate } from './tax-rates.ts'

/** A company in Norway, as Peppol and its own register know it. */
export const VERFT = '0192:974760673'
export const CLUB = '0192:991825827'

export const norwegian = {
  issuer_name: 'Havneby IL',
  address_lines: ['Havnegata 1'],
  postcode: '5003',
  city: 'Bergen',
  country: 'NO',
  vat_id: 'NO991825827MVA',
  register_number: '991825827',
}

/** An access point that is only pretended, or one at an address. */
export async function handToPeppol(house: House, tenant: Tenant, fields: Record<string, unknown> = {}): Promise<void> {
  const { status, text } = await house.call('PUT', '/v1/manage/peppol_access_point', {
    key: tenant.key,
    body: { peppol_id: CLUB, access: 'simulated', ...fields },
  })
  assert.equal(status, 200, text)
}

/** A Norwegian club with documents, which sells for cash to companies that take invoices by Peppol. */
export async function openPeppolClub(house: House, settings: Record<string, unknown> = {}) {
  const club = await house.organisation({ country: 'NO', timezone: 'Europe/Oslo', currency: 'NOK' })
  const rate = await addTaxRate(house, club, { percentages: [{ valid_from: '2007-01-01', percentage: 25 }] })
  const price = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0, tax_rate_id: rate }
  const { priceId } = await addOffer(house, club, { capacity: 500, price })
  await issueDocumentsOf(house, club, { ...norwegian, ...settings })
  const call = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  const recipient = { ...anna, company: 'Verft AS', city: 'Oslo', postcode: '0150', country: 'NO' }
  /** An order of a company, whose invoice is still to be issued. */
  const sell = async (peppol_id: string | null = VERFT) => {
    const body = {
      items: [{ price_id: priceId, quantity: 2 }],
      payment_method: 'cash',
      document_recipient: { ...recipient, peppol_id },
    }
    const { status, body: order, text } = await call('POST', 'orders', body)
    assert.equal(status, 201, text)
    return order.order_id as number
  }
  const documents = async (query = '') => (await call('GET', `documents${query}`)).body.data
  return { club, call, sell, documents, priceId }
}
