import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { releaseMeans } from '../../collection/collection/release-means.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, payments, deps } = await openSettlingHouse()
const { sql, clock } = house
const publishable = await house.key(club.orgId, { kind: 'pk' })
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })

type Row = { debt_id: number; debt_status: string; attempts: number }

const instalmentsOf = (orderId: number) => sql<Row[]>`
  select debt_id, debt_status, attempts
  from debts
  where org_id = ${club.orgId}
    and order_id = ${orderId}
  order by membership_plan_id, instalment_number`

const statesOf = async (orderId: number) => (await instalmentsOf(orderId)).map(({ debt_status }) => debt_status)

const meansOf = async (orderId: number) => [...(await findMeans(orderId))]
const findMeans = (orderId: number) => sql<{ method: string; means_status: string; is_released: boolean }[]>`
  select k.method_reference as method, k.means_status, k.release_at is null as is_released
  from payment_means k
  join orders o on o.org_id = k.org_id and o.user_id = k.user_id
  where k.org_id = ${club.orgId}
    and o.order_id = ${orderId}
  order by k.payment_means_id`

/** Buys for each of them, a year on three instalments; a fan of their own, with the link of the second instalment. */
async function join(paymentMethod: string, members: object[] = [grace], option = optionId) {
  const items = members.map((member) => ({
    membership_type_id: typeId,
    membership_payment_option_id: option,
    member,
  }))
  const { body: basket, text } = await shop.open({ items })
  assert.equal(basket.status, 'open', text)
  const email = `fan-${basket.id}@example.org`
  const customer = { email, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method: paymentMethod, customer })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  const orderId: number = body.order_id
  const debtId = (await instalmentsOf(orderId))[1]?.debt_id ?? 0
  const call = (method: string, path: string, given?: object) =>
    house.call(method, `/v1/storefront/debt${path}`, {
      key: publishable,
      headers: debtSecret(house, club, debtId),
      ...(given && { body: given }),
    })
  return { orderId, debtId, call }
}

test('an instalment that failed is paid by another card, and the plan goes on with that one', async () => {
  const { orderId, call } = await join('pm_test_offsession_expired')
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(orderId), ['paid', 'failed', 'due'])
  assert.deepEqual((await call('GET', '')).body.card, {
    kind: 'card',
    last4: '4242',
    expires_on: null,
    state: 'refused',
  })
  const paid = await call('POST', '/payment', { payment_method: 'pm_test_ok', keep_card: true })
  assert.deepEqual([paid.status, paid.body.state, paid.body.card.state], [200, 'paid', 'active'], paid.text)
  clock.advance(31 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(orderId), ['paid', 'paid', 'paid'])
  await releaseMeans({ sql, systemClock: clock, payments })
  assert.deepEqual(await meansOf(orderId), [
    { method: 'pm_test_offsession_expired', means_status: 'given_up', is_released: true },
    { method: 'pm_test_ok', means_status: 'active', is_released: true },
  ])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('paying by another card without a word of keeping it leaves the plan as it is', async () => {
  const { orderId, call } = await join('pm_test_ok')
  assert.equal((await call('POST', '/payment', { payment_method: 'pm_test_disputed' })).body.state, 'paid')
  assert.deepEqual(
    (await meansOf(orderId)).map(({ method }) => method),
    ['pm_test_ok'],
  )
})

test('a card is changed without a payment, for the whole family; what has failed is charged to it at once', async () => {
  const ada = { first_name: 'Ada', last_name: 'Okafor' }
  const { orderId, call } = await join('pm_test_offsession_stolen', [grace, ada])
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.equal((await statesOf(orderId))[1], 'failed')
  const changed = await call('POST', '/card', { payment_method: 'pm_test_ok' })
  assert.deepEqual([changed.status, changed.body.state, changed.body.next_action], [200, 'changed', null], changed.text)
  assert.deepEqual(changed.body.debt.card, { kind: 'card', last4: '4242', expires_on: null, state: 'active' })
  assert.equal(changed.body.debt.state, 'to_pay', 'nothing was charged yet')
  assert.equal(await collectDue(deps), 2)
  assert.deepEqual(await statesOf(orderId), ['paid', 'paid', 'due', 'paid', 'paid', 'due'])
})

test('a bank that asks: the card is changed once the fan has answered, and once alone', async () => {
  const { orderId, call } = await join('pm_test_ok')
  const asked = await call('POST', '/card', { payment_method: 'pm_test_requires_action' })
  assert.deepEqual([asked.body.state, asked.body.next_action.type], ['action_needed', 'client_secret'], asked.text)
  assert.equal((await meansOf(orderId)).length, 1)
  const { setup } = asked.body
  for (const _time of [1, 2]) assert.equal((await call('POST', '/card', { setup })).body.state, 'changed')
  assert.deepEqual(
    (await meansOf(orderId)).map(({ method, means_status }) => [method, means_status]),
    [
      ['pm_test_ok', 'given_up'],
      ['pm_test_requires_action', 'active'],
    ],
  )
  const stranger = await join('pm_test_ok')
  const stolen = await stranger.call('POST', '/card', { setup })
  assert.deepEqual([stolen.status, stolen.body.error.code], [402, 'payment_method_invalid'])
})

test('a card that the bank turns down, or none, changes nothing', async () => {
  const { orderId, call } = await join('pm_test_ok')
  const declined = await call('POST', '/card', { payment_method: 'pm_test_declined' })
  assert.deepEqual([declined.status, declined.body.error.code], [402, 'card_declined'])
  assert.equal((await call('POST', '/card', {})).body.error.code, 'parameter_missing')
  assert.equal((await call('POST', '/card', { payment_method: 'pm_test_timeout_then_paid' })).status, 502)
  assert.equal((await meansOf(orderId)).length, 1)
})

test('there is no card to change of an invoice, nor of a plan that is paid by hand', async () => {
  const byHand = await join('pm_test_ok', [grace], await memberships.addOption())
  assert.equal((await byHand.call('GET', '')).body.card, null)
  const { debtId } = await addInvoice(house, club, { priceId: (await addOffer(house, club)).priceId })
  const headers = debtSecret(house, club, debtId)
  const body = { payment_method: 'pm_test_ok' }
  const invoice = await house.call('POST', '/v1/storefront/debt/card', { key: publishable, headers, body })
  for (const answer of [await byHand.call('POST', '/card', body), invoice])
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'state_conflict'])
})

test('the card of a person who is erased is taken off the provider', async () => {
  const { orderId } = await join('pm_test_ok')
  const [customer] = await sql<{ org_customer_id: string }[]>`
    select c.org_customer_id
    from orders o
    join customers c on c.org_id = o.org_id and c.user_id = o.user_id
    where o.org_id = ${club.orgId}
      and o.order_id = ${orderId}`
  const path = `/v1/manage/customers/${customer?.org_customer_id}/erase`
  const erased = await house.call('POST', path, {
    key: club.key,
    body: { owed_by_customer: 'write_off' },
  })
  assert.equal(erased.status, 200, erased.text)
  assert.deepEqual((await meansOf(orderId))[0]?.is_released, false)
  await releaseMeans({ sql, systemClock: clock, payments })
  assert.deepEqual((await meansOf(orderId))[0]?.is_released, true)
})
