import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continueRefundRuns } from '../../server/ledger/refunds/continue-refund-runs.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { shopOf } from '../builders/baskets.ts'
import { mailKit } from '../builders/mails.ts'
import { addOffer } from '../builders/prices.ts'
import { readMail } from '../builders/received-mails.ts'
import { openSettlingHouse } from '../builders/settling.ts'
import { startSmtp } from '../outside/smtp.ts'

/** A match that is called off, sold by card, for cash, on invoices and for nothing: who is owed what, until each has it. */
const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

const PRICE = 27.2

async function mailsOf(): Promise<Record<string, string>> {
  await send()
  const texts: Record<string, string> = {}
  for (const received of smtp.received.splice(0)) texts[received.to.join()] = (await readMail(received)).text
  return texts
}

test('each fan is told the true way, what is owed stays owed until it is paid, and the books balance to the cent', async () => {
  const { priceId, eventId } = await addOffer(house, club, { capacity: 50 })
  const from = (email: string) => ({ email, first_name: 'Ada', last_name: 'Okafor' })
  const sell = async (payment_method: string, email: string, more: object = {}) => {
    const body = { items: [{ price_id: priceId }], payment_method, customer: from(email), ...more }
    const sold = await manage('POST', 'orders', body)
    assert.equal(sold.status, 201, sold.text)
    return sold.body.order_id as number
  }
  const debtOf = async (orderId: number, owedBy: string) =>
    (await manage('GET', `debts?order_id=${orderId}&owed_by=${owedBy}`)).body.data[0]
  const shop = shopOf(house, club)
  const card = (await shop.checkOut(await shop.fill(priceId, 1), { customer: from('card@example.org') })).body.order_id
  const cash = await sell('cash', 'cash@example.org')
  const unpaid = await sell('invoice', 'unpaid@example.org')
  const partly = await sell('invoice', 'partly@example.org')
  const free = await sell('free', 'free@example.org', { reason: 'A guest' })
  const invoiced = await debtOf(partly, 'fan')
  await manage('POST', `debts/${invoiced.debt_id}/record_payment`, { amount: 7.2, payment_method: 'transfer' })
  const confirmed = await mailsOf()
  assert.match(confirmed['unpaid@example.org'] ?? '', /Still to pay: .*27\.20, due on /)
  assert.doesNotMatch(confirmed['cash@example.org'] ?? '', /Still to pay|dbs_/)
  const [, secret = ''] =
    /Pay now\s+Still to pay.*\s+http\S+\/owed#(dbs_[\w-]+)/.exec(confirmed['unpaid@example.org'] ?? '') ?? []
  const publishable = await house.key(club.orgId, { kind: 'pk' })
  const headers = { 'x-debt-secret': secret }
  const opened = (await house.call('GET', '/v1/storefront/debt', { key: publishable, headers })).body
  assert.deepEqual([opened.state, opened.open, opened.order_id], ['to_pay', PRICE, unpaid])

  assert.equal((await manage('POST', `events/${eventId}/cancel`, { refund: 'all' })).status, 200)
  assert.equal(await continueRefundRuns({ sql, clock, systemClock: clock, payments }), 5)
  const run = (await manage('GET', `events/${eventId}/refund_run`)).body
  assert.deepEqual(run.orders, {
    waiting: 0,
    pending: 0,
    owed: 2,
    refunded: 1,
    nothing_paid: 2,
    nothing_left: 0,
    failed: 0,
  })
  const texts = await mailsOf()
  assert.match(texts['card@example.org'] ?? '', /refund(?:ed)? .*to you the way you paid it/)
  assert.match(texts['cash@example.org'] ?? '', /waiting for you at our box office/)
  assert.match(texts['unpaid@example.org'] ?? '', /You have not paid for this order, and no longer have to/)
  assert.match(texts['free@example.org'] ?? '', /Your tickets cost nothing, so there is nothing to refund/)
  assert.match(texts['partly@example.org'] ?? '', /We transfer .*7\.20 to you/)
  for (const who of ['cash', 'partly', 'unpaid', 'free'])
    assert.doesNotMatch(texts[`${who}@example.org`] ?? '', /ten days/, `${who} waits for no bank`)
  for (const who of ['cash', 'partly'])
    assert.doesNotMatch(texts[`${who}@example.org`] ?? '', /need not do anything/, `${who} has something to do`)

  const statusOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body.order_status
  assert.deepEqual(
    [await statusOf(card), await statusOf(cash), await statusOf(unpaid), await statusOf(partly), await statusOf(free)],
    ['refunded', 'refunded', 'cancelled', 'refunded', 'cancelled'],
  )
  const [owedCash, owedTransfer] = [await debtOf(cash, 'club'), await debtOf(partly, 'club')]
  assert.deepEqual([owedCash.open, owedTransfer.open, owedTransfer.kind], [PRICE, 7.2, 'transfer_refund'])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])

  await manage('POST', `debts/${owedCash.debt_id}/record_payment`, { payment_method: 'cash' })
  await manage('POST', `debts/${owedTransfer.debt_id}/record_payment`, {
    payment_method: 'transfer',
    reference: 'OUT 7',
  })
  const paidOut = await mailsOf()
  assert.match(paidOut['cash@example.org'] ?? '', /in cash/)
  assert.match(paidOut['partly@example.org'] ?? '', /transferred .*7\.20 to your account/)
  const { data: left } = (await manage('GET', 'debts?open=true')).body
  assert.deepEqual(left, [])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
  assert.deepEqual(await balances(), { sum: 0, receivables: 0, refunds_payable: 0, cash: 0, bank: 0, test_clearing: 0 })
})

/** Debits less credits, in cents. */
async function balances() {
  const now = Math.floor(clock().getTime() / 1000)
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - 86_400}&unix_end=${now + 1}`
  const { text } = await house.call('GET', path, { key: club.key })
  const sums: Record<string, number> = {
    sum: 0,
    receivables: 0,
    refunds_payable: 0,
    cash: 0,
    bank: 0,
    test_clearing: 0,
  }
  for (const line of text.trim().split('\n').slice(1)) {
    const [, , account = '', debit, credit] = line.split(',')
    const cents = Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100)
    for (const name of ['sum', account]) if (name in sums) sums[name] = (sums[name] ?? 0) + cents
  }
  return sums
}

test('what was paid by credit is credit again, and the mail says so', async () => {
  const { priceId, eventId } = await addOffer(house, club)
  const customer = { email: 'credit@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const sold = await manage('POST', 'orders', { items: [{ price_id: priceId }], payment_method: 'invoice', customer })
  const { order_id, user_id } = sold.body
  const [debt] = (await manage('GET', `debts?order_id=${order_id}`)).body.data
  await manage('POST', 'credits', { user_id, amount: 20, reason: 'Rain' })
  assert.equal((await manage('POST', `debts/${debt.debt_id}/pay_by_credit`, { amount: 20 })).status, 200)
  await manage('POST', `debts/${debt.debt_id}/record_payment`, { amount: 7.2, payment_method: 'transfer' })
  await mailsOf()
  assert.equal((await manage('POST', `events/${eventId}/cancel`, { refund: 'all' })).status, 200)
  await continueRefundRuns({ sql, clock, systemClock: clock, payments })
  const { 'credit@example.org': text = '' } = await mailsOf()
  assert.match(text, /We transfer .*7\.20 to you/)
  assert.match(text, /You paid .*20\.00 with credit: that is your credit with us again/)
  assert.equal((await manage('GET', `credits?user_id=${user_id}`)).body.data[0].balance, 20)
})
