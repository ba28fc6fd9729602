import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const rival = await house.organisation({ name: 'Rivals' })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const shop = shopOf(house, club)
const { addType, addOption } = membershipsOf(house, club)
const membership_type_id = await addType({ title: 'Season 27' })
const membership_payment_option_id = await addOption()

/** A member by an order of their own, on a plan of three unless it is paid at once. */
async function join(more: object = { membership_payment_option_id }) {
  const { body: basket } = await shop.open({ items: [{ membership_type_id, member: grace, ...more }] })
  const { body: order } = await shop.checkOut(basket.id)
  const [{ membership_member_id: memberId }] = order.memberships
  const path = `/v1/storefront/order/memberships/${memberId}/card_secret`
  const headers = { 'x-order-secret': order.order_secret }
  const { body, status } = await house.call('POST', path, { key: club.key, headers })
  assert.equal(status, 200)
  return { order, memberId, secret: String(body.card_secret) }
}

const card = (secret: string, path = '') =>
  house.call('GET', `/v1/card_page${path}`, { headers: { 'x-card-secret': secret } })
const manage = (path: string, body: object = {}) => house.call('POST', `/v1/manage/${path}`, { key: club.key, body })

async function erase(userId: number) {
  const { body: customers } = await house.call('GET', `/v1/customers?user_id=${userId}`, { key: club.key })
  const reference = customers.data.find(({ user_id }: { user_id: number }) => user_id === userId).org_customer_id
  assert.equal((await manage(`customers/${reference}/erase`, { owed_by_customer: 'write_off' })).status, 200)
}

test('a card is opened by its secret alone, with its code, the plan, and a link to pay each open part', async () => {
  const { memberId, secret } = await join()
  const { status, body } = await card(secret)
  assert.equal(status, 200)
  const { body: member } = await house.call('GET', `/v1/members/${memberId}`, { key: club.key })
  assert.deepEqual(
    [body.organisation.name, body.card.first_name, body.card.type_title, body.card.member_number, body.barcode],
    ['Harbour City FC', 'Grace', 'Season 27', member.member_number, member.barcode],
  )
  assert.deepEqual([body.card.standing, body.card.expires], ['valid', member.expires])
  const [{ total, paid, open, payments, next_payment }] = body.plans
  assert.deepEqual([total, paid, open], [100, 33.34, 66.66])
  assert.deepEqual(
    payments.map((payment: { open: number; pay_url: string | null }) => [payment.open, payment.pay_url !== null]),
    [
      [0, false],
      [33.33, true],
      [33.33, true],
    ],
  )
  assert.equal(next_payment.debt_id, payments[1].debt_id)
  const debtSecret = String(next_payment.pay_url).split('#')[1] ?? ''
  const debt = await house.call('GET', '/v1/storefront/debt', {
    key: club.key,
    headers: { 'x-debt-secret': debtSecret },
  })
  assert.deepEqual([debt.status, debt.body.open], [200, 33.33])
})

test('what is paid at once owes nothing, and is a file of its own', async () => {
  const { secret } = await join({})
  assert.deepEqual((await card(secret)).body.plans, [])
  const pdf = await card(secret, '/card.pdf')
  assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
})

test('who is late reads it on the card, as the gate says it', async () => {
  const { secret } = await join()
  house.clock.advance(40 * DAY_MS)
  const { body } = await card(secret)
  assert.deepEqual([body.card.standing, body.plans[0].next_payment.overdue], ['overdue', true])
})

test('a cancelled member has no code, no file, and is told so', async () => {
  const { memberId, secret } = await join()
  await manage(`members/${memberId}/cancel`)
  const { body } = await card(secret)
  assert.deepEqual([body.card.standing, body.barcode], ['cancelled', null])
  assert.equal((await card(secret, '/card.pdf')).status, 409)
})

test('a revoked link opens nothing, and the one that takes its place does', async () => {
  const { memberId, secret } = await join()
  const { body } = await manage(`members/${memberId}/revoke_card_secret`)
  assert.equal((await card(secret)).status, 404)
  assert.equal((await card(body.card_secret)).status, 200)
})

test('once the person is erased, no link to their card opens anything', async () => {
  const { order, secret } = await join()
  await erase(order.user_id)
  assert.equal((await card(secret)).status, 404)
})

