import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { addOption } = membershipsOf(server, club)
await addOption({ title: 'Sieben Raten', number_of_instalments: 7 })

/** Of 1,234.56 $ in a text the cents. */
const centsOf = (text: string): number => Number(text.replace(/[^\d]/g, ''))

/** The charges and the total of the payment plan on the page. */
async function readPlan(page: Page): Promise<{ sum: number; total: number; first: number }> {
  const table = page.getByRole('table', { name: 'Zahlungsplan' }).first()
  await table.waitFor()
  const rows = await table.locator('tbody td:last-child').allInnerTexts()
  const [total = ''] = await table.locator('tfoot td').allInnerTexts()
  const charges = rows.map(centsOf)
  return { sum: charges.reduce((sum, cents) => sum + cents, 0), total: centsOf(total), first: charges[0] ?? 0 }
}

test('in German, the plan of a family of four adds up to its price on every page', browserTest, async () => {
  const { seatMapId } = await addSeatMap(server, club, { rows: 2, seats: 12 })
  const create = async (path: string, body: object) => {
    const answer = await server.call('POST', `/v1/manage/${path}`, { key: club.key, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const days = { first_day: '2000-01-01', last_day: '2999-12-31' }
  const { season_id } = await create('seasons', { title: 'Saison 27', seat_map_id: seatMapId, ...days })
  const category = { title: 'Dauerkarten', membership_seat_map_id: seatMapId }
  const { membership_category_id } = await create('membership_categories', category)
  const type = { membership_category_id, season_id }
  await create('membership_types', { ...type, title: 'Erwachsene', price: 500 })
  await create('membership_types', { ...type, title: 'Jugend', price: 200 })

  const { page, context } = await visit(origin, { ...phone, locale: 'de-DE' })
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('link', { name: 'Platz wählen Erwachsene' }).click()
  await page.getByLabel('Wie viele Plätze').selectOption('4')
  await page.getByRole('button', { name: /^(Die )?[Bb]este.*4/ }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  const people = page.getByRole('group', { name: /^North, Reihe A/ })
  await people.nth(3).waitFor()
  for (const [n, name] of ['Ama', 'Grace', 'Kofi', 'Lin'].entries()) {
    if (n > 1) await people.nth(n).getByLabel('Mitgliedschaft').selectOption({ index: 1 })
    await people.nth(n).getByLabel('Vorname').fill(name)
    await people.nth(n).getByLabel('Nachname').fill('Okafor')
  }
  const choice = page.getByLabel(/^Sieben Raten: heute .*, dann .* in 6 Raten bis /)
  await choice.check()
  const label = await page.getByText(/^Sieben Raten: heute/).innerText()
  const [now = 0, later = 0] = (label.match(/[\d.]+,\d\d/g) ?? []).map(centsOf)
  assert.equal(now + later, 140_000, label)
  assert.deepEqual(await readPlan(page), { sum: 140_000, total: 140_000, first: now })

  await page.getByRole('button', { name: 'In den Warenkorb' }).click()
  await page.getByRole('button', { name: / zahlen$/ }).waitFor()
  assert.deepEqual(await readPlan(page), { sum: 140_000, total: 140_000, first: now })
  await page.getByLabel('E-Mail').fill('ama@example.org')
  await page.getByLabel('Vorname').fill('Ama')
  await page.getByLabel('Nachname').fill('Okafor')
  await page.getByRole('button', { name: / zahlen$/ }).click()
  await page.getByRole('heading', { name: 'Willkommen im Verein' }).waitFor()
  assert.deepEqual(await readPlan(page), { sum: 140_000, total: 140_000, first: now })
  await page.screenshot({ path: '/tmp/d-plan.png', fullPage: true })
  await context.close()
})
