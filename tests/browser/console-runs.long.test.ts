import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continueRuns } from '../../server/collection/runs/continue-runs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import { addOrder, sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const story = { ...browserTest, timeout: 180_000 }
const systemClock = () => new Date()
const deps = {
  sql,
  clock: organisationClock(systemClock),
  systemClock,
  payments: createPayments({ stripe: undefined }),
}

/** What the worker does every two seconds, until nothing is due. */
const work = async () => {
  while ((await continueRuns(deps)) > 0);
}

async function staffVisit(role: Parameters<typeof addStaff>[2] = {}, options: Parameters<typeof visit>[1] = desktop) {
  const staff = await addStaff(server, club, role)
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return { ...visited, look, findings, heading, button, isNarrow }
}

test('all orders of a filter are mailed: counted first, left, found again, and done', story, async () => {
  const offer = await addOffer(server, club, { event: { title: 'Derby' }, capacity: 100 })
  for (let count = 0; count < 30; count += 1)
    await addOrder(server, club, offer, {
      order: { email_address: `fan${count}@example.org`, last_name: `Fan ${count}` },
    })
  await addOrder(server, club, offer, { order: { email_address: null, last_name: 'Silent' } })
  await addOrder(server, club, await addOffer(server, club))
  const { page, context, complaints, look, findings, heading, button, isNarrow } = await staffVisit()
  await page.goto(`${origin}/console/orders?event_id=${offer.eventId}`)
  await heading('Orders')
  await page.getByRole('checkbox', { name: 'All rows of this page' }).check()
  await page.getByText('25 selected').waitFor()
  await button('Select all that match').click()
  await look()
  await button('Send mail …').click()
  const dialog = page.getByRole('dialog', { name: 'Send mail: All that match' })
  await dialog.getByLabel('Subject').fill('Gates open late')
  await dialog.getByLabel('Text').fill('The gates open at seven.')
  await dialog.getByLabel('About their purchase').check()
  await look()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Nothing has happened yet.').waitFor()
  await work()
  await heading('Send mail: 31 orders')
  await look()
  await button('Mail 31 orders').click()
  await page.getByText('0 of 31 done.').waitFor()
  // Left, and found again.
  await page.getByRole('link', { name: 'Today' }).click()
  await heading(/./)
  await work()
  await page.goto(`${origin}/console/orders`)
  await page.getByRole('link', { name: 'Bulk actions' }).click()
  await page.getByRole('link', { name: /^Send mail/ }).click()
  await page.getByText(/^Finished \d/).waitFor()
  await page.getByRole('link', { name: 'Skipped 1' }).click()
  await page.getByRole('row', { name: /Silent No e-mail address/ }).waitFor()
  await look()
  assert.equal(await isNarrow(), false)
  const [{ count = 0 } = {}] = await sql<{ count: number }[]>`
    select count(*) as count from mails where org_id = ${club.orgId} and kind = 'staff_mail'`
  assert.equal(count, 30)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('ticked orders are refunded by the keyboard after the sum is shown, on a phone too', story, async () => {
  const offer = await addOffer(server, club, { capacity: 100 })
  const sold = await sellOrder(server, club, { offer })
  const { page, context, complaints, look, findings, heading, isNarrow } = await staffVisit({}, phone)
  await page.goto(`${origin}/console/orders?event_id=${offer.eventId}`)
  await page.getByRole('checkbox', { name: `#${sold.orderId}` }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Refund …' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund: 1 order' })
  await dialog.getByText(/^Refund: .*50\.00\.$/).waitFor()
  await look()
  await dialog.getByRole('button', { name: 'Refund 1 order' }).focus()
  await page.keyboard.press('Enter')
  await heading('Refund: 1 order')
  await work()
  await page.getByText(/^Finished \d/).waitFor()
  assert.equal(await isNarrow(), false)
  const { body } = await server.call('GET', `/v1/manage/orders/${sold.orderId}`, { key: club.key })
  assert.equal(body.order_status, 'refunded')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('members are tagged and found by their tag; a run is stopped; roles see what they may do', story, async () => {
  const { userId } = await addCustomer(server, club)
  await addMember(server, club, { user_id: userId, first_name: 'Tag', last_name: 'Bearer' })
  const { page, context, complaints, look, findings, heading, button } = await staffVisit({ role: 'membership' })
  await page.goto(`${origin}/console/members`)
  await page.getByRole('checkbox', { name: 'Tag Bearer' }).check()
  await button('Add tag …').click()
  await page.getByRole('dialog').getByLabel('Tag').fill('choir')
  await page.getByRole('dialog').getByRole('button', { name: 'Tag 1 member' }).click()
  await heading('Add tag: 1 member')
  await work()
  await page.getByText(/^Finished \d/).waitFor()
  await page.goto(`${origin}/console/members`)
  await page.getByLabel('Tag', { exact: true }).selectOption('choir')
  await page.waitForURL(/tag=choir/)
  await page.getByRole('checkbox', { name: 'Tag Bearer' }).check()
  await button('Remove tag …').click()
  await page.getByRole('dialog').getByLabel('Tag').fill('choir')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the tag from 1 member' }).click()
  await heading('Remove tag: 1 member')
  await button('Stop').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await page.getByText(/^Stopped \d.* Completed rows stay as they are\./).waitFor()
  await look()
  // The membership desk reads orders and changes none.
  await page.goto(`${origin}/console/orders`)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).waitFor()
  await thereAre(0, button('Refund …'))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
