import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation({ country: 'DE' })
await issueDocumentsOf(house, club)
const shop = shopOf(house, club)
const web = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
const { priceId } = await addOffer(house, club, { capacity: 1000 })
const call = (method: string, path: string, body?: unknown) =>
  house.call(method, path, { key: club.key, ...(body === undefined ? {} : { body }) })

const home = {
  company_name: 'Hafen GmbH',
  address: 'Am Kai 7',
  address2: 'Hinterhaus',
  suburb: 'Hamburg',
  state: 'HH',
  postcode: '20457',
  country_id: 276,
}
const nowhere = Object.fromEntries(Object.keys(home).map((name) => [name, null]))
const homeOf = (customer: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(home).map((name) => [name, customer[name]]))
const invoiced = {
  name: 'Anna Muster',
  company: 'Muster AG',
  address_lines: ['Lange Straße 1', '3. Stock'],
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const invoicedHome = {
  company_name: 'Muster AG',
  address: 'Lange Straße 1',
  address2: '3. Stock',
  suburb: 'Berlin',
  state: null,
  postcode: '10115',
  country_id: 276,
}

const customerOf = async (email: string) => (await call('GET', `/v1/customers?search=${email}`)).body.data[0]
async function addCustomer(fields: object = {}) {
  const email = `${unique('home')}@example.org`
  return (await call('POST', '/v1/manage/customers', { email_address: email, ...fields })).body
}
const buy = (counter: typeof shop, email: string, more: object = {}) =>
  counter
    .fill(priceId, 1)
    .then((basket) =>
      counter.checkOut(basket, { customer: { email, first_name: 'Anna', last_name: 'Muster' }, ...more }),
    )

test('a customer has an address, which is bounded and in a country that exists', async () => {
  const customer = await addCustomer(home)
  assert.deepEqual(homeOf(customer), home)
  const path = `/v1/manage/customers/${customer.org_customer_id}`
  const { body: moved } = await call('PATCH', path, { address: 'Elbe 1', address2: null })
  assert.deepEqual(homeOf(moved), { ...home, address: 'Elbe 1', address2: null })
  for (const [name, value] of Object.entries({ address: 'x'.repeat(201), suburb: 'x'.repeat(101), country_id: 999 })) {
    const { status, body } = await call('PATCH', path, { [name]: value })
    assert.deepEqual([status, body.error.param], [400, name])
  }
  const [entry] = (await call('GET', `/v1/manage/audit_log?object_type=customer&object_id=${customer.user_id}`)).body
    .data
  assert.deepEqual(entry.after, { address: '[personal]', address2: null })
})

test('who is erased has no address', async () => {
  const customer = await addCustomer(home)
  const { body } = await call('POST', `/v1/manage/customers/${customer.org_customer_id}/erase`, {})
  assert.deepEqual(homeOf(body), nowhere)
})

test('merging fills in an address that was not known, and never mixes two', async () => {
  const merged = async (keeper: object, duplicate: object) => {
    const [one, other] = [await addCustomer(keeper), await addCustomer(duplicate)]
    const path = `/v1/manage/customers/${one.org_customer_id}/merge`
    return homeOf((await call('POST', path, { duplicate_customer_id: other.org_customer_id })).body)
  }
  assert.deepEqual(await merged({}, home), home)
  assert.deepEqual(await merged({ postcode: '20457' }, home), home)
  const elsewhere = { ...nowhere, suburb: 'Kiel', postcode: '24103' }
  assert.deepEqual(await merged(elsewhere, home), { ...elsewhere, company_name: 'Hafen GmbH' })
})

test('a file brings addresses, with countries as people write them, and the export has them', async () => {
  const [letters, named] = [unique('file'), unique('file')]
  const csv = [
    'org_customer_id,address,suburb,postcode,country_id',
    `${letters},Am Kai 7,Hamburg,20457,de`,
    `${named},Am Kai 8,Hamburg,20457,Österreich`,
  ].join('\n')
  const { body } = await call('POST', '/v1/manage/imports', { object: 'customers', file: csv })
  assert.equal(body.created, 2, JSON.stringify(body))
  const { body: one } = await call('GET', `/v1/customers/${letters}`)
  assert.deepEqual([one.address, one.suburb, one.country_id], ['Am Kai 7', 'Hamburg', 276])
  assert.equal((await call('GET', `/v1/customers/${named}`)).body.country_id, 40)
  const { text } = await house.call('GET', '/v1/manage/exports/customers.csv', { key: club.key })
  assert.match(text, new RegExp(`${letters},.*,Am Kai 7,,Hamburg,,20457,276,`))
})

test('a buyer who is new lives where their invoice goes; of a known one a stranger’s invoice changes nothing', async () => {
  const email = `${unique('anna')}@example.org`
  await buy(web, email, { document_recipient: invoiced })
  assert.deepEqual(homeOf(await customerOf(email)), invoicedHome)
  const known = await addCustomer()
  await buy(web, known.email_address, { document_recipient: invoiced })
  assert.deepEqual(homeOf(await customerOf(known.email_address)), nowhere)
})

test('whoever has proven who they are has the address of their invoice filled in, where none is known', async () => {
  const fill = async (fields: object) => {
    const { headers, userId } = await addFan(house, club)
    const [{ email_address: email, org_customer_id: id }] = (await call('GET', `/v1/customers?user_id=${userId}`)).body
      .data
    await call('PATCH', `/v1/manage/customers/${id}`, fields)
    const basket = await web.fill(priceId, 1)
    const customer = { email, first_name: 'Anna', last_name: 'Muster' }
    await web.checkOut(basket, { customer, document_recipient: invoiced }, headers)
    return homeOf((await call('GET', `/v1/customers/${id}`)).body)
  }
  assert.deepEqual(await fill({}), invoicedHome)
  assert.deepEqual(await fill({ suburb: 'Kiel' }), { ...nowhere, suburb: 'Kiel', company_name: 'Muster AG' })
})

test('an invoice’s form begins with the customer’s address, else their own membership’s, for staff and for the fan', async () => {
  const { headers, userId } = await addFan(house, club)
  const [{ org_customer_id: id, email_address: email }] = (await call('GET', `/v1/customers?user_id=${userId}`)).body
    .data
  await call('PATCH', `/v1/manage/customers/${id}`, { first_name: 'Anna', last_name: 'Muster' })
  const begun = async () => (await house.call('GET', '/v1/sso/document_recipient', { key: club.key, headers })).body
  const named = { name: 'Anna Muster', company: null, address_lines: [], postcode: null, city: null, country: null }
  assert.deepEqual(await begun(), named)
  const member = { user_id: userId, last_name: 'Muster', address: 'Kindergarten 2', suburb: 'Kiel' }
  await call('POST', '/v1/members', { ...member, first_name: 'Kind' })
  assert.deepEqual(await begun(), named)
  await call('POST', '/v1/members', { ...member, first_name: 'anna', address: 'Förde 3', country_id: 208 })
  assert.deepEqual(await begun(), { ...named, address_lines: ['Förde 3'], city: 'Kiel', country: 'DK' })
  await call('PATCH', `/v1/manage/customers/${id}`, home)
  const suggested = {
    name: 'Anna Muster',
    company: 'Hafen GmbH',
    address_lines: ['Am Kai 7', 'Hinterhaus'],
    postcode: '20457',
    city: 'Hamburg, HH',
    country: 'DE',
  }
  assert.deepEqual(await begun(), suggested)
  const { body: order } = await buy(web, email)
  const recipient = `/v1/manage/orders/${order.order_id}/document_recipient`
  assert.deepEqual((await call('GET', recipient)).body.suggested, suggested)
  assert.equal((await call('PUT', recipient, invoiced)).body.suggested, null)
  const stranger = await addFan(house, club, { linked: false })
  const refused = await house.call('GET', '/v1/sso/document_recipient', { key: club.key, headers: stranger.headers })
  assert.equal(refused.status, 403)
})

test('staff who say where an invoice goes fill in the customer’s address, where none is known', async () => {
  const customer = await addCustomer()
  const { body: order } = await buy(web, customer.email_address)
  await call('PUT', `/v1/manage/orders/${order.order_id}/document_recipient`, invoiced)
  const path = `/v1/customers/${customer.org_customer_id}`
  assert.deepEqual(homeOf((await call('GET', path)).body), invoicedHome)
  await call('PUT', `/v1/manage/orders/${order.order_id}/document_recipient`, { ...invoiced, city: 'Potsdam' })
  assert.deepEqual(homeOf((await call('GET', path)).body), invoicedHome)
})