test('the secret of an order opens no card whose links were revoked after it, nor that of a person who was erased', async () => {
  const { order, memberId } = await join({})
  const ask = (secret: unknown) =>
    house.call('POST', `/v1/storefront/order/memberships/${memberId}/card_secret`, {
      key: club.key,
      headers: { 'x-order-secret': String(secret) },
    })
  const { body } = await manage(`members/${memberId}/revoke_card_secret`)
  assert.equal((await ask(order.order_secret)).status, 404)
  assert.equal((await card(body.card_secret)).status, 200, 'what staff gave out instead opens it')
  const other = await join({})
  await erase(other.order.user_id)
  const again = await house.call('POST', `/v1/storefront/order/memberships/${other.memberId}/card_secret`, {
    key: club.key,
    headers: { 'x-order-secret': other.order.order_secret },
  })
  assert.equal(again.status, 404)
})

test('once the person is erased, no link to what they owe opens anything', async () => {
  const { secret, order } = await join()
  const url = (await card(secret)).body.plans[0].next_payment.pay_url
  const debt = () =>
    house.call('GET', '/v1/storefront/debt', {
      key: club.key,
      headers: { 'x-debt-secret': String(url).split('#')[1] ?? '' },
    })
  assert.equal((await debt()).status, 200)
  await erase(order.user_id)
  assert.equal((await debt()).status, 404)
})

test('nobody gets at a card by another’s order, another organisation, or a secret of another kind', async () => {
  const { order, secret } = await join({})
  const other = await join({})
  const path = `/v1/storefront/order/memberships/${other.memberId}/card_secret`
  const headers = { 'x-order-secret': String(order.order_secret) }
  assert.equal((await house.call('POST', path, { key: club.key, headers })).status, 404)
  assert.equal((await house.call('POST', path, { key: rival.key, headers })).status, 404)
  const revoke = `/v1/manage/members/${other.memberId}/revoke_card_secret`
  assert.equal((await house.call('POST', revoke, { key: rival.key, body: {} })).status, 404)
  // Not the last letter, of which not all bits count.
  const changed = secret.slice(0, -2) + (secret.at(-2) === 'A' ? 'B' : 'A') + secret.slice(-1)
  for (const guess of ['', 'crd_', `crd_${'A'.repeat(60)}`, changed, String(order.order_secret)]) {
    assert.equal((await card(guess)).status, 404, guess)
  }
  const asOrder = { headers: { 'x-order-secret': secret } }
  assert.equal((await house.call('GET', '/v1/ticket_page', asOrder)).status, 404)
})

test('the mail leads to the card: one by a button, several each by their name', async () => {
  await send()
  smtp.received.length = 0
  await join({})
  const family = ['Grace', 'Kofi'].map((first_name) => ({ membership_type_id, member: { ...grace, first_name } }))
  const { body: basket } = await shop.open({ items: family })
  await shop.checkOut(basket.id)
  await send()
  const mails = await Promise.all(smtp.received.map((received) => readMail(received)))
  const links = mails.map(({ text }) => [...text.matchAll(/\/t\/(crd_\S+)/g)].map(([, secret = '']) => secret))
  assert.deepEqual(links.map(({ length }) => length).sort(), [1, 2])
  const names: string[] = []
  for (const secret of links.flat()) names.push((await card(secret)).body.card.first_name)
  assert.deepEqual(names.sort(), ['Grace', 'Grace', 'Kofi'])
  assert.match(
    mails.find((_mail, index) => links[index]?.length === 2)?.text ?? '',
    /Show my card\r?\nKofi Okafor\r?\nhttp/,
  )
})

test('a card’s file is sent whatever its member number says, and its name stays one name', async () => {
  for (const [number, name] of [
    ['Ж-7', '--7'],
    ['7"; filename="x.exe', '7---filename--x.exe'],
    ['7/../8', '7-..-8'],
  ]) {
    const { memberId, secret } = await join({})
    await house.sql`
      update members
      set member_number = ${number ?? ''}
      where org_id = ${club.orgId}
        and membership_member_id = ${memberId}`
    const { status, headers } = await card(secret, '/card.pdf')
    assert.deepEqual([status, headers['content-disposition']], [200, `inline; filename="card-${name}.pdf"`])
  }
})
