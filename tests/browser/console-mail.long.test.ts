import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club, sql } = server
const { staffAt, manage, sell } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 100 })

test(
  'mail again shows where mails went and what became of them, asks to which address, and keeps a new one',
  browserTest,
  async () => {
    const { order_id: orderId } = await sell(offer.priceId, 'cash', 'Ada')
    await sql`
    update mails
    set mail_status = 'failed', error_code = 'smtp_550', email_address = 'ada@example.org'
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
    const clerk = await staffAt(`orders/${orderId}`, /Ada Okafor/, { role: 'box_office' })
    const { page, press, look } = clerk
    await press('Send again …')
    const dialog = page.getByRole('dialog', { name: 'Send the tickets again' })
    await dialog.getByText('bounced').waitFor()
    await dialog.getByText(/^ada@example\.org, .*, the mailbox refused it \(550\)$/).waitFor()
    await look()
    await dialog.getByLabel('To').fill('ada@new.example.org')
    await dialog.getByLabel(/Use this address for the order from now on/).check()
    await page.keyboard.press('Enter')
    await page.getByText('Tickets sent to ada@new.example.org').waitFor()
    await page.getByText('ada@new.example.org', { exact: true }).first().waitFor()
    assert.equal((await manage('GET', `orders/${orderId}`)).body.email_address, 'ada@new.example.org')
    await press('Send again …')
    await dialog.getByText(/^ada@new\.example\.org, /).waitFor()
    await dialog.getByText('queued').waitFor()
    await clerk.close()
  },
)

test('an order without an address is mailed once one is typed, and stays without it', browserTest, async () => {
  const sold = await manage('POST', 'orders', { items: [{ price_id: offer.priceId }], payment_method: 'cash' })
  const orderId = sold.body.order_id
  const clerk = await staffAt(`orders/${orderId}`, /No name/, { role: 'box_office' }, phone)
  await clerk.press('Send again …')
  await clerk.page.getByText('No mail about this order in the last 30 days.').waitFor()
  await clerk.page.getByLabel('To').fill('walk@example.org')
  await clerk.look()
  await clerk.press('Send')
  await clerk.page.getByText('Tickets sent to walk@example.org').waitFor()
  assert.equal((await manage('GET', `orders/${orderId}`)).body.email_address, null)
  await clerk.close()
})
