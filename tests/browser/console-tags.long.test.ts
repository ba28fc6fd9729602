import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const story = { ...browserTest, timeout: 120_000 }

async function staffVisit(role: Parameters<typeof addStaff>[2] = {}, options: Parameters<typeof visit>[1] = desktop) {
  const staff = await addStaff(server, club, role)
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  return visited
}

/** Adds one and leaves the dialog. */
async function tag(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: 'Tags …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags' })
  await dialog.getByLabel('Tag').fill(word)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: `Remove ${word}` }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('an order is tagged on its page, found by its tag from a row, and its story tells of it', story, async () => {
  const offer = await addOffer(server, club, { event: { title: 'Derby' } })
  const { orderId } = await addOrder(server, club, offer)
  await addOrder(server, club, offer)
  const { page, context, complaints } = await staffVisit()
  await page.goto(`${origin}/console/orders/${orderId}`)
  await tag(page, 'away fans')
  await page.getByRole('listitem').filter({ hasText: 'Tag added' }).filter({ hasText: 'away fans' }).waitFor()
  await page.goto(`${origin}/console/orders`)
  await page.getByRole('columnheader', { name: 'Tags' }).waitFor()
  const findings = await axe(page)
  await page.getByRole('row').getByRole('link', { name: 'away fans' }).click()
  await page.waitForURL(/\/console\/orders\?tag=away\+fans/)
  // One row beside that of the headings.
  await thereAre(2, page.getByRole('row'))
  await page.getByRole('link', { name: `#${orderId}` }).click()
  await page.getByRole('button', { name: 'Tags …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags' })
  await dialog.getByRole('button', { name: 'Remove away fans' }).waitFor()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: 'Remove away fans' }).click()
  await thereAre(0, dialog.getByRole('button', { name: /^Remove/ }))
  await page.keyboard.press('Escape')
  await page.getByRole('listitem').filter({ hasText: 'Tag removed' }).waitFor()
  await page.goto(`${origin}/console/orders`)
  await page.getByRole('link', { name: `#${orderId}` }).waitFor()
  await thereAre(0, page.getByRole('columnheader', { name: 'Tags' }))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('customers and members are tagged on a phone, and who only reads them sees the words alone', story, async () => {
  const { userId } = await addCustomer(server, club, { first_name: 'Vera', last_name: 'Volunteer' })
  const memberId = await addMember(server, club, { user_id: userId, first_name: 'Vera', last_name: 'Volunteer' })
  const { page, context, complaints } = await staffVisit({ role: 'membership' }, phone)
  await page.goto(`${origin}/console/customers/${userId}`)
  await tag(page, 'helper')
  await page.getByRole('link', { name: 'helper' }).waitFor()
  await page.goto(`${origin}/console/members/${memberId}`)
  await tag(page, 'choir')
  const findings = await axe(page)
  await page.getByRole('link', { name: 'choir' }).click()
  await page.waitForURL(/\/console\/members\?tag=choir/)
  await page.getByRole('row').getByRole('link', { name: 'choir' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
  findings.push(...(await axe(page)))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
  const gates = await staffVisit({ role: 'gates' })
  await gates.page.goto(`${origin}/console/members`)
  await gates.page.getByRole('cell', { name: 'choir' }).waitFor()
  await thereAre(0, gates.page.getByRole('link', { name: 'choir' }))
  await gates.context.close()
})
