import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { mailLimits } from '../../people/mailed-codes/mail-on-request.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const other = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const starts_at = new Date(house.clock().getTime() + 86_400_000)
const derby = await addOffer(house, club, { capacity: 100, event: { title: 'Derby', starts_at } })
const final = await addOffer(house, club, { capacity: 100, event: { title: 'Final', starts_at } })
const shop = shopOf(house, { key: publishable })

beforeEach(async () => {
  await house.sql`truncate mails, mail_rates`
  smtp.received.length = 0
})

let fans = 0
const fan = (email = `fan-${++fans}@example.org`) => ({ customer: { email, first_name: 'Ada', last_name: 'Okafor' } })
const buy = async (priceId: number, buyer: object, quantity = 1) =>
  (await shop.checkOut(await shop.fill(priceId, quantity), buyer)).body
const find = (order_or_email: string, key = publishable) =>
  house.call('POST', '/v1/storefront/find_tickets', { key, body: { order_or_email } })
const mails = async () => {
  await house.sql`delete from mails where kind is not null`
  await send()
  return Promise.all(smtp.received.map(async (received) => ({ to: received.to, mail: await readMail(received) })))
}
const linksIn = (text: string) => [...text.matchAll(/\/t\/(ors_[\w-]+)/g)].map(([, secret = '']) => secret)
const pageOf = async (secret: string) =>
  (await house.call('GET', '/v1/ticket_page', { headers: { 'x-order-secret': secret } })).body

test('an address brings one mail with a link to each of its orders; an order number the one of that order', async () => {
  const buyer = fan()
  const orders = [await buy(derby.priceId, buyer, 2), await buy(final.priceId, buyer)]
  const { status, body } = await find(` ${buyer.customer.email.toUpperCase()} `)
  assert.deepEqual([status, body], [200, { status: 'accepted' }])
  const [sent, ...rest] = await mails()
  assert.deepEqual([sent?.to, rest.length], [[buyer.customer.email], 0])
  assert.equal(sent?.mail.subject, 'Your tickets from Harbour City FC')
  assert.match(sent?.mail.text ?? '', /Derby[\s\S]*2 tickets[\s\S]*Final[\s\S]*1 ticket/)
  const pages = await Promise.all(linksIn(sent?.mail.text ?? '').map(pageOf))
  assert.deepEqual(
    pages.map(({ order_id }) => order_id),
    orders.map(({ order_id }) => order_id),
  )
  smtp.received.length = 0
  await find(`#${orders[1]?.order_id}`)
  const [byNumber] = await mails()
  assert.deepEqual([byNumber?.to, linksIn(byNumber?.mail.text ?? '').length], [[buyer.customer.email], 1])
})

test('whoever asks for what is not there hears the same, and nobody is mailed', async () => {
  for (const wanted of ['nobody@example.org', '999999999', 'no address at all', '#', 'a@b']) {
    const { status, body } = await find(wanted)
    assert.deepEqual([status, body], [200, { status: 'accepted' }], wanted)
  }
  const order = await buy(derby.priceId, fan())
  const foreign = await house.key(other.orgId, { kind: 'pk' })
  assert.deepEqual((await find(String(order.order_id), foreign)).body, { status: 'accepted' })
  assert.deepEqual(await mails(), [])
})

test('a ticket that was passed on is found by whoever has it now, and by its buyer no more', async () => {
  const buyer = fan()
  const { tickets, order_id } = await buy(derby.priceId, buyer)
  const holder = { ticket_name: 'Grace Ito', email_address: `grace-${order_id}@example.org` }
  await house.call('POST', `/v1/manage/tickets/${tickets[0].ticket_id}/transfer`, { key: club.key, body: holder })
  await find(buyer.customer.email)
  await find(String(order_id))
  await find(holder.email_address)
  const sent = await mails()
  assert.deepEqual(
    sent.map(({ to }) => to),
    [[holder.email_address]],
  )
  const page = await pageOf(linksIn(sent[0]?.mail.text ?? '')[0] ?? '')
  assert.deepEqual([page.tickets.length, page.tickets[0].ticket_name, page.passed_on], [1, 'Grace Ito', 0])
})

test('what is over, refunded or never paid is not sent', async () => {
  const buyer = fan()
  const { tickets } = await buy(derby.priceId, buyer)
  await house.sql`
    update tickets
    set ticket_status_id = 3
    where org_id = ${club.orgId}
      and ticket_id = ${tickets[0].ticket_id}`
  const past = await addOffer(house, club, { event: { title: 'Last year', starts_at } })
  await buy(past.priceId, buyer)
  await house.sql`
    update events
    set starts_at = ${new Date(house.clock().getTime() - 10 * 86_400_000)}
    where org_id = ${club.orgId}
      and event_id = ${past.eventId}`
  await find(buyer.customer.email)
  assert.deepEqual(await mails(), [])
})

test('nobody’s mailbox is filled: an address is mailed five times in an hour at most', async () => {
  const buyer = fan()
  await buy(derby.priceId, buyer)
  const statuses: number[] = []
  for (let asked = 0; asked < 7; asked += 1) statuses.push((await find(buyer.customer.email)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
  assert.equal((await mails()).length, 5)
})

test('one buyer is mailed as often as a mailbox may be, however many spellings and numbers of orders name them', async () => {
  const buyer = fan()
  const orders = [await buy(derby.priceId, buyer), await buy(final.priceId, buyer)]
  const spellings = orders.flatMap(({ order_id: id }) => [`${id}`, `0${id}`, `#${id}`, ` ${id}`, `00${id}`, `# ${id}`])
  for (const spelling of [...spellings, buyer.customer.email, ` ${buyer.customer.email.toUpperCase()}`])
    assert.equal((await find(spelling)).status, 200, 'a refusal would tell that two numbers are one buyer’s')
  assert.equal((await mails()).length, mailLimits.tickets_found.ofRecipient)
})
