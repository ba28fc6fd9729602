import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellOfMoves } from '../../server/fans/mails/tell-of-moves.ts'
import { continueRefundRuns } from '../../server/ledger/refunds/continue-refund-runs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const story = { ...browserTest, timeout: 180_000 }
const payments = createPayments({ stripe: undefined })
const server = await openShopServer({ payments })
const { sql, club } = server
const { staffAt, manage, sell } = openDesk(server)
const systemClock = () => new Date()
const work = () => continueRefundRuns({ sql, clock: organisationClock(systemClock), systemClock, payments })

async function eventOf(title: string) {
  const offer = await addOffer(server, club, { capacity: 100 })
  await manage('PATCH', `events/${offer.eventId}`, { title })
  return offer
}

test(
  'cancelling says first whom it concerns and how the money goes back, runs, and lists who is still to be paid',
  story,
  async () => {
    const offer = await eventOf('Cup final')
    await sellOrder(server, club, { offer })
    await sellOrder(server, club, { offer, method: 'pm_test_refund_fails' })
    await sell(offer.priceId, 'cash', 'Carla')
    await sell(offer.priceId, 'invoice', 'Ines')
    const manager = await staffAt(`events/${offer.eventId}`, 'Cup final')
    const { page, press, look } = manager
    await press('Cancel …')
    const dialog = page.getByRole('dialog', { name: 'Cancel event' })
    await dialog.getByText(/^4 orders, \d+ tickets$/).waitFor()
    await dialog.getByText(/of 2 orders: automatically, to the card or account that paid/).waitFor()
    await dialog.getByText(/\$27\.20 of 1 order: to pay out/).waitFor()
    await dialog.getByText(/\$27\.20: cancelled/).waitFor()
    await look()
    await dialog.getByLabel('Type “Cup final”').fill('Cup')
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await dialog.getByText('This is not the title of the event. Nothing has changed.').waitFor()
    await dialog.getByLabel('Type “Cup final”').fill('Cup final')
    await page.keyboard.press('Enter')
    await page.getByText('0 of 4 orders done. You can leave this page', { exact: false }).waitFor()
    await look()
    // Left and found again: the worker has done it meanwhile.
    await manager.go('', 'Today')
    await work()
    await manager.go(`events/${offer.eventId}`, 'Cup final')
    await page.getByText(/^All done/).waitFor()
    const failed = page.getByRole('table', { name: 'Refund failed' })
    await failed.getByRole('row', { name: /The card has expired or was closed Failed/ }).waitFor()
    const owed = page.getByRole('table', { name: 'To pay out in cash or by transfer' })
    await owed.getByRole('row', { name: /Carla Okafor In cash To pay out \$27\.20/ }).waitFor()
    await look()
    await owed.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /Carla Okafor/ }).waitFor()
    const cash = { event_id: offer.eventId, owed_by: 'club', open: true }
    const { body } = await manage('GET', `debts?${new URLSearchParams(cash as never)}`)
    assert.deepEqual(
      body.data.map(({ kind, open }: { kind: string; open: number }) => [kind, open]),
      [['cash_refund', 27.2]],
    )
    await manager.close()
  },
)

test('an event that was cancelled without refunds is refunded later, on a phone too', story, async () => {
  const offer = await eventOf('Friendly')
  await sell(offer.priceId, 'cash', 'Otto')
  assert.equal((await manage('POST', `events/${offer.eventId}/cancel`)).status, 200)
  const manager = await staffAt(`events/${offer.eventId}`, 'Friendly', { role: 'manager' }, phone)
  const { page, press, look } = manager
  await page.getByText('Not refunded yet: 1 order.', { exact: false }).waitFor()
  await press('Refund all …')
  await look()
  await press('Refund 1 order')
  await page.getByText('0 of 1 order done', { exact: false }).waitFor()
  await work()
  await page.getByText(/^All done/).waitFor()
  await page.getByRole('row', { name: /Otto Okafor/ }).waitFor()
  await look()
  await manager.close()
})

test('an event of which nothing is sold says so', browserTest, async () => {
  const offer = await eventOf('Nobody came')
  await manage('POST', `events/${offer.eventId}/cancel`)
  const manager = await staffAt(`events/${offer.eventId}`, 'Nobody came')
  await manager.page.getByText('Nothing is sold, so there is nothing to refund.').waitFor()
  await manager.close()
})

test(
  'moving says whom it concerns, moves doors along, and lets who had bought ask for their money',
  story,
  async () => {
    const offer = await eventOf('Semi-final')
    const sold = await sell(offer.priceId, 'cash', 'Mona')
    const manager = await staffAt(`events/${offer.eventId}`, 'Semi-final')
    const { page, press, look } = manager
    await press('Reschedule …')
    const dialog = page.getByRole('dialog', { name: 'Reschedule event' })
    await dialog.getByText('1 order, 1 ticket').waitFor()
    await dialog.getByRole('button', { name: 'Reschedule and inform all' }).click()
    await dialog.getByText('No change yet: choose another date, time or venue.').waitFor()
    await look()
    await dialog.getByLabel('New start').fill('2060-03-23T18:00')
    await dialog.getByRole('button', { name: 'Reschedule and inform all' }).click()
    await page.getByText(/23 March 2060 at 6:00\spm/).waitFor()
    await page.getByText(/^Mails go out from .*Until then you can correct it\.$/).waitFor()
    await page.getByText(/^Earlier buyers may request a refund until/).waitFor()
    await look()
    await sql`update event_moves set due_at = now() - interval '1 minute' where org_id = ${club.orgId} and event_id = ${offer.eventId}`
    await tellOfMoves({ sql, clock: organisationClock(systemClock), systemClock })
    await manager.go('', 'Today')
    await manager.go(`events/${offer.eventId}`, 'Semi-final')
    await page.getByText(/^Mails to buyers and ticket holders are going out/).waitFor()
    // It is looked at again by itself.
    await sql`update mails set mail_status = 'sent' where org_id = ${club.orgId} and kind = 'event_moved'`
    await page.getByText('All mails are sent.').waitFor()
    await look()
    const [move] = await sql<{ asks: boolean }[]>`
    select refunds_until > now() + interval '13 days' as asks
    from event_moves
    where org_id = ${club.orgId}
      and event_id = ${offer.eventId}`
    assert.equal(move?.asks, true)
    const { body: order } = await manage('GET', `orders/${sold.order_id}`)
    assert.equal(order.order_status, 'confirmed')
    await manager.close()
  },
)
