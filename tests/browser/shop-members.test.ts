import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openMemberSale } from '../builders/member-sales.ts'
import { addMember } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { addOffer } from '../builders/prices.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const provider = await startProvider([`${origin}/shop/signed-in`])
after(() => provider.stop())

test(
  'a fan signs in at the club’s own provider, comes back to where they were, and buys as the member they are',
  browserTest,
  async () => {
    const added = await server.call('POST', '/v1/manage/sso_providers', {
      key: club.key,
      body: { name: 'Club account', issuer: provider.issuer, audiences: [AUDIENCE], trust_email: true },
    })
    assert.equal(added.status, 201, added.text)
    const typeId = await addMembershipType(server, club)
    const customer = await server.call('POST', '/v1/manage/customers', {
      key: club.key,
      body: { first_name: 'Ada', last_name: 'Okafor', email_address: 'ada@example.org' },
    })
    await addMember(server, club, {
      membership_type_id: typeId,
      membership_member_status_id: 1,
      user_id: Number(customer.body.user_id),
      email_address: 'ada@example.org',
    })
    const { eventId, priceId } = await addOffer(server, club, { capacity: 20, price: { title: 'Member' } })
    const forMembers = { membership_type_ids: [typeId], max_per_member: 4 }
    const changed = await server.call('PATCH', `/v1/manage/prices/${priceId}`, { key: club.key, body: forMembers })
    assert.equal(changed.status, 200, changed.text)

    const { page, context, complaints } = await visit(
      origin,
      undefined,
      // The provider's own page asks for a font.
      new RegExp(`^${provider.issuer}/|^https://fonts\\.googleapis\\.com/|^(data|blob):`),
    )
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await story.choose('Member, Stand', 1)
    // Asked where the price is chosen, and not once the buyer has typed and pays.
    const dialog = page.getByRole('dialog', { name: 'Members: please confirm' })
    await dialog.waitFor()
    assert.deepEqual(await axe(page), [])
    await dialog.getByRole('button', { name: 'Sign in with Club account' }).click()
    await page.locator('input[name=login]').fill('ada')
    await page.locator('input[name=password]').fill('anything')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    // Back where they were, with what they had chosen.
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.getByText('1 ticket $27.20').waitFor()
    await story.hold()
    await thereAre(0, page.getByText('Members: please confirm'))
    await story.fillIn()
    await story.pay()
    await story.heading('See you there')
    // On another device there is nothing but the account, which has the order and leads to its tickets.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${origin}/shop/orders`)
    await page.getByRole('heading', { name: 'In your account' }).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByRole('listitem').getByRole('button', { name: 'Derby' }).click()
    await page.waitForURL(`${origin}/t/*`)
    await page.getByRole('heading', { level: 1, name: 'Derby' }).waitFor()
    await page.goto(`${origin}/shop/orders`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with Club account' }).waitFor()
    await thereAre(0, page.getByRole('heading', { name: 'In your account' }))
    assert.deepEqual(
      complaints.filter((line) => !line.includes(provider.issuer)),
      [],
    )
    await context.close()
  },
)

test(
  'a member proves who they are by a mailed code, at the price or later at the checkout, and before they pay',
  browserTest,
  async () => {
    const sale = await openMemberSale(server, club, { title: 'Member', max_per_member: 2 })
    const { email } = await sale.member()
    const { page, context } = await visit(origin)
    const story = storyOf(page, origin)
    await story.openEvent(sale.offer.eventId)
    await story.choose('Member, Stand', 1)
    const dialog = page.getByRole('dialog', { name: 'Members: please confirm' })
    await dialog.getByRole('button', { name: 'Later' }).click()
    // The number stops where it must, and says why.
    await story.choose('Member, Stand', 1)
    await dialog.getByRole('button', { name: 'Later' }).click()
    await page.getByText('At most 2 per member').first().waitFor()
    await story.hold()
    await story.heading('Members: please confirm')
    await page.getByRole('link', { name: 'Change tickets' }).click()
    await page.getByRole('button', { name: 'One less: Member, Stand' }).click()
    await dialog.getByLabel('E-mail of your membership').fill(email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await dialog.getByLabel('Code from the mail').waitFor()
    await dialog.getByLabel('Code from the mail').fill(await sale.lastCode())
    await dialog.getByRole('button', { name: 'Check' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await story.hold()
    await thereAre(0, page.getByText('Members: please confirm'))
    await story.fillIn()
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await story.pay()
    await story.heading('See you there')
    await context.close()
  },
)
