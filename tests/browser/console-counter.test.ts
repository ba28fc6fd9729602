import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, addPrice } from '../builders/prices.ts'
import { axe, browserTest, thereAre } from './browser.ts'
import { openCounter, openDrawer, total } from './counter.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe, on a machine that does other things too. */
const patient = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
const { atCounter } = openCounter(server)

test('a clerk sells by the keyboard alone, from an open drawer to its count', patient, async () => {
  const offer = await addOffer(server, club, { capacity: 50 })
  await addPrice(server, club, offer, {
    title: 'Child',
    price_minor: 1000,
    service_fee_minor: 0,
    service_tax_minor: 0,
    rebate_minor: 0,
  })
  const { page, context, complaints } = await atCounter(offer.eventId)
  const findings: string[] = []
  await page.getByRole('button', { name: /Sell for cash.*Choose tickets first/ }).waitFor()
  await openDrawer(page, 'Window 1', '100')
  for (const key of ['1', '1', '2', 'Shift+1']) await page.keyboard.press(key)
  await total(page, '$37.20')
  await page.keyboard.press('n')
  await page.keyboard.type('Zoë Tamihana')
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.keyboard.type('50')
  await page.getByText('Change $12.80').waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('Enter')
  await page.getByLabel('Sold').getByText('$12.80').waitFor()
  findings.push(...(await axe(page)))
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')])
  assert.match(file.suggestedFilename(), /^tickets-\d+\.pdf$/)
  await page.keyboard.press('n')
  await page.getByRole('row', { name: /Zoë Tamihana/ }).waitFor()

  await page.getByText('No tickets chosen yet').waitFor()
  // Given away, with a reason that stays with the order.
  await page.keyboard.press('1')
  await page.keyboard.press('f')
  await page.keyboard.type('Guest of the mayor')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sold').getByText('$0.00').waitFor()

  await page.getByRole('link', { name: 'Till: Window 1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Window 1' }).waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Count and close …' }).click()
  await page.getByLabel('$50.00').fill('2')
  await page.getByLabel('$20.00').fill('1')
  await page.getByLabel('$10.00').fill('1')
  await page.getByLabel('$5.00').fill('1')
  await page.getByLabel('$2.00').fill('1')
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Close till' }).click()
  await page.getByLabel('Reason').fill('Twenty cents fell under the counter.')
  await page.getByRole('button', { name: 'Close till' }).click()
  await page.getByRole('link', { name: 'View the closing report' }).waitFor()
  await page.goto(`${origin}/console/box-office/drawers?status=closed`)
  await page.getByRole('row', { name: /Window 1.*-\$0\.20/ }).waitFor()
  findings.push(...(await axe(page)))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'the counter sells the event that its address names, and another one only where a clerk chooses it',
  patient,
  async () => {
    const far = await addOffer(server, club, {
      event: { title: 'Last night', starts_at: new Date('2069-03-29T18:00:00Z') },
    })
    await Promise.all(Array.from({ length: 55 }, (_, n) => addOffer(server, club, { event: { title: `Night ${n}` } })))
    const { page, context, complaints } = await atCounter(far.eventId)
    const chosen = page.getByRole('combobox', { name: 'Event' })
    assert.equal(await chosen.inputValue(), String(far.eventId))
    await page.getByRole('searchbox', { name: 'Find an event' }).fill('Night 54')
    await page.getByRole('option', { name: /^Night 54/ }).waitFor({ state: 'attached' })
    assert.equal(await chosen.inputValue(), String(far.eventId))
    await page.goto(`${origin}/console/box-office?event_id=999999999`)
    await page.getByRole('alert').waitFor()
    await thereAre(0, page.getByRole('heading', { level: 2, name: 'Tickets' }))
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    )
    await context.close()
  },
)
