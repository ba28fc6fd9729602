import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { browserTest } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage, sell } = openDesk(server)

test('a ticket is refunded without a mouse, and the focus comes back to where it was', browserTest, async () => {
  const offer = await addOffer(server, club, { capacity: 10 })
  const { order_id: orderId } = await sell(offer.priceId, 'cash', 'Ada')
  const clerk = await staffAt('orders', 'Orders', { role: 'box_office' })
  const { page } = clerk
  await page.getByRole('link', { name: `#${orderId}` }).waitFor()
  await tabTo(page, new RegExp(`^#${orderId}`))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Ada Okafor/ }).waitFor()
  await tabTo(page, /^Refund …/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.waitFor()
  await tabTo(page, /, Adult: /)
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Refund $27.20' }).waitFor()
  // Left once, with the key that leaves: nothing was done, and one goes on where one was.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => /^Refund …/.test(document.activeElement?.textContent ?? ''))
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await tabTo(page, /, Adult: /)
  await page.keyboard.press('Space')
  await tabTo(page, /^Refund \$27\.20/)
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'refunded', exact: true }).first().waitFor()
  await clerk.close()
})

test('an event is cancelled without a mouse, and not before its title is typed', browserTest, async () => {
  const offer = await addOffer(server, club, { capacity: 10 })
  await manage('PATCH', `events/${offer.eventId}`, { title: 'Cup final' })
  await sell(offer.priceId, 'cash', 'Otto')
  const manager = await staffAt(`events/${offer.eventId}`, 'Cup final')
  const { page } = manager
  await tabTo(page, /^Cancel …/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel event' })
  await dialog.getByText('1 order, 1 ticket').waitFor()
  await tabTo(page, /^Type “Cup final”/)
  await page.keyboard.type('Cup')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not the title of the event. Nothing has changed.').waitFor()
  await page.keyboard.type(' final')
  await page.keyboard.press('Enter')
  await page.getByText('0 of 1 order done', { exact: false }).waitFor()
  const { body } = await manage('GET', `events/${offer.eventId}`)
  assert.equal(body.event_status_id, '3')
  await manager.close()
})
