import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { issueDocumentsOf } from '../builders/documents.ts'
import { addOffer } from '../builders/prices.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { key } = club
const provider = await startProvider([`${origin}/shop/signed-in`])
after(() => provider.stop())
const { eventId } = await addOffer(server, club, { capacity: 50, price: { title: 'Adult' } })
const trusted = { name: 'Club account', issuer: provider.issuer, audiences: [AUDIENCE], trust_email: true }
await server.call('POST', '/v1/manage/sso_providers', { key, body: trusted })

/** A fan of this name who has signed in at the club's provider, with one ticket of $27.20 at the checkout. */
async function signedIn(name: string, credit: number, options: Parameters<typeof visit>[1]) {
  const person = { first_name: 'Ada', last_name: 'Okafor', email_address: `${name}@example.org` }
  const { user_id, org_customer_id: customerId } = (
    await server.call('POST', '/v1/manage/customers', { key, body: person })
  ).body
  const given = { user_id, amount: credit, currency: 'AUD', reason: 'Rain' }
  const granted = await server.call('POST', '/v1/manage/credits', { key, body: given })
  assert.equal(granted.status, 201, granted.text)
  // The provider's own page asks for a font.
  const allowed = new RegExp(`^${provider.issuer}/|^https://fonts\\.googleapis\\.com/|^(data|blob):`)
  const visited = await visit(origin, options, allowed)
  const { page } = visited
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await page.getByRole('button', { name: 'Sign in with Club account' }).click()
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await story.choose('Adult, Stand', 1)
  await story.hold()
  const balance = async () =>
    (await server.call('GET', `/v1/manage/credits?user_id=${user_id}`, { key })).body.data[0].balance
  const lastOrder = async () => (await server.call('GET', '/v1/manage/orders?limit=1', { key })).body.data[0]
  return { ...visited, story, balance, lastOrder, customerId }
}

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`credit pays a part, and the card the rest, on a ${device}`, browserTest, async () => {
    const { page, context, story, balance, lastOrder } = await signedIn(`part-${device}`, 10, options)
    const tick = page.getByLabel('Use my credit: $10.00')
    await tick.waitFor()
    await page.getByRole('button', { name: 'Pay $27.20' }).waitFor()
    // By keyboard alone, and undone again: nothing is spent that was not ticked.
    await tick.focus()
    await page.keyboard.press('Space')
    await page.getByText('Left to pay: $17.20').waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pay $27.20' }).waitFor()
    await page.keyboard.press('Space')
    assert.deepEqual(await axe(page), [])
    await story.fillIn('pm_test_declined')
    await page.getByRole('button', { name: 'Pay $17.20' }).click()
    await page.getByText('Nothing was charged, and your tickets are still held. Try another card.').waitFor()
    assert.equal(await balance(), 10, 'a declined card spends no credit')
    await page.getByLabel('Test card').selectOption('pm_test_ok')
    await page.getByRole('button', { name: 'Pay $17.20' }).click()
    await story.heading('See you there')
    const { total, credit, payment_method } = await lastOrder()
    assert.deepEqual([total, credit, payment_method, await balance()], [27.2, 10, 'card', 0])
    await context.close()
  })

  test(`credit pays all of it, and no card is asked for, on a ${device}`, browserTest, async () => {
    const { page, context, story, balance, lastOrder } = await signedIn(`whole-${device}`, 50, options)
    await story.fillIn()
    await page.getByLabel('Use my credit: $27.20').click()
    await page.getByText('Nothing to pay.').waitFor()
    await thereAre(0, page.getByLabel('Test card'))
    assert.deepEqual(await axe(page), [])
    await page.getByRole('button', { name: 'Get my tickets' }).click()
    await story.heading('See you there')
    const { credit, payment_method } = await lastOrder()
    assert.deepEqual([credit, payment_method, await balance()], [27.2, 'credit', 22.8])
    await context.close()
  })
}

test('whoever has not signed in is asked nothing about credit', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 1)
  await story.hold()
  await page.getByRole('button', { name: 'Pay $27.20' }).waitFor()
  await thereAre(0, page.getByText('Use my credit'))
  await context.close()
})

test('who is signed in and wants an invoice finds the address that the club knows', browserTest, async () => {
  await issueDocumentsOf(server, club)
  const { page, context, customerId } = await signedIn('invoiced', 1, phone)
  const home = { company_name: 'Harbour Ltd', address: '7 Quay Street', suburb: 'Sydney', country_id: 36 }
  const known = await server.call('PATCH', `/v1/manage/customers/${customerId}`, { key, body: home })
  assert.equal(known.status, 200, known.text)
  await page.getByLabel('I need an invoice for a company').check()
  await page.getByLabel('Street and number').waitFor()
  const value = (label: string) =>
    page.getByRole(label === 'Country' ? 'combobox' : 'textbox', { name: label }).inputValue()
  assert.deepEqual(
    [await value('Company'), await value('Street and number'), await value('City'), await value('Country')],
    ['Harbour Ltd', '7 Quay Street', 'Sydney', 'AU'],
  )
  assert.deepEqual(await axe(page), [])
  await context.close()
})
