import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { club } = server
const { staffAt, manage, sell } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 100 })
await manage('PATCH', `events/${offer.eventId}`, { title: 'Derby' })

/** An order of two tickets whose buyer wants the money for both. */
async function askedFor(name: string, reason: string) {
  const more = { items: [{ price_id: offer.priceId, quantity: 2 }] }
  const { order_id: orderId } = await sell(offer.priceId, 'cash', name, more)
  const { body } = await manage('GET', `orders/${orderId}`)
  const ids = body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  await addRow(server, club, 'refund_requests', 'refund_request_id', {
    order_id: orderId,
    ticket_ids: `{${ids.join()}}`,
    reason,
  })
  return orderId
}

const requestsOf = async (orderId: number) =>
  (await manage('GET', `refund_requests?order_id=${orderId}`)).body.data.map(
    ({ refund_request_status, note }: { refund_request_status: string; note: string | null }) => [
      refund_request_status,
      note,
    ],
  )

test(
  'requests stand in a list and on Today until they are accepted in part, or declined with words',
  story,
  async () => {
    const part = await askedFor('Paula', 'One of us is ill')
    const no = await askedFor('Nils', 'It might rain')
    const manager = await staffAt('', 'Today')
    const { page, press, look } = manager
    await page.getByRole('link', { name: 'refund requests' }).click()
    await page.getByRole('heading', { level: 1, name: 'Refund requests' }).waitFor()
    await page.getByRole('row', { name: /Nils Okafor Derby 2 It might rain/ }).waitFor()
    await look()
    await page
      .getByRole('row', { name: /Paula Okafor/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { level: 1, name: /Paula Okafor/ }).waitFor()
    const sheet = page.locator('section').filter({ hasText: 'Refund requested' })
    await sheet.getByText('“One of us is ill”').waitFor()
    await look()
    await sheet.getByRole('button', { name: 'Refund …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund as requested' })
    await dialog.getByRole('button', { name: 'Refund $54.40' }).waitFor()
    await dialog.getByText('The order was paid in cash. Pay the refund out now', { exact: false }).waitFor()
    await dialog.getByRole('checkbox').first().uncheck()
    await look()
    await dialog.getByRole('button', { name: 'Refund $27.20' }).click()
    await sheet.getByText('accepted').waitFor()
    assert.deepEqual(await requestsOf(part), [['accepted', null]])

    await manager.go(`orders/${no}`, /Nils Okafor/)
    await press('Decline …')
    await page.getByLabel('Reason, for the buyer').fill('We play in any weather.')
    await look()
    await press('Decline')
    await sheet.getByText('Answered: “We play in any weather.”').waitFor()
    assert.deepEqual(await requestsOf(no), [['declined', 'We play in any weather.']])
    await manager.go('', 'Today')
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await page.getByText('refund to pay out').waitFor()
    await page.getByText(/refund requests?$/).waitFor({ state: 'hidden' })
    await manager.go('orders/refund-requests', 'Refund requests')
    await page.getByText('No requests to answer').waitFor()
    await look()
    await manager.close()
  },
)

test(
  'a refund begins with nothing ticked; by amount the tickets stay valid, and too much keeps what was typed',
  story,
  async () => {
    const { order_id: orderId } = await sell(offer.priceId, 'cash', 'Ada')
    const manager = await staffAt(`orders/${orderId}`, /Ada Okafor/, { role: 'manager' }, phone)
    const { page, press, look } = manager
    await press('Refund …')
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    const refund = dialog.getByRole('button', { name: /^Refund/ })
    await dialog.getByText('Select a ticket first').waitFor()
    assert.equal(await refund.getAttribute('aria-disabled'), 'true')
    await dialog.getByLabel('An amount: the tickets stay valid').check()
    await dialog.getByLabel('Amount in AUD').fill('90')
    await look()
    await refund.click()
    await dialog.getByText(/^Only 27\.2 AUD of what was paid is left to refund/).waitFor()
    await dialog.getByLabel('Amount in AUD').fill('7.20')
    await dialog.getByRole('button', { name: 'Refund $7.20' }).click()
    await page.getByText('$7.20 to pay out: see the open items of this order').waitFor()
    await page.getByRole('cell', { name: 'active', exact: true }).waitFor()
    await manager.close()
  },
)

test('a request is accepted by itself once the last of its tickets is refunded', async () => {
  const orderId = await askedFor('Olga', 'Away')
  const { body } = await manage('GET', `orders/${orderId}`)
  const [first, second] = body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  await manage('POST', `orders/${orderId}/refunds`, { ticket_ids: [first] })
  assert.deepEqual(await requestsOf(orderId), [['open', null]])
  await manage('POST', `orders/${orderId}/refunds`, { ticket_ids: [second] })
  assert.deepEqual(await requestsOf(orderId), [['accepted', null]])
})
