import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { key } = club
const provider = await startProvider([`${origin}/shop/signed-in`])
after(() => provider.stop())
const { eventId } = await addOffer(server, club, { capacity: 50 })
const trusted = { name: 'Club account', issuer: provider.issuer, audiences: [AUDIENCE], trust_email: true }
await server.call('POST', '/v1/manage/sso_providers', { key, body: trusted })

test('a fan who has signed in finds their memberships, and opens the card', browserTest, async () => {
  const person = { first_name: 'Ada', last_name: 'Okafor', email_address: 'member@example.org' }
  const { user_id } = (await server.call('POST', '/v1/manage/customers', { key, body: person })).body
  const member_number = 'HC-1001'
  await addMember(server, club, { user_id, member_number, membership_member_status_id: 1 })
  const allowed = new RegExp(`^${provider.issuer}/|^https://fonts\\.googleapis\\.com/|^(data|blob):`)
  const { page, context } = await visit(origin, phone, allowed)
  await storyOf(page, origin).openEvent(eventId)
  await page.getByRole('button', { name: 'Sign in with Club account' }).click()
  await page.locator('input[name=login]').fill('member')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.getByRole('link', { name: 'Your tickets' }).click()
  await page.getByRole('heading', { name: 'Your memberships' }).waitFor()
  await page.getByText(`Member ${member_number}`).waitFor()
  const findings = await axe(page)
  await page.getByRole('button', { name: 'Show card Ada Okafor' }).click()
  await page.getByRole('img', { name: `QR code of member ${member_number}` }).waitFor()
  assert.deepEqual(findings, [])
  await context.close()
})
