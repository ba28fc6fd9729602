import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { axe, phone, thereAre, visit } from './browser.ts'
import type { ClubWorld, Colleague } from './club-world.ts'
import { readQr } from './read-qr.ts'
import { answered, typeCodes } from './scanner.ts'
import { storyOf } from './shop-story.ts'

/** The chapters of its first week: sold, let in, refunded, cancelled, and counted at the month's end. */

/** Two tickets in the shop with the discount, side by side; answers with their codes. */
export async function buyInShop({ origin }: ClubWorld, shop: string): Promise<string[]> {
  const { page, context, complaints } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await page.goto(shop)
  await page.getByRole('link', { name: /Round 1: Rovers/ }).click()
  await page.getByRole('link', { name: 'All prices and quantities' }).click()
  await story.choose('Adult, South Stand', 2)
  await page.getByRole('button', { name: 'Best seats together' }).click()
  await story.heading('Checkout')
  await page.getByText('I have a discount code').click()
  await page.getByLabel('Discount code').fill('family')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Pay $40.00' }).waitFor()
  await story.fillIn()
  await page.getByRole('button', { name: 'Pay $40.00' }).click()
  await story.heading('See you there')
  const codes = page.getByRole('img', { name: /^Ticket \d+/ })
  await thereAre(2, codes)
  const barcodes = [await readQr(codes.first()), await readQr(codes.last())]
  assert.deepEqual(complaints, [])
  await context.close()
  return barcodes.map((barcode) => barcode ?? '')
}

const sellFor = async ({ page }: Colleague, price: string, buyer: string) => {
  await page.getByRole('button', { name: `One more: ${price}` }).click()
  await page.getByLabel('Name', { exact: true }).fill(buyer)
  await page.getByLabel('E-mail').fill(`${buyer.split(' ')[0]?.toLowerCase()}@fans.example`)
  await page.getByRole('button', { name: 'Sell for cash' }).click()
  await page.getByLabel('Sold').waitFor()
  await page.getByRole('button', { name: 'Next sale' }).click()
}

/** A member by the card that is shown, then a match of the weeks to come: all for cash. */
export async function sellAtCounter(clerk: Colleague): Promise<void> {
  const { page, open, look } = clerk
  await open('Box office')
  await page.getByLabel('Event').selectOption({ label: await optionOf(clerk, /Round 1: Rovers/) })
  await page.getByRole('button', { name: 'Open a till' }).click()
  await page.getByLabel('Counter').fill('Main window')
  await page.getByLabel('Opening cash').fill('100')
  await page.getByRole('button', { name: 'Open till' }).click()
  await page.getByRole('link', { name: 'Till: Main window' }).waitFor()
  await page.getByRole('button', { name: /^Member …/ }).click()
  await page.getByLabel('Number, name, e-mail or barcode').fill('keeper')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Mia Keeper/ })
    .click()
  await look()
  await sellFor(clerk, 'Member, South Stand', 'Mia Keeper')
  await page.getByLabel('Event').selectOption({ label: await optionOf(clerk, /Round 2/) })
  await sellFor(clerk, 'Adult, South Stand', 'Otto Terrace')
}

const optionOf = async ({ page }: Colleague, title: RegExp): Promise<string> =>
  (await page.getByLabel('Event').locator('option').filter({ hasText: title }).first().textContent()) ?? ''

/** A phone is set up from the console, and lets the first ticket in, once. */
export async function letIn({ origin }: ClubWorld, gates: Colleague, barcode: string): Promise<void> {
  const { page, open, press, look } = gates
  await open('Gates')
  await page
    .getByRole('tab', { name: 'Scanners' })
    .or(page.getByRole('link', { name: 'Scanners' }))
    .click()
  await press('Add scanner')
  await page.getByLabel('Name').fill('North 1')
  await press('Show code')
  const code = page.getByRole('img', { name: 'Code of North 1, for the phone’s camera' })
  await code.waitFor()
  const link = (await readQr(code)) ?? ''
  const steward = await visit(origin, phone)
  await steward.page.goto(link)
  const fixture = steward.page.locator('section').filter({ hasText: 'Round 1: Rovers' })
  await fixture.getByRole('button', { name: 'Gate A' }).click()
  await steward.page.getByText(/on this phone/).waitFor()
  await typeCodes(steward.page, [barcode])
  await answered(steward.page, 'admitted')
  await typeCodes(steward.page, [barcode])
  await answered(steward.page, 'already_used')
  await steward.context.close()
  await press('Scanner set up')
  await open('Gates')
  await page
    .locator('dl > div')
    .filter({ hasText: 'Inside now' })
    .locator('strong')
    .getByText(/^1(,|$)/)
    .waitFor()
  await look()
}

