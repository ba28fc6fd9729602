import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addPaymentDomain } from '../builders/payment-domains.ts'
import { addStaff } from '../builders/staff.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const PASSWORD = 'nine green elephants'
const server = await openShopServer({ host: 'localhost' })
const { origin, club } = server
const passwordHash = await hashPassword(PASSWORD)

/** Each goes through several pages, and has all of them looked at in light and dark. */
const patientTest = { ...browserTest, timeout: 120_000 }

/** A signed-in person, in their browser. */
async function staffVisit(role: Parameters<typeof addStaff>[2] = {}, options: Parameters<typeof visit>[1] = desktop) {
  const staff = await addStaff(server, club, { passwordHash, ...role })
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const go = async (name: string, title = name) => {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click()
    await heading(title)
  }
  /** The dialog that asks who one is, if it comes; what was asked goes on by itself. */
  const prove = async () => {
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  return { ...visited, ...staff, heading, go, prove }
}

test('the organisation has its name, its colour and its own words in mails', patientTest, async () => {
  const { page, context, complaints, heading, go } = await staffVisit()
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  await page.goto(`${origin}/console/settings`)
  await heading('Organisation')
  await page.getByLabel('Name', { exact: true }).fill('Harbour City United')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const appearance = page.locator('form').filter({ has: page.getByLabel('Colour') })
  await appearance.getByLabel('Colour').fill('#b00020')
  await appearance.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Colour #b00020').waitFor()
  await look()

  await go('Mails')
  await page.getByRole('link', { name: 'Order confirmed' }).click()
  await heading('Order confirmed')
  await page.getByLabel('Subject').fill('Yes! {event}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^Yes! /)
    .first()
    .waitFor()
  await page
    .frameLocator('iframe')
    .locator('body')
    .getByText(/Harbour City United/)
    .first()
    .waitFor()
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), '')
  // axe waits for an answer from every frame, and in this one no script runs.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await look()
  // We have read the mail by script, which is what its frame refuses.
  const ours = complaints.filter((complaint) => !complaint.startsWith('Blocked script execution'))
  assert.deepEqual([findings, ours], [[], []])
  await context.close()
})

test(
  'an owner invites and removes people, makes and revokes keys, and proves who they are once',
  patientTest,
  async () => {
    const { page, context, complaints, heading, go, prove } = await staffVisit()
    const findings: string[] = []
    const look = async () => findings.push(...(await axe(page)))
    await server.sql`update staff_sessions set proved_at = now() - interval '1 hour'`
    await page.goto(`${origin}/console/settings/team`)
    await heading('Team')
    await page.getByRole('button', { name: 'Invite a colleague' }).click()
    await page.getByLabel('E-mail').fill('gate@club.test')
    await page.getByLabel('Role', { exact: true }).selectOption('gates')
    await look()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await prove()
    await page.getByRole('row', { name: /gate@club\.test.*invited/ }).waitFor()
    await page.getByLabel('Role of gate@club.test').selectOption('reader')
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await page.getByText(/^Role changed\. /).waitFor()
    await page
      .getByRole('row', { name: /gate@club\.test/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /gate@club\.test/ }).waitFor({ state: 'detached' })
    await look()

    await go('API keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('Accounting')
    await page.getByLabel('orders:read').check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(/^gs_sk_test_/)
      .waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const accounting = page.getByRole('row', { name: /Accounting/ })
    await accounting.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await accounting.getByText('revoked').waitFor()
    await look()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('an endpoint is told of what happens, and the log says who added it', patientTest, async () => {
  const { page, context, complaints, heading, go } = await staffVisit()
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  await page.goto(`${origin}/console/settings/webhooks`)
  await heading('Webhooks')
  await page.getByText('No endpoints yet').waitFor()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByLabel('Address').fill('https://hooks.club.test/grandstand')
  await page.getByLabel('order.completed').check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('link', { name: 'https://hooks.club.test/grandstand' }).click()
  await heading('hooks.club.test')
  await page.getByRole('row', { name: /ping/ }).waitFor()
  await look()

  await go('Audit log')
  await page
    .getByRole('row', { name: /Sam Staff/ })
    .first()
    .waitFor()
  await look()
  await page.getByRole('row').nth(1).getByRole('link', { name: 'Sam Staff' }).click()
  await page.getByText('show all').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'a payment account is connected after a proof, and fans sign in by a provider that was tested',
  patientTest,
  async () => {
    const { page, context, complaints, heading, go, prove } = await staffVisit()
    const findings: string[] = []
    const look = async () => findings.push(...(await axe(page)))
    await server.sql`update staff_sessions set proved_at = now() - interval '1 hour'`
    await page.goto(`${origin}/console/settings/payments`)
    await heading('Payment account')
    await page.getByText('none yet').waitFor()
    await look()
    await page.getByRole('button', { name: 'Connect account' }).click()
    await prove()
    // The pages of a sandbox's provider lead straight back.
    await page.getByText(/^acct_test_/).waitFor()
    await page.waitForURL(`${origin}/console/settings/payments`)
    await look()
    await addPaymentDomain(server, club)
    await page.goto(`${origin}/console/settings/payments`)
    await page.getByRole('heading', { name: 'Addresses for wallets' }).waitFor()
    await page.getByText('Not available there yet: Apple Pay.').waitFor()
    await page.getByText(/The payment provider says: “The domain is not known/).waitFor()
    await look()

    const provider = await startProvider()
    after(provider.stop)
    await go('Fan sign-in', 'Single sign-on')
    await page.getByText('Fans cannot sign in yet').waitFor()
    await page.getByText(/\/shop\/[a-z0-9-]+\/signed-in$/).waitFor()
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByLabel('Name').fill('Club account')
    await page.getByLabel('Issuer').fill('http://id.club.test')
    await page.getByLabel('Client ids').fill('tickets, scanner')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('An address that begins with https:// and can be reached from the internet.').waitFor()
    await look()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('tickets, scanner').waitFor()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Sign-in in the shop' }).getByText('works').waitFor()
    await look()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('archived', { exact: true }).waitFor()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('a person who may not change a setting is told why, on a phone too', patientTest, async () => {
  const { page, context, complaints, heading } = await staffVisit({ role: 'box_office' }, phone)
  await page.goto(`${origin}/console/settings`)
  await heading('Organisation')
  await page.getByText('Your role, Box office, does not allow this', { exact: true }).first().waitFor()
  await thereAre(0, page.getByRole('button', { name: 'Save' }))
  await page.goto(`${origin}/console/settings/keys`)
  await heading('API keys')
  await page.getByText(/Box office, does not allow this\. An owner/).waitFor()
  const findings = await axe(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a passkey is added with a proof, named, signs in, proves who it is, and is removed', patientTest, async () => {
  const { page, context, complaints, heading, prove, accountId } = await staffVisit({ role: 'reader' })
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  const longAgo = () =>
    server.sql`update staff_sessions set proved_at = now() - interval '1 hour' where account_id = ${accountId}`
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await longAgo()
  await page.goto(`${origin}/console/account`)
  await heading('Sam Staff')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await look()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await prove()
  await page.getByText('Desk added').waitFor()
  await page.getByRole('button', { name: 'Rename Desk' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk at gate 2')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByText('Desk at gate 2 added').waitFor()
  await look()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading('Sign in')
  await page.goto(`${origin}/console/account`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await heading('Sam Staff')
  await page.getByText('Desk at gate 2 last used').waitFor()

  await longAgo()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Desk at gate 2 last used').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey was removed').waitFor()
  await look()
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
