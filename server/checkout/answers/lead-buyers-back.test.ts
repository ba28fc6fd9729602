import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { languages } from '../../../faces/kit/languages.ts'
import { clockOf } from '../../../tests/builders/clocks.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { leaveForBank } from '../../../tests/builders/redirects.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { LEAD_BACK_MS } from '../../payments/payments/note-progress.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { giveUpPayments } from './give-up-payments.ts'
import { leadBuyersBack } from './lead-buyers-back.ts'
import { reconcileOrders } from './reconcile.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

beforeEach(async () => {
  await sql`truncate mails`
  smtp.received.length = 0
})

/** A buyer at the bank. */
async function leave() {
  const left = await leaveForBank(house, club)
  const choose = (choice: string) => house.call('POST', left.bank.pathname, { form: { choice } })
  const comeBack = () => shop.call('POST', '/v1/storefront/payment_return', { payment_return: left.token })
  return { ...left, choose, comeBack }
}

/** The worker, so many minutes on: what arrives of these mails. */
async function mailsAfter(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  await reconcileOrders(deps)
  await leadBuyersBack(deps)
  await leadBuyersBack(deps)
  await send()
  const mails = []
  for (const received of smtp.received.splice(0)) mails.push(await readMail(received))
  return mails
}
const subjectsAfter = async (minutes: number) => (await mailsAfter(minutes)).map(({ subject }) => subject)

const WAITING = 'Your places for Derby are waiting for you'
const MINUTES = LEAD_BACK_MS / MINUTE_MS

test('a buyer who is still away is mailed once: what it is about, until when, and a link that leads back', async () => {
  const { basket, returnUrl } = await leave()
  assert.deepEqual(await mailsAfter(MINUTES - 1), [])
  const [mail, ...others] = await mailsAfter(1)
  assert.equal(mail?.subject, WAITING)
  assert.match(mail?.text ?? '', /to pay \$54\.40, and have not come back/)
  const [, until] = /held until (.*?)\./.exec(mail?.text ?? '') ?? []
  const [payment] = await sql<{ expires_at: Date }[]>`
    select expires_at
    from payments
    where org_id = ${club.orgId}
    order by payment_id desc
    limit 1`
  const time = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: 'Australia/Melbourne' })
  assert.ok(payment)
  assert.equal(until?.replace(/\s/g, ' '), time.format(payment.expires_at).replace(/\s/g, ' '))
  assert.ok(mail?.text.includes(`${returnUrl.href}#${basket}`), mail?.text)
  assert.deepEqual([others, await mailsAfter(5)], [[], []])
})

test('it leads back to the page of a site of the organisation’s own, which keeps what it has behind its #', async () => {
  const site = { embed_origins: ['https://club.example'] }
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: site })
  const { priceId } = await leave()
  await mailsAfter(MINUTES)
  for (const [page, pattern] of [
    ['https://club.example/tickets', /https:\/\/club\.example\/tickets\?payment_return=ret_[\w-]+#bsk_[0-9a-f]{32}\s/],
    ['https://club.example/#/done', /https:\/\/club\.example\/\?payment_return=ret_[\w-]+#\/done\s/],
  ] as const) {
    const basket = await shop.fill(priceId, 1)
    await shop.checkOut(basket, { payment_method: 'pm_test_redirect_klarna', return_url: page })
    const [mail] = await mailsAfter(MINUTES)
    assert.match(mail?.text ?? '', pattern)
  }
})

test('who comes back in time gets none, whatever they come back with; nor who calls the payment off', async () => {
  for (const choice of ['', 'pay', 'later', 'decline', 'cancel']) {
    const { comeBack, choose } = await leave()
    if (choice !== '') await choose(choice)
    await comeBack()
    assert.equal((await subjectsAfter(MINUTES)).includes(WAITING), false, choice)
  }
  const { basket } = await leave()
  await shop.call('POST', `/v1/baskets/${basket}/cancel_payment`)
  assert.deepEqual(await subjectsAfter(MINUTES), [])
})

test('who was declined and has not come back is led to their basket, which is open', async () => {
  const { basket, choose } = await leave()
  clock.advance(5 * MINUTE_MS)
  await choose('decline')
  assert.deepEqual(await subjectsAfter(1), [])
  assert.deepEqual(await subjectsAfter(MINUTES - 6), [WAITING])
  assert.equal((await shop.read(basket)).body.status, 'open')
})

test('who has paid and closed the page gets the tickets, and who pays by what takes days is not asked to pay', async () => {
  const paid = await leave()
  await paid.choose('pay_and_stay')
  assert.deepEqual(await subjectsAfter(MINUTES), ['Your tickets for Derby'])
  const later = await leave()
  await later.choose('later')
  assert.deepEqual(await subjectsAfter(MINUTES), [])
})

test('a mail that is noted and not sent yet says nothing that is no longer so', async () => {
  const { basket } = await leave()
  clock.advance(LEAD_BACK_MS)
  await leadBuyersBack(deps)
  clock.advance(60 * MINUTE_MS)
  await giveUpPayments(deps)
  assert.equal((await shop.read(basket)).body.status, 'expired')
  assert.equal((await subjectsAfter(0)).includes(WAITING), false)
})

test('one mail for an order, however often its buyer leaves', async () => {
  const { basket, returnUrl } = await leave()
  assert.deepEqual(await subjectsAfter(MINUTES), [WAITING])
  await shop.call('POST', `/v1/baskets/${basket}/cancel_payment`)
  const again = { payment_method: 'pm_test_redirect_klarna', return_url: returnUrl.href.split('?')[0] }
  assert.equal((await shop.checkOut(basket, again)).body.next_action.type, 'redirect')
  assert.deepEqual(await subjectsAfter(MINUTES), [])
})

test('in the reader’s language, and not where the organisation has switched it off', async () => {
  const subjects = new Set<string>()
  for (const language of languages) {
    const preview = await house.call('GET', `/v1/manage/mails/payment_unfinished/preview?language=${language}`, {
      key: club.key,
    })
    assert.equal(preview.status, 200, preview.text)
    assert.doesNotMatch(preview.body.text, /\{/)
    subjects.add(preview.body.subject)
  }
  assert.equal(subjects.size, 6)
  const off = { key: club.key, body: { enabled: false } }
  assert.equal((await house.call('PATCH', '/v1/manage/mails/payment_unfinished', off)).status, 200)
  await leave()
  assert.deepEqual(await subjectsAfter(MINUTES), [])
})

test('each organisation’s own time decides', async () => {
  const ahead = await house.organisation()
  await leaveForBank(house, ahead)
  await leave()
  await clockOf(house, ahead, deps).advance(LEAD_BACK_MS)
  const noted = await sql<{ org_id: number }[]>`
    select org_id
    from mails
    where kind = 'payment_unfinished'`
  assert.deepEqual([...noted], [{ org_id: ahead.orgId }])
})
