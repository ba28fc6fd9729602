import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addFan, type Fan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const rival = await house.organisation()
const shop = shopOf(house, club)
const { addType, addOption } = membershipsOf(house, club)
const membership_type_id = await addType({ title: 'Season 27' })
const membership_payment_option_id = await addOption()

const list = ({ headers }: Pick<Fan, 'headers'>, key = club.key) =>
  house.call('GET', '/v1/sso/memberships', { key, headers })

/** On a plan of three, by a fan who is signed in. */
async function join({ headers, email }: Fan) {
  const items = [{ membership_type_id, membership_payment_option_id, member: grace }]
  const { body: basket } = await shop.open({ items })
  const path = `/v1/baskets/${basket.id}/checkout`
  const body = { payment_method: 'pm_test_ok', customer: { ...buyer, email } }
  const { body: order, status } = await house.call('POST', path, { key: club.key, headers, body })
  assert.equal(status, 200)
  return Number(order.memberships[0].membership_member_id)
}

const debtSecretOf = (url: string | null) => ({ 'x-debt-secret': String(url).split('#')[1] ?? '' })
const payDebt = (url: string | null, more: object) =>
  house.call('POST', '/v1/storefront/debt/payment', {
    key: club.key,
    headers: debtSecretOf(url),
    body: { payment_method: 'pm_test_ok', ...more },
  })

test('a fan who is signed in sees what they bought: card, plan and next payment, and opens the card', async () => {
  const fan = await addFan(house, club)
  const memberId = await join(fan)
  const { status, body } = await list(fan)
  assert.deepEqual([status, body.object, body.data.length], [200, 'sso_memberships', 1])
  const [membership] = body.data
  assert.deepEqual(
    [membership.membership_member_id, membership.first_name, membership.type_title, membership.standing],
    [memberId, 'Grace', 'Season 27', 'valid'],
  )
  const [{ total, paid, open, next_payment }] = membership.plans
  assert.deepEqual(
    [total, paid, open, next_payment.open, next_payment.instalment_number],
    [100, 33.34, 66.66, 33.33, 2],
  )
  const path = `/v1/sso/memberships/${memberId}/card_secret`
  const secret = await house.call('POST', path, { key: club.key, headers: fan.headers })
  const headers = { 'x-card-secret': String(secret.body.card_secret) }
  assert.equal((await house.call('GET', '/v1/card_page', { headers })).body.card.membership_member_id, memberId)
})

test('a member whom staff made is their customer’s, and nobody else’s', async () => {
  const [fan, other] = [await addFan(house, club), await addFan(house, club)]
  const memberId = await addMember(house, club, { user_id: fan.userId })
  assert.deepEqual(
    (await list(fan)).body.data.map((each: { membership_member_id: number }) => each.membership_member_id),
    [memberId],
  )
  assert.deepEqual((await list(other)).body.data, [])
  const path = `/v1/sso/memberships/${memberId}/card_secret`
  assert.equal((await house.call('POST', path, { key: club.key, headers: other.headers })).status, 404)
  assert.notEqual((await list(fan, rival.key)).status, 200)
})

test('a customer who only typed an address at a checkout sees what they bought, not who else has the address', async () => {
  const known = await addFan(house, club)
  await addMember(house, club, { user_id: known.userId })
  const stranger = await addFan(house, club, { linked: false })
  const memberId = await join({ ...stranger, email: known.email })
  const ids = (await list(stranger)).body.data.map(
    (each: { membership_member_id: number }) => each.membership_member_id,
  )
  assert.deepEqual(ids, [memberId])
})

test('the next instalment is paid early, then all that is left by one charge, and the books add up', async () => {
  const fan = await addFan(house, club)
  await join(fan)
  const planOf = async () => (await list(fan)).body.data[0].plans[0]
  const first = await planOf()
  const early = await payDebt(first.next_payment.pay_url, {})
  assert.deepEqual([early.status, early.body.state], [200, 'paid'])
  const second = await planOf()
  assert.deepEqual([second.paid, second.open], [66.67, 33.33])
  assert.equal((await payDebt(second.next_payment.pay_url, { whole_plan: true })).body.state, 'paid')
  const last = await planOf()
  assert.deepEqual([last.open, last.next_payment], [0, null])

  const again = await addFan(house, club)
  const memberId = await join(again)
  const [{ plans }] = (await list(again)).body.data
  const ownDebt = await house.call('GET', '/v1/storefront/debt', {
    key: club.key,
    headers: debtSecretOf(plans[0].next_payment.pay_url),
  })
  assert.deepEqual([ownDebt.body.open, ownDebt.body.plan_open], [33.33, 66.66])
  const whole = await payDebt(plans[0].next_payment.pay_url, { whole_plan: true })
  assert.deepEqual([whole.body.state, whole.body.plan_open], ['paid', 0])
  const { body: member } = await house.call('GET', `/v1/members/${memberId}`, { key: club.key })
  assert.equal(member.membership_member_status_id, 1)
  const [charges] = await house.sql<{ amounts: string }[]>`
    select string_agg(p.amount_minor::text, ',' order by p.payment_id) as amounts
    from payments p
    join settlements s on s.org_id = p.org_id and s.payment_id = p.payment_id
    join debts d on d.org_id = s.org_id and d.debt_id = s.debt_id
    where p.org_id = ${club.orgId}
      and d.order_id = ${plans[0].order_id}`
  assert.equal(charges?.amounts, '3334,6666,6666')
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})
