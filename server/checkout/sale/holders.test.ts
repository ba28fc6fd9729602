import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addQuestion } from '../../../tests/builders/questions.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'
import { HOLD_MS } from '../baskets/basket-state.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })
const staff = shopOf(house, club)
const { sql } = house

type Named = { ticket_name: string | null }
const namesOf = (tickets: Named[]) => tickets.map(({ ticket_name }) => ticket_name)
const answersOf = (answers: { key: string; answer: string }[]) => answers.map(({ key, answer }) => `${key}: ${answer}`)
const problemsOf = ({ body }: Answer): string[] =>
  body.error.errors.map(({ param, code }: { param: string; code: string }) => `${code} ${param}`)

/** An event that wants names and asks a choice of each ticket, and a text and a consent of the order. */
async function addAskingOffer(holder_names = 'required') {
  const offer = await addOffer(house, club, { event: { holder_names }, capacity: 100 })
  const { eventId } = offer
  await addQuestion(house, club, eventId, {
    key: 'shirt',
    title: 'Shirt size',
    kind: 'choice',
    choices: '{S,M,L}',
    required: true,
  })
  await addQuestion(house, club, eventId, { key: 'club', title: 'Your club', asked_of: 'order' })
  const consent = { key: 'photos', title: 'Photos may be taken', kind: 'consent', asked_of: 'order', required: true }
  await addQuestion(house, club, eventId, consent)
  return offer
}
const told = {
  holders: [
    { ticket_name: ' Ada Okafor ', answers: { shirt: 'M' } },
    { ticket_name: 'Ben Ito', answers: { shirt: 'L' } },
  ],
  answers: { club: 'Harbour City', photos: 'yes' },
}

test('each ticket gets the name and the answers that were given for it, the order its own', async () => {
  const { priceId } = await addAskingOffer()
  const { status, body: order, text } = await shop.checkOut(await shop.fill(priceId, 2), told)
  assert.equal(status, 200, text)
  assert.deepEqual(namesOf(order.tickets), ['Ada Okafor', 'Ben Ito'])
  assert.deepEqual(answersOf(order.answers), ['club: Harbour City', 'photos: yes'])
  assert.deepEqual(answersOf(order.tickets[1].answers), ['shirt: L'])
  assert.equal(order.tickets[1].answers[0].question, 'Shirt size')
  const { body: read } = await staff.call('GET', `/v1/orders/${order.order_id}`)
  assert.deepEqual([read.answers, read.tickets], [order.answers, order.tickets])
})

test('a form of bracketed fields says the same', async () => {
  const { priceId } = await addAskingOffer()
  const basket = await shop.fill(priceId, 1)
  const form = new URLSearchParams({
    payment_method: 'pm_test_ok',
    ...{ 'customer[email]': 'ada@example.org', 'customer[first_name]': 'Ada', 'customer[last_name]': 'Okafor' },
    ...{ 'holders[0][ticket_name]': 'Ben Ito', 'holders[0][answers][shirt]': 'S' },
    ...{ 'answers[photos]': 'yes', 'answers[club]': '' },
  })
  const { status, body, text } = await house.call('POST', `/v1/baskets/${basket}/checkout`, {
    key: publishable,
    form: String(form),
  })
  assert.equal(status, 200, text)
  assert.deepEqual([namesOf(body.tickets), answersOf(body.answers)], [['Ben Ito'], ['photos: yes']])
})

test('everything that is missing or wrong is told at once, each by its field, and the basket stays open', async () => {
  const { priceId } = await addAskingOffer()
  const basket = await shop.fill(priceId, 2)
  const nothing = await shop.checkOut(basket)
  assert.equal(nothing.status, 400)
  assert.deepEqual(problemsOf(nothing), [
    'parameter_missing answers[photos]',
    'parameter_missing holders[0][ticket_name]',
    'parameter_missing holders[0][answers][shirt]',
    'parameter_missing holders[1][ticket_name]',
    'parameter_missing holders[1][answers][shirt]',
  ])
  const wrong = await shop.checkOut(basket, {
    holders: [
      { ticket_name: '  ', answers: { shirt: 'XXL', height: '2 m' } },
      { ticket_name: 'Ben Ito', answers: { shirt: 'S' } },
      { ticket_name: 'Nobody' },
    ],
    answers: { photos: 'no', shirt: 'M' },
  })
  assert.deepEqual(problemsOf(wrong), [
    'parameter_invalid holders',
    'parameter_unknown answers[shirt]',
    'parameter_invalid answers[photos]',
    'parameter_missing holders[0][ticket_name]',
    'parameter_unknown holders[0][answers][height]',
    'parameter_invalid holders[0][answers][shirt]',
  ])
  assert.equal((await shop.read(basket)).body.status, 'open')
  assert.equal((await shop.checkOut(basket, told)).body.status, 'confirmed')
})

test('where names may be given, a ticket without one bears the buyer’s', async () => {
  const { priceId } = await addOffer(house, club, { event: { holder_names: 'optional' } })
  const holders = [{ ticket_name: null }, { ticket_name: 'Ben Ito' }]
  const { body } = await shop.checkOut(await shop.fill(priceId, 2), { holders })
  assert.deepEqual(namesOf(body.tickets), ['Ada Okafor', 'Ben Ito'])
})

test('an event that takes no names refuses them, and a checkout of it reads no questions', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const refused = await shop.checkOut(basket, { holders: [{ ticket_name: 'Ben Ito' }], answers: { club: 'x' } })
  assert.deepEqual(problemsOf(refused), [
    'parameter_unknown answers[club]',
    'parameter_invalid holders[0][ticket_name]',
  ])
  const statements = await statementsOf(house, () => shop.checkOut(basket))
  assert.ok(statements.length > 5)
  const asking = /from questions|\bholders\b|insert into (orders|tickets)[^)]*answers/
  for (const { text } of statements) assert.doesNotMatch(text, asking)
})

