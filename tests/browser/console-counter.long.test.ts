import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../builders/customers.ts'
import { addDiscount } from '../builders/discounts.ts'
import { addMember } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { addOffer, addPrice, addSeatedOffer, poolOf } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openCounter, openDrawer, total } from './counter.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe twice, on a machine that does other things too. */
const patient = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club, sql } = server
const { atCounter, ordersOf } = openCounter(server)

test('a sale is sold once: pressed twice, cut off, and asked for again after a reload', patient, async () => {
  const offer = await addOffer(server, club, { capacity: 50 })
  const { page, context, complaints } = await atCounter(offer.eventId)
  await openDrawer(page, 'Window 2', '0')
  await page.keyboard.press('1')
  await total(page, '$27.20')
  await page.evaluate(() => {
    for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await page.getByLabel('Sold').waitFor()
  assert.equal(await ordersOf(offer.eventId), 1)

  await page.keyboard.press('n')
  await page.getByText('No tickets chosen yet').waitFor()
  await page.keyboard.press('1')
  await total(page, '$27.20')
  // The server has sold it; the answer is lost on the way, as often as the page asks.
  const lose = '**/v1/manage/orders'
  await page.route(lose, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch({ maxRetries: 3 }).catch(() => undefined)
    await route.abort('connectionreset')
  })
  await page.keyboard.press('Enter')
  await page.getByText('We do not know yet whether this was sold').waitFor()
  const findings = await axe(page)
  assert.equal(await ordersOf(offer.eventId), 2)
  await page.unroute(lose)
  await page.reload()
  await page.getByLabel('Sold').waitFor()
  assert.equal(await ordersOf(offer.eventId), 2)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('what others bought in between is said, and nothing is sold; seats are the best or chosen', patient, async () => {
  const offer = await addOffer(server, club, { capacity: 2 })
  const { page, context, complaints } = await atCounter(offer.eventId)
  const findings: string[] = []
  for (const key of ['1', '1', 'i']) await page.keyboard.press(key)
  await total(page, '$54.40')
  const body = { items: [{ price_id: offer.priceId }], payment_method: 'cash' }
  assert.equal((await server.call('POST', '/v1/manage/orders', { key: club.key, body })).status, 201)
  await page.keyboard.press('Enter')
  await page.getByText('Not enough places left', { exact: true }).waitFor()
  await page.getByText('1 left').waitFor()
  findings.push(...(await axe(page)))
  assert.equal((await poolOf(server, club, offer.priceCategoryId)).tickets, 1)
  await page.keyboard.press('Shift+1')
  await total(page, '$27.20')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sold').getByText('$27.20').waitFor()

  const map = await addSeatMap(server, club, { rows: 2, seats: 8 })
  const seated = await addSeatedOffer(server, club, map, { title: 'Cup final' })
  await page.goto(`${origin}/console/box-office?event_id=${seated.eventId}`)
  await page.getByText('Best available, side by side').waitFor()
  for (const key of ['1', '1', 's']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Choose 2 seats' })
  await dialog.getByRole('button', { name: 'Select these seats' }).waitFor()
  await dialog.getByRole('button', { name: /^North/ }).click()
  await dialog.getByRole('button', { name: 'List' }).click()
  await dialog.getByRole('checkbox', { name: /row A, seat 3/i }).click()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: 'Select these seats' }).click()
  await page
    .getByText(/North, Row A, Seat \d; North, Row A, Seat \d/)
    .first()
    .waitFor()
  await page.keyboard.press('i')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sold').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a member is found by the number, a code comes off, and what the event asks is answered', patient, async () => {
  const offer = await addOffer(server, club, { capacity: 50 })
  const typeId = await addMembershipType(server, club)
  await addPrice(server, club, offer, { title: 'Member', price_minor: 2000, membership_type_id: typeId })
  const { userId } = await addCustomer(server, club, { email_address: 'ada@example.org' })
  const PAID = 1
  const paid = { user_id: userId, membership_type_id: typeId, membership_member_status_id: PAID }
  await addMember(server, club, { ...paid, first_name: 'Ada', last_name: 'Ito', member_number: 'M-1815' })
  const { code } = await addDiscount(server, club)
  for (const body of [
    {
      key: 'meal',
      kind: 'choice',
      asked_of: 'ticket',
      title: 'Which meal?',
      choices: ['Pie', 'Salad'],
      required: true,
    },
    { key: 'bus', kind: 'text', asked_of: 'order', title: 'Which bus?' },
  ]) {
    const path = `/v1/manage/events/${offer.eventId}/questions`
    assert.equal((await server.call('POST', path, { key: club.key, body })).status, 201)
  }
  const { page, context, complaints } = await atCounter(offer.eventId)
  const findings: string[] = []
  await page.getByText('For members: choose the member first').waitFor()
  // Its key asks who it is.
  await page.keyboard.press('2')
  const dialog = page.getByRole('dialog', { name: 'Choose the member' })
  await dialog.getByLabel('Number, name, e-mail or barcode').fill('M-1815')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Ada Ito.*paid/ }).waitFor()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: /Ada Ito/ }).click()
  await page.keyboard.press('2')
  await page.getByText('1 × Member').waitFor()

  await page.keyboard.press('v')
  await page.keyboard.type('NOBODYS')
  await page.keyboard.press('Enter')
  await page.getByText('There is no such discount code.').waitFor()
  findings.push(...(await axe(page)))
  await page.getByLabel('Discount code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByText('-$2.00').waitFor()
  const shown = await page.getByLabel('Total').textContent()

  await page.keyboard.press('i')
  await page.getByRole('button', { name: /^Sell on invoice/ }).click()
  // The browser says which answer is missing, and nothing is sold.
  assert.equal(await page.getByLabel('Which meal?').evaluate((field) => field.matches(':focus:invalid')), true)
  assert.equal(await ordersOf(offer.eventId), 0)
  await page.getByLabel('Which meal?').selectOption('Salad')
  await page.getByLabel('Which bus?').fill('Number 9')
  await page.getByRole('button', { name: /^Sell on invoice/ }).click()
  await page.getByLabel('Sold').waitFor()
  const [order] = await sql<{ total_minor: number; last_name: string; answer: string; meal: string }[]>`
    select o.total_minor, o.last_name, o.answers -> 0 ->> 'answer' as answer, t.answers -> 0 ->> 'answer' as meal
    from orders o
    join tickets t using (org_id, order_id)
    where o.org_id = ${club.orgId}
      and t.event_id = ${offer.eventId}`
  assert.equal(`$${((order?.total_minor ?? 0) / 100).toFixed(2)}`, shown)
  assert.deepEqual([order?.last_name, order?.answer, order?.meal], ['Ito', 'Number 9', 'Salad'])
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a card on a reader: cancelled, declined, offline, and paid on another one after a reload', patient, async () => {
  const offer = await addOffer(server, club, { capacity: 50 })
  await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { card_readers: true } })
  const { page, context, complaints } = await atCounter(offer.eventId)
  const findings: string[] = []
  const panel = page.getByLabel('Card reader')
  const send = async (reader: string, button: RegExp) => {
    await page.getByRole('combobox', { name: 'Card reader', exact: true }).selectOption({ label: reader })
    await page.getByRole('button', { name: button }).click()
  }
  for (const key of ['1', 'r']) await page.keyboard.press(key)
  await send('Trial reader, no card comes', /^Send to card reader/)
  await panel.getByText('The card reader is waiting for the card').waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('x')
  await total(page, '$27.20')
  assert.equal((await poolOf(server, club, offer.priceCategoryId)).held, 0)
  await page.keyboard.press('r')
  await send('Trial reader, card declined', /^Send to card reader/)
  await panel.getByText('The card was declined. The payment was not made; the places are still held.').waitFor()
  findings.push(...(await axe(page)))
  await send('Trial reader, offline (offline)', /^Try again/)
  await panel.getByText('The card reader is offline').waitFor()
  await page.reload()
  await panel.getByText('The card reader is offline').waitFor()
  await send('Trial reader', /^Try again/)
  await page.getByLabel('Sold').getByText('$27.20').waitFor()
  assert.equal(await ordersOf(offer.eventId), 1)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'a fan pays on their own phone by the code on the screen; a link can be taken back, and runs out',
  patient,
  async () => {
    const offer = await addOffer(server, club, { capacity: 50 })
    const { page, context, complaints } = await atCounter(offer.eventId)
    const findings: string[] = []
    const showCode = async () => {
      await page.keyboard.press('k')
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: /^QR code of the payment link/ }).waitFor()
    }
    await page.keyboard.press('1')
    await total(page, '$27.20')
    await showCode()
    findings.push(...(await axe(page)))
    await page.keyboard.press('x')
    await total(page, '$27.20')

    await showCode()
    await sql`update baskets set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where org_id = ${club.orgId} and basket_status = 'open'`
    await page.getByText('The link has expired').waitFor()
    findings.push(...(await axe(page)))
    await page.keyboard.press('Enter')
    await total(page, '$27.20')
    assert.equal(await ordersOf(offer.eventId), 0)

    await showCode()
    const url = (await readQr(page.getByRole('img', { name: /^QR code of the payment link/ }))) ?? ''
    assert.match(url, new RegExp(`^${origin}/shop/[a-z0-9-]+/basket#bsk_`))
    // The counter's page is closed by mistake meanwhile, and opened again.
    await page.reload()
    await page.getByRole('img', { name: /^QR code of the payment link/ }).waitFor()
    const fan = await visit(origin, phone)
    await fan.page.goto(url)
    await fan.page.getByLabel('E-mail').fill('fan@example.org')
    await fan.page.getByLabel('First name').fill('Ben')
    await fan.page.getByLabel('Last name').fill('Ito')
    await fan.page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByLabel('Sold').getByText('$27.20').waitFor()
    assert.equal(await ordersOf(offer.eventId), 1)
    assert.deepEqual([findings, complaints, fan.complaints], [[], [], []])
    await fan.context.close()
    await context.close()
  },
)
