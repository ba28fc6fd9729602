import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPrice, addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { browserTest, desktop, phone, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const map = await addSeatMap(server, club, { rows: 6, seats: 40 })
const offer = await addSeatedOffer(server, club, map, { title: 'Harbour City against the Eastern Reds' })
await addPrice(server, club, offer, { title: 'Child under sixteen years of age', price_minor: 1000, order_by: 2 })

/** Texts that are cut: of elements that hide what does not fit, and of what reaches beyond the window. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        if (element.closest('svg, .visually-hidden, .skip-link, [role=application]')) return false
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
        const { width, right, left } = element.getBoundingClientRect()
        if (!hasText || width === 0) return false
        const hides = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        return hides || right > innerWidth + 1 || left < -1
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
  )

for (const [device, options] of Object.entries({ phone, desktop }))
  for (const percent of [100, 150, 200])
    test(`with letters of ${percent} % nothing is cut on a ${device}, and the code is read`, browserTest, async () => {
      const { page, context } = await visit(origin, options)
      await page.addInitScript((size) => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${size}%`
        })
      }, percent)
      const story = storyOf(page, origin)
      const findings: string[] = []
      await page.goto(`${origin}/shop/`)
      await story.heading('What’s on')
      findings.push(...(await cut(page)))
      await page.goto(`${origin}/shop/events/${offer.eventId}/prices`)
      await story.choose('Adult, Stand', 1)
      findings.push(...(await cut(page)))
      await story.openEvent(offer.eventId)
      await page.getByRole('button', { name: /^North/ }).waitFor()
      findings.push(...(await cut(page)))
      await page.getByRole('button', { name: /^Best 2 together/ }).click()
      await page.getByRole('button', { name: 'Hold tickets' }).waitFor()
      findings.push(...(await cut(page)))
      await story.hold()
      findings.push(...(await cut(page)))
      await story.fillIn()
      await story.pay()
      await story.heading('See you there')
      findings.push(...(await cut(page)))
      const code = page.getByRole('img', { name: /^Ticket \d+/ }).first()
      const { width = 0, x = 0 } = (await code.boundingBox()) ?? {}
      assert.ok(x >= 0 && width >= 150 && x + width <= options.viewport.width, `${x} and ${width}`)
      const barcode = await readQr(code)
      assert.ok(barcode)
      await page.getByRole('link', { name: 'Open my tickets' }).click()
      await page.waitForURL(/\/t\//)
      const onPage = page.getByRole('img', { name: /code/i }).first()
      await onPage.evaluate((image) => image.scrollIntoView({ block: 'center' }))
      assert.equal(await readQr(onPage), barcode)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      assert.deepEqual(findings, [])
      await context.close()
    })
