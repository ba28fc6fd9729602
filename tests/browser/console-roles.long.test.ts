import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { roles } from '../../server/access/roles.ts'
import { addInstalments } from '../builders/instalments.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addStaff } from '../builders/staff.ts'
import { addVenue } from '../builders/venues.ts'
import { browserTest, desktop, visit } from './browser.ts'
import { newDevice } from './scanner.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

/** Every page of the console, on a machine that does other things too. */
const walk = { ...browserTest, timeout: 300_000 }
const server = await openShopServer()
const { origin, club } = server
const { manage, sell } = openDesk(server)

// A club that has one of everything, so that every page has its buttons.
const offer = await addOffer(server, club, { capacity: 100, event: { title: 'Derby' } })
await addSeatedOffer(server, club, await addSeatMap(server, club, { rows: 2, seats: 6 }), { title: 'Cup' })
await addVenue(server, club)
await addInstalments(server, club, 2)
const sold = await sell(offer.priceId, 'cash', 'Ada')
await sell(offer.priceId, 'invoice', 'Ivo')
await addRow(server, club, 'refund_requests', 'refund_request_id', {
  order_id: sold.order_id,
  ticket_ids: `{${sold.tickets.map(({ ticket_id }) => ticket_id).join()}}`,
  reason: 'Ill',
})
await manage('POST', 'tills', { name: 'Window 1', float: 0 })
await newDevice(server, club, 'North 1')

/** What a list leads to is there for those too who change nothing. */
const TO_READ = [
  'events/seasons',
  'orders/refund-requests',
  'orders/bulk',
  'open-items/instalments',
  'open-items/bank',
  'open-items/documents',
]

/** Asked for, and not found where the club has set none up. */
const NONE_YET = /\/staff_provider$/

/** Numbers aside: one order stands for all. Where a filter leads is the same page again. */
const kindOf = (href: string) => new URL(href, origin).pathname.replaceAll(/\d+/g, '0')

/** Scripts and answers of the API that have not come yet. A stream never ends. */
function followAnswers(page: Page) {
  const waiting = new Set<unknown>()
  const refused: string[] = []
  page.on('request', (request) => {
    if (!/watch|stream|live/.test(request.url())) waiting.add(request)
  })
  let whenAtRest = () => {}
  const note = (request: unknown) => {
    waiting.delete(request)
    if (waiting.size === 0) whenAtRest()
  }
  // What the page before had asked is not answered any more, and not always said to have failed.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    waiting.clear()
    whenAtRest()
  })
  page.on('requestfailed', note)
  page.on('requestfinished', note)
  page.on('response', (response) => {
    const isRefused = response.status() === 403 || response.status() === 404
    if (response.url().includes('/v1/') && isRefused && !NONE_YET.test(response.url()))
      refused.push(`${response.status()} ${response.request().method()} ${response.url()} on ${page.url()}`)
  })
  const twoFrames = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  /** A page that has come asks for what is on it, once it is drawn. */
  const rest = async () => {
    await twoFrames()
    while (waiting.size > 0) {
      await new Promise<void>((resolve) => {
        whenAtRest = resolve
        if (waiting.size === 0) resolve()
      })
      await twoFrames()
    }
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  return { refused, rest }
}

/** As a click on a link does, which does not load the console anew. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((target) => {
    const link = document.body.appendChild(document.createElement('a'))
    link.href = target
    link.click()
    link.remove()
  }, href)
}

/** Buttons that are filled with the accent: the one thing that a page is for. Those of a dialog are its own. */
const primaryActions = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const probe = main.appendChild(document.createElement('i'))
    probe.style.background = 'var(--accent)'
    const accent = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...main.querySelectorAll<HTMLElement>('button, a')]
      .filter((button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === accent)
      .map(({ innerText }) => innerText)
  })

for (const role of roles)
  test(
    `${role}: opens whatever is offered, is refused nothing, has no button that does nothing and one that is the page's at most`,
    walk,
    async () => {
      const { token } = await addStaff(server, club, { role })
      const { page, context, complaints } = await visit(origin, desktop)
      await context.addCookies([{ name: 'gs', value: token, url: origin }])
      const { refused, rest } = followAnswers(page)
      const first = '/console/'
      const known = new Set([first])
      const ahead: string[] = []
      await page.goto(origin + first)
      for (let href: string | undefined = first; href !== undefined; href = ahead.shift()) {
        if (href !== first) await follow(page, href)
        await rest()
        const main = await page.getByRole('main').innerText()
        if (/does not allow this\. An owner assigns roles/.test(main)) refused.push(`${href} is offered and shut`)
        const dead = page.getByRole('button', { name: /Your role, .* does not allow this/ })
        refused.push(...(await dead.allInnerTexts()).map((label) => `${href} has ${label}, which does nothing`))
        const primary = await primaryActions(page)
        if (primary.length > 1) refused.push(`${href} has more than one primary action: ${primary.join(', ')}`)
        const links = await page
          .locator('a[href^="/console"]')
          .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
        for (const link of links)
          if (!known.has(kindOf(link))) {
            known.add(kindOf(link))
            ahead.push(link)
          }
      }
      assert.ok(known.size > 8, `${[...known]}`)
      if (role === 'reader')
        assert.deepEqual(
          TO_READ.filter((path) => !known.has(`/console/${path}`)),
          [],
        )
      assert.deepEqual([refused, complaints], [[], []])
      await context.close()
    },
  )
