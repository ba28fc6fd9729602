import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../builders/members.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { browserTest, desktop, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 100 })
await manage('PATCH', `events/${offer.eventId}`, { title: 'Harbour City against the Eastern Reds' })
const { orderId } = await sellOrder(server, club, { offer })
const memberId = await addMember(server, club)

const PAGES = [
  '',
  'events',
  `events/${offer.eventId}`,
  'orders',
  `orders/${orderId}`,
  'box-office',
  'members',
  `members/${memberId}`,
  'members/types',
  'customers',
  'open-items',
  'money',
  'settings',
  'settings/team',
]

const smallPhone = { ...phone, viewport: { width: 320, height: 640 } }

for (const [device, options] of Object.entries({ 'small phone': smallPhone, desktop }))
  test(`with letters of 200 % no page of the console is wider than a ${device}`, {
    ...browserTest,
    timeout: 180_000,
  }, async () => {
    const { page, close } = await staffAt('', 'Today', { role: 'owner' }, options)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    const wide: string[] = []
    for (const path of PAGES) {
      await page.goto(`${server.origin}/console/${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > options.viewport.width) wide.push(`${path}: ${width} px`)
    }
    assert.deepEqual(wide, [])
    await close()
  })
