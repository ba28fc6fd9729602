import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addStaff } from '../builders/staff.ts'
import { CLIENT_ID, CLIENT_SECRET, startStaffIssuer } from '../outside/oidc/staff-issuer.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const issuer = await startStaffIssuer()
after(() => issuer.stop())
/** The provider's pages are another server's. */
const anywhere = /^(data|blob|http:\/\/127\.0\.0\.1)/

const visitor = (options: Parameters<typeof visit>[1] = desktop) => visit(origin, options, anywhere)

test(
  'an owner sets up the club’s sign-on; a colleague comes by it, proves there and is asked for no password',
  browserTest,
  async () => {
    const findings: string[] = []
    const owner = await addStaff(server, club, { email: 'olga@club.example' })
    const { page, context, complaints } = await visitor()
    await context.addCookies([{ name: 'gs', value: owner.token, url: origin }])
    await page.goto(`${origin}/console/settings/team`)
    await page.getByRole('heading', { name: 'Sign in with the club’s account' }).waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'The club’s sign-in' })
    await dialog.getByLabel('Name').fill('Club account')
    await dialog.getByLabel('Issuer').fill(`${issuer.issuer}/wrong`)
    await dialog.getByLabel('Client id').fill(CLIENT_ID)
    await dialog.getByLabel('Client secret').fill(CLIENT_SECRET)
    await dialog.getByLabel('Domains of the club').fill('club.example')
    await dialog.getByLabel('Addresses in these domains').check()
    await dialog.getByLabel('Gates', { exact: true }).fill('stewards, night watch')
    await dialog.getByLabel('Manager', { exact: true }).fill('office')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('names another issuer').waitFor()
    findings.push(...(await axe(page)))
    await dialog.getByLabel('Issuer').fill(issuer.issuer)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The provider answers.').waitFor()
    await page.getByText('addresses in club.example, except owners').waitFor()
    findings.push(...(await axe(page)))

    // A colleague on a phone, by the address that the owner passes on.
    issuer.claims = { sub: 'ida', email: 'ida@club.example', name: 'Ida Lund', groups: ['office'] }
    const ida = await visitor(phone)
    await ida.page.goto(`${origin}/console/sign-on?club=${club.orgId}`)
    // The link may be a stranger's: it leads nowhere before the person agrees.
    await ida.page.getByRole('heading', { name: /^Sign in to / }).waitFor()
    findings.push(...(await axe(ida.page)))
    await ida.page.getByRole('button', { name: /^Sign in to / }).click()
    await ida.page.getByRole('heading', { level: 1, name: /Today|Welcome|to do/i }).waitFor()
    await ida.page.goto(`${origin}/console/account`)
    await ida.page.getByText('You are signed in with your club’s account').waitFor()
    await thereAre(0, ida.page.getByLabel('Current password'))
    findings.push(...(await axe(ida.page)))
    await sql`
    update staff_sessions
    set proved_at = proved_at - interval '1 hour'
    where account_id in (select account_id from staff_accounts where said_email = 'ida@club.example')`
    await ida.page.goto(`${origin}/console/settings/webhooks`)
    await ida.page.getByRole('button', { name: 'Add endpoint' }).click()
    await ida.page.getByLabel('Address').fill('https://hooks.example.org/club')
    await ida.page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
    const [asked] = await Promise.all([
      ida.page.waitForRequest((request) => request.url().startsWith(`${issuer.issuer}/authorize`)),
      ida.page.getByRole('button', { name: 'Sign in again' }).click(),
    ])
    assert.equal(new URL(asked.url()).searchParams.get('prompt'), 'login')
    await ida.page.waitForURL(`${origin}/console/settings/webhooks`)
    await ida.page.getByRole('button', { name: 'Add endpoint' }).waitFor()

    // Signed out, the browser remembers where; a person without a role is told, and the provider’s refusal too.
    await ida.page.context().clearCookies()
    await ida.page.goto(`${origin}/console/sign-in`)
    issuer.claims = { sub: 'stranger', email: 'stranger@club.example' }
    await ida.page.getByRole('button', { name: /^Sign in to / }).click()
    await ida.page.getByText('has no role for you').waitFor()
    findings.push(...(await axe(ida.page)))
    await ida.page.goto(`${origin}/console/sign-on?error=access_denied&state=x`)
    await ida.page.getByText('Your club’s account did not sign you in').waitFor()
    assert.deepEqual([findings, complaints], [[], []])
    await Promise.all([context.close(), ida.context.close()])
  },
)

test('a colleague who comes by password to a club that asks for its sign-on is led there', browserTest, async () => {
  const clerk = await addStaff(server, club, { role: 'box_office', email: 'clerk@club.example' })
  const { page, context } = await visitor()
  await context.addCookies([{ name: 'gs', value: clerk.token, url: origin }])
  await page.goto(`${origin}/console/orders`)
  await page.getByText('signs in with the club’s own account').waitFor()
  assert.deepEqual(await axe(page), [])
  issuer.claims = { sub: 'clerk', email: 'clerk@club.example' }
  await page.getByRole('button', { name: /^Sign in to / }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await context.close()
})
