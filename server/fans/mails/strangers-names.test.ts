import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'

/*
 * An order that costs nothing, or a payment that fails, brings a mail of the club to any address, with the name that its buyer typed.
 * A name that is an advertisement, with a link or a number to call, would be the club's recommendation.
 */

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const shop = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
const { addType } = membershipsOf(house, club)

beforeEach(() => {
  smtp.received.length = 0
})

const victim = 'victim@example.org'
const LURE = /evil|0900/i
const lures = [
  'Your account is locked: https://evil.example/login',
  'evil.example',
  'www.evil',
  'evil。example',
  'Evil prizes, call +49 0900 123 456',
]

async function sent(): Promise<string[]> {
  await send()
  const mails = await Promise.all(smtp.received.map((received) => readMail(received)))
  return mails.map((mail) => [mail.subject, mail.text, mail.html].join('\n'))
}

async function order(first_name: string, method = 'pm_test_ok') {
  const { priceId } = await addOffer(house, club, { price: { price_minor: method === 'pm_test_ok' ? 0 : 2500 } })
  const basket = await shop.fill(priceId, 1)
  return shop.checkOut(basket, {
    payment_method: method,
    customer: { email: victim, first_name, last_name: 'Okafor' },
  })
}

for (const lure of lures) {
  test(`a buyer’s name that is a lure is in no mail of an order: ${lure}`, async () => {
    assert.equal((await order(lure)).status, 200)
    const mails = await sent()
    assert.equal(mails.length, 1)
    assert.doesNotMatch(mails[0] ?? '', LURE)
    assert.match(mails[0] ?? '', /Hello,/)
  })
}

test('nor of a payment that failed', async () => {
  await order(lures[0] ?? '', 'pm_test_declined')
  for (const mail of await sent()) assert.doesNotMatch(mail, LURE)
})

test('nor of a ticket that is passed on, to its old and its new holder', async () => {
  const { body } = await order('Ada')
  smtp.received.length = 0
  await send()
  smtp.received.length = 0
  const path = `/v1/ticket_page/tickets/${body.tickets[0].ticket_id}/pass_on`
  const passed = await house.call('POST', path, {
    headers: { 'x-order-secret': body.order_secret },
    body: { ticket_name: lures[0], email_address: 'second@example.org' },
  })
  assert.equal(passed.status, 200, passed.text)
  const mails = await sent()
  assert.equal(mails.length, 2)
  for (const mail of mails) assert.doesNotMatch(mail, LURE)
})

test('nor of a membership', async () => {
  const membership_type_id = await addType()
  const member = { ...grace, first_name: lures[0], last_name: lures[1] }
  const { body: basket } = await shop.open({ items: [{ membership_type_id, member }] })
  assert.equal(
    (await shop.checkOut(basket.id, { customer: { email: victim, first_name: 'A', last_name: 'B' } })).status,
    200,
  )
  const mails = await sent()
  assert.equal(mails.length, 1)
  assert.doesNotMatch(mails[0] ?? '', LURE)
})

test('a name with an initial, a hyphen or a saint in it is written as it is', async () => {
  for (const name of ['J. R. R.', 'Anne-Marie', 'St. John', 'Ørjan', '明']) {
    smtp.received.length = 0
    await order(name)
    assert.ok((await sent())[0]?.includes(`Hello ${name},`), name)
  }
})
