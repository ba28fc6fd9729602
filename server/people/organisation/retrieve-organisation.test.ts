import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { createOrganisation } from './create-organisation.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC', company: 'Harbour City Pty Ltd' })
const other = await house.organisation({
  name: 'Côte d’Azur',
  country: 'FR',
  timezone: 'Europe/Paris',
  currency: 'EUR',
})

const get = (key: string, query = '') => house.call('GET', `/v1/organisation${query}`, { key })

test('an organisation has every field of the contract, and its currency', async () => {
  await house.sql`
    update organisations
    set business_number = '12 345 678 901', payment_account_id = 'acct_1', background_color = '#00ff7f',
      logo_image = 'https://img.example.org/logo.png', background_image = 'https://img.example.org/back.jpg',
      favicon = 'https://img.example.org/favicon.ico'
    where org_id = ${club.orgId}`
  const { status, body } = await get(club.key)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    org_id: String(club.orgId),
    mode: 'test',
    name: 'Harbour City FC',
    company: 'Harbour City Pty Ltd',
    business_number: '12 345 678 901',
    payment_account_id: 'acct_1',
    country: 'AU',
    country_name: 'Australia',
    timezone: 'Australia/Sydney',
    currency: 'AUD',
    language: 'en',
    contact_email: null,
    ticket_page_url: null,
    logo_image: 'https://img.example.org/logo.png',
    background_image: 'https://img.example.org/back.jpg',
    favicon: 'https://img.example.org/favicon.ico',
    background_color: '#00ff7f',
    embed_origins: [],
    accent_color: null,
    places_left_shown: 'few',
    few_places_left: 20,
    held_places_per_address: 50,
    address_requests_per_minute: 1_000_000,
    address_requests_per_day: 1_000_000,
    transaction_fee_fixed: 0,
    transaction_fee_percentage: 0,
    transaction_fee_max: null,
    transaction_fee_free_orders: false,
    transaction_fee_boxoffice: false,
    ticket_terms: null,
    holder_changes: true,
    refund_request_hours: null,
    card_readers: false,
    cash_rounding: null,
    invoice_days: 14,
    credit_days: null,
    refund_credit: 'first',
    disputed_tickets: 'stop',
    terms_consent: false,
    refund_proof_amount: 500,
    shop_slug: 'harbour-city-fc',
    shop_url: 'http://grandstand.test/shop/harbour-city-fc/',
  })
})

test('what an organisation has no value for is there and null', async () => {
  const { body } = await get(other.key)
  assert.deepEqual([body.name, body.country_name, body.currency], ['Côte d’Azur', 'France', 'EUR'])
  const { company, business_number, payment_account_id, logo_image, background_image, favicon, background_color } = body
  for (const value of [
    company,
    business_number,
    payment_account_id,
    logo_image,
    background_image,
    favicon,
    background_color,
  ]) {
    assert.equal(value, null)
  }
})

test('the key says which organisation it is, and no parameter can', async () => {
  const { status, body } = await get(club.key, `?org_id=${other.orgId}`)
  assert.deepEqual([status, body.error.code], [400, 'parameter_unknown'])
})

test('a new organisation has an id of its own and the limits of the contract, and a wrong one is not created', async () => {
  const input = {
    name: 'New Club',
    country: 'NZ',
    timezone: 'Pacific/Auckland',
    currency: 'NZD',
    mode: 'live' as const,
  }
  const [one, two] = [await createOrganisation(house.sql, input), await createOrganisation(house.sql, input)]
  assert.notEqual(one, two)
  const [row] = await house.sql`
    select key_requests_per_minute, key_requests_per_day, requests_per_day, suspended_at
    from organisations
    where org_id = ${one}`
  assert.deepEqual(
    { ...row },
    { key_requests_per_minute: 300, key_requests_per_day: 30_000, requests_per_day: 50_000, suspended_at: null },
  )
  await assert.rejects(createOrganisation(house.sql, { ...input, country: 'UK' }), RangeError)
})
