import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { followDisputes } from '../../ledger/disputes/follow-disputes.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { readPayouts } from './read-payouts.ts'

const { house, club, stripe, buy, payments } = await openStripeHouse()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }
const begun = unixSeconds(house.clock())
const readAll = async () => {
  house.clock.advance(HOUR_MS)
  await followDisputes(deps)
  await readPayouts(deps)
}

/** The file of all days, and what each account has more by it, in cents, debits first. */
async function readBooks(currency = 'AUD') {
  const path = `/v1/manage/exports/ledger.csv?unix_start=${begun - 1}&unix_end=${unixSeconds(house.clock()) + 1}`
  const { text } = await house.call('GET', path, { key: club.key })
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) records.push(cells)
  const [head = []] = records.splice(0, 1)
  const lines = records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
  const balance = (account: string) =>
    lines
      .filter((line) => line.account === account && line.currency === currency)
      .reduce((sum, { debit, credit }) => sum + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100), 0)
  return { text, lines, balance }
}

async function sell() {
  const { body } = await buy('pm_card_visa')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { orderId: body.order_id as number, intentId: intent.id }
}
const paidOut = () =>
  [...stripe.payouts.all.values()]
    .filter(({ status, currency }) => status === 'paid' && currency === 'aud')
    .reduce((sum, { amount }) => sum + amount, 0)

test('after a payout the bank has what came, the fees are known, and nothing is left with the provider', async () => {
  await readAll()
  const { orderId } = await sell()
  await sell()
  await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body: { amount: 5 } })
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const books = await readBooks()
  assert.deepEqual(['bank', 'provider_fees', 'stripe_clearing', 'provider_differences'].map(books.balance), [
    2 * 2720 - 500 - 2 * 63,
    2 * 63,
    0,
    0,
  ])
  const fee = books.lines.find(({ account }) => account === 'provider_fees')
  assert.ok(fee?.order_id)
})

test('a dispute, its fee and its end leave nothing with the provider, to the cent', async () => {
  const { intentId } = await sell()
  const dispute = stripe.disputes.open(intentId)
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  stripe.disputes.close(dispute.id, 'won')
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const books = await readBooks()
  assert.deepEqual([books.balance('bank'), books.balance('stripe_clearing')], [paidOut(), 0])
  assert.equal(books.balance('provider_fees'), 3 * 63)
})

test('what the books do not have is unexplained once it is given up, and explained when it is found', async () => {
  const shirt = { id: 'ch_shirt', object: 'charge', payment_intent: 'pi_shirt' }
  stripe.payouts.add(ACCOUNT, { type: 'charge', amount: 3000, fee: 67, source: shirt })
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  assert.equal((await readBooks()).balance('provider_differences'), 0)
  await readAll()
  await readAll()
  const stray = await readBooks()
  assert.deepEqual(
    [stray.balance('provider_differences'), stray.balance('stripe_clearing'), stray.balance('bank')],
    [-3000, 0, paidOut()],
  )
  // What it was for turns up: it bears the reference of a payment of ours.
  const { body } = await buy('pm_card_visa')
  await house.sql`
    update payments
    set provider_reference = 'pi_shirt'
    where org_id = ${club.orgId}
      and order_id = ${body.order_id}`
  await readAll()
  const explained = await readBooks()
  assert.deepEqual([explained.balance('provider_differences'), explained.balance('stripe_clearing')], [-280, 0])
  assert.ok(explained.text.startsWith(stray.text.split('\r\n')[0] ?? ''))
})

test('a payout that comes back is taken from the bank, and is there again with the next', async () => {
  const before = (await readBooks()).balance('bank')
  // The payment that was found is in the balance by its own number no more.
  await sell()
  const issued = stripe.payouts.issue(ACCOUNT)
  await readAll()
  assert.equal((await readBooks()).balance('bank'), before + issued.amount)
  stripe.payouts.fail(issued.id)
  await readAll()
  assert.equal((await readBooks()).balance('bank'), before)
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  assert.equal((await readBooks()).balance('bank'), before + issued.amount)
})

test('money that settles in another currency is with the provider in neither', async () => {
  const before = (await readBooks()).balance('stripe_clearing')
  await sell()
  stripe.payouts.issue(ACCOUNT, { exchanged: { currency: 'eur', rate: 0.6 } })
  await readAll()
  const [aud, eur] = [await readBooks('AUD'), await readBooks('EUR')]
  assert.deepEqual([aud.balance('stripe_clearing'), eur.balance('stripe_clearing')], [before, 0])
  assert.deepEqual([eur.balance('bank'), eur.balance('provider_fees')], [1632 - 38, 38])
})

test('a day that is over stays as it is, whatever is heard of it later', async () => {
  await sell()
  stripe.payouts.issue(ACCOUNT)
  const until = unixSeconds(house.clock())
  const path = `/v1/manage/exports/ledger.csv?unix_start=${begun - 1}&unix_end=${until}`
  const read = async () => (await house.call('GET', path, { key: club.key })).text
  const before = await read()
  house.clock.advance(DAY_MS)
  await readAll()
  assert.equal(await read(), before)
})