test('names and answers outlive the request: the worker that settles the payment later issues the same tickets', async () => {
  const { priceId } = await addAskingOffer()
  const basket = await shop.fill(priceId, 2)
  const pending = await shop.checkOut(basket, { ...told, payment_method: 'pm_test_requires_action' })
  assert.equal(pending.body.status, 'pending')
  const { body: order } = await shop.checkOut(basket)
  assert.equal(order.status, 'confirmed')
  assert.deepEqual(namesOf(order.tickets), ['Ada Okafor', 'Ben Ito'])
  assert.deepEqual(answersOf(order.tickets[0].answers), ['shirt: M'])
})

test('what is said at the next attempt replaces what was said at a declined one', async () => {
  const { priceId } = await addAskingOffer()
  const basket = await shop.fill(priceId, 1)
  const first = { holders: [told.holders[0]], answers: told.answers, payment_method: 'pm_test_declined' }
  assert.equal((await shop.checkOut(basket, first)).status, 402)
  const second = { holders: [told.holders[1]], answers: { photos: 'yes' } }
  const { body } = await shop.checkOut(basket, second)
  assert.deepEqual([namesOf(body.tickets), answersOf(body.answers)], [['Ben Ito'], ['photos: yes']])
})

test('the box office asks the same', async () => {
  const { priceId } = await addAskingOffer()
  const sale = { items: [{ price_id: priceId, quantity: 2 }], payment_method: 'cash' }
  assert.equal((await staff.call('POST', '/v1/manage/orders', sale)).status, 400)
  const { status, body } = await staff.call('POST', '/v1/manage/orders', { ...sale, ...told })
  assert.deepEqual([status, namesOf(body.tickets)], [201, ['Ada Okafor', 'Ben Ito']])
})

test('a ticket that is passed on loses the answers of its first holder; a re-issued one keeps them', async () => {
  const { priceId } = await addAskingOffer()
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 2), told)
  const [one, two] = order.tickets
  const { body: reissued } = await staff.call('POST', `/v1/manage/tickets/${one.ticket_id}/reissue`)
  assert.deepEqual(answersOf(reissued.answers), ['shirt: M'])
  const to = { ticket_name: 'Cleo Ng', email_address: 'cleo@example.org' }
  const { body: passedOn } = await staff.call('POST', `/v1/manage/tickets/${two.ticket_id}/transfer`, to)
  assert.deepEqual(passedOn.answers, [])
})

const tracesOf = (orderId: number) => sql<{ traces: number }[]>`
  select (
    select count(*) from orders where org_id = ${club.orgId} and order_id = ${orderId} and answers is not null
  ) + (
    select count(*) from order_lines where org_id = ${club.orgId} and order_id = ${orderId} and holders is not null
  ) + (
    select count(*) from tickets where org_id = ${club.orgId} and order_id = ${orderId} and answers is not null
  ) as traces`

test('answers are exported with a person and erased with them, also of an order that is paid for only later, or never', async () => {
  const { priceId } = await addAskingOffer()
  const customer = { ...buyer, email: 'gone@example.org' }
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 2), { ...told, customer })
  const unpaid = await shop.fill(priceId, 2)
  await shop.checkOut(unpaid, { ...told, customer, payment_method: 'pm_test_declined' })
  const { body: basket } = await shop.read(unpaid)
  const { body: found } = await staff.call('GET', '/v1/customers?search=gone@example.org')
  const path = `/v1/manage/customers/${found.data[0].org_customer_id}`
  const { body: exported } = await staff.call('GET', `${path}/export`)
  assert.deepEqual(answersOf(exported.orders[0].answers), ['club: Harbour City', 'photos: yes'])
  assert.deepEqual(answersOf(exported.tickets[0].answers), ['shirt: M'])
  assert.equal((await staff.call('POST', `${path}/erase`)).status, 200)
  assert.deepEqual([...(await tracesOf(order.order_id))], [{ traces: 0 }])
  house.clock.advance(2 * HOLD_MS)
  await sweepBaskets(sql, { clock: house.clock, systemClock: house.clock })
  assert.deepEqual([...(await tracesOf(basket.order.order_id))], [{ traces: 0 }])
})

test('files have a column for each question of the event', async () => {
  const { priceId, eventId } = await addAskingOffer()
  await shop.checkOut(await shop.fill(priceId, 2), {
    ...told,
    holders: [told.holders[0], { ticket_name: '=1+1', answers: { shirt: 'S' } }],
  })
  const lines = async (name: string) =>
    (await staff.call('GET', `/v1/manage/exports/${name}.csv?event_id=${eventId}`)).text.trimEnd().split('\r\n')
  const [ticketHead = '', ...tickets] = await lines('tickets')
  assert.ok(ticketHead.endsWith(',answers[shirt]'), ticketHead)
  assert.deepEqual(
    tickets.map((line) => line.at(-1)),
    ['M', 'S'],
  )
  assert.match(tickets[1] ?? '', /,'=1\+1,/)
  const [orderHead = '', order = ''] = await lines('orders')
  assert.ok(orderHead.endsWith(',answers[club],answers[photos]'), orderHead)
  assert.ok(order.endsWith(',Harbour City,yes'), order)
  const all = await staff.call('GET', '/v1/manage/exports/orders.csv')
  assert.match(all.text, /Your club: Harbour City; Photos may be taken: yes/)
})