/** The second ticket of the shop's order goes back to the card. */
export async function refundOne(clerk: Colleague): Promise<void> {
  const { page, open, heading, press, look } = clerk
  await open('Orders')
  await page
    .getByRole('row', { name: /Ada Okafor/ })
    .getByRole('link')
    .click()
  await heading(/Ada Okafor/)
  await press('Refund …')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog
    .getByLabel(/, Adult: /)
    .last()
    .check()
  await dialog.getByText('The money goes back to the card or account', { exact: false }).waitFor()
  await look()
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
  await page.getByRole('cell', { name: 'refunded', exact: true }).first().waitFor()
}

/** Round 2 is rained off: who had paid in cash is owed it, and the shop says so to everybody. */
export async function cancelMatch(world: ClubWorld, owner: Colleague, shop: string): Promise<void> {
  const { page, open, heading, press, look } = owner
  await open('Events')
  await page.getByRole('link', { name: 'Round 2', exact: true }).click()
  await heading('Round 2')
  await press('Cancel …')
  const dialog = page.getByRole('dialog', { name: 'Cancel event' })
  await dialog.getByText(/\$25\.00 of 1 order: to pay out/).waitFor()
  await dialog.getByLabel('Type “Round 2”').fill('Round 2')
  await dialog.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByText('0 of 1 order done', { exact: false }).waitFor()
  await world.work()
  await page.getByText(/^All done/).waitFor()
  await page.getByRole('row', { name: /Otto Terrace In cash To pay out \$25\.00/ }).waitFor()
  await look()
  const fan = await visit(world.origin, phone)
  await fan.page.goto(`${shop}events/${/events\/(\d+)/.exec(page.url())?.[1]}`)
  // The document says it before any script runs, and the page once it is drawn: for a moment both are there.
  await fan.page.getByText('Cancelled', { exact: true }).last().waitFor()
  await fan.page.getByText('All ticket holders receive a mail about their refund', { exact: false }).last().waitFor()
  await thereAre(0, fan.page.getByRole('button', { name: /^(One more|Hold)/ }))
  assert.deepEqual([await axe(fan.page), fan.complaints], [[], []])
  await fan.context.close()
}

/** Over the counter, out of the drawer that took it. */
export async function payBackCash(clerk: Colleague): Promise<void> {
  const { page, open, heading, press, look } = clerk
  await open('Open items')
  await page.getByRole('link', { name: /^Otto Terrace/ }).click()
  await heading('Cash refund, Otto Terrace')
  await press('Record refund …')
  await page.getByLabel('From till Main window').waitFor()
  await press('Record')
  await page.getByRole('cell', { name: 'Paid out in cash' }).waitFor()
  await look()
  await open('Box office')
  await page.getByRole('link', { name: 'Till: Main window' }).click()
  await heading('Main window')
  // A hundred to begin with, 15 of the member, 25 in and out again.
  await press('Count and close …')
  await page.getByLabel('$100.00', { exact: true }).fill('1')
  await page.getByLabel('$10.00', { exact: true }).fill('1')
  await page.getByLabel('$5.00', { exact: true }).fill('1')
  await press('Close till')
  await page.getByText('balanced').waitFor()
}

/** By method: what came, what went back, and the books that say the same. */
export async function closeMonth(finance: Colleague): Promise<void> {
  const { page, open, look } = finance
  await open('Money')
  await page.getByLabel('Total by').selectOption('method')
  await page.getByRole('row', { name: /^cash 2 \$40\.00 \$25\.00 \$15\.00/ }).waitFor()
  await page.getByRole('row', { name: /^card 1 \$40\.00 \$20\.00 \$20\.00/ }).waitFor()
  await look()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Books as CSV' }).click(),
  ])
  const [header = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  const columns = header.split(',')
  const sum = (name: string) =>
    lines.reduce((total, line) => total + Math.round(Number(line.split(',')[columns.indexOf(name)] ?? 0) * 100), 0)
  assert.ok(sum('debit') >= 105_00, 'what was paid and what went back')
  assert.equal(sum('debit'), sum('credit'), 'the books balance')
}
