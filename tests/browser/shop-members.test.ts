import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addMember } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { addOffer } from '../builders/prices.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, visit } from './browser.ts'
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
    await story.hold()
    await story.fillIn()
    await story.pay()
    // Anybody can type a member's address, so it is not enough.
    await story.heading('Members: show that it is you')
    assert.deepEqual(await axe(page), [])
    await page.getByRole('button', { name: 'Sign in with Club account' }).click()
    await page.locator('input[name=login]').fill('ada')
    await page.locator('input[name=password]').fill('anything')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await story.heading('Checkout')
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await story.pay()
    await story.heading('See you there')
    assert.deepEqual(
      complaints.filter((line) => !line.includes(provider.issuer)),
      [],
    )
    await context.close()
  },
)
