import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newsUrl } from '../../server/fans/mails/news-link.ts'
import { addCustomer } from '../builders/customers.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server

test('a reader ends the news of a club by the link in it, without signing in', browserTest, async () => {
  const address = 'a.reader.with.a.long.name@a-domain-that-is-long-as-well.example.org'
  const { userId } = await addCustomer(server, club, { email_address: address, marketing_emails: true })
  const { page, context, complaints } = await visit(origin, phone)
  const shop = { shop_slug: 'any', shop_host: null }
  await page.goto(newsUrl({ seal: server.seal, publicUrl: origin }, club.orgId, shop, address))
  await page.getByText(`sends its news to ${address}`, { exact: false }).waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
  await page.getByRole('button', { name: 'No more news' }).tap()
  await page.getByRole('status').getByText('sends no more news', { exact: false }).waitFor()
  assert.deepEqual(await axe(page), [])
  const [customer] = await server.sql<{ marketing_emails: boolean }[]>`
    select marketing_emails
    from customers
    where org_id = ${club.orgId}
      and user_id = ${userId}`
  assert.deepEqual([customer?.marketing_emails, complaints], [false, []])
  await context.close()
})
