import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtSecret } from '../../../tests/builders/debts.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
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

const instalmentsOf = (orderId: number) => sql<{ debt_id: number; debt_status: string; announced_for: Date | null }[]>`
  select debt_id, debt_status, debit_announced_for as announced_for
  from debts
  where org_id = ${club.orgId}
    and order_id = ${orderId}
  order by instalment_number`
const statesOf = async (orderId: number) => (await instalmentsOf(orderId)).map(({ debt_status }) => debt_status)

const mandatesOf = async (orderId: number) => {
  const rows = await sql<{ status: string; is_kept: boolean; version: number; text: string }[]>`
    select m.mandate_status as status, m.payment_means_id is not null as is_kept, m.text_version as version, m.mandate_text as text
    from mandates m
    join orders o on o.org_id = m.org_id and o.user_id = m.user_id
    where m.org_id = ${club.orgId}
      and o.order_id = ${orderId}
    order by m.mandate_id`
  return [...rows]
}

/** A year on three instalments, with the link of the second. */
async function join(paymentMethod: string, mandate: object = {}) {
  const item = { membership_type_id: typeId, membership_payment_option_id: optionId, member: grace }
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  const customer = { email: `fan-${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method: paymentMethod, customer, ...mandate })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  const orderId: number = body.order_id
  const debtId = (await instalmentsOf(orderId))[1]?.debt_id ?? 0
  const change = (given: object) =>
    house.call('POST', '/v1/storefront/debt/card', {
      key: publishable,
      headers: debtSecret(house, club, debtId),
      body: given,
    })
  return { orderId, debtId, change }
}

const ACCOUNT = { payment_method: 'pm_test_debit_ok', mandate_version: 1 }

async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS)
    await announceDebits(deps)
    await collectDue(deps)
  }
}

const noticesOf = async (debtId: number) => {
  const rows = await sql<{ mail_message_id: string }[]>`
    select mail_message_id
    from mails
    where org_id = ${club.orgId}
      and mail_message_id like ${`debt-${debtId}-debit-%`}`
  return rows.length
}

test('a plan goes from a card to an account: its mandate is kept as it was read, and what is due is debited once it was announced', async () => {
  const { orderId, debtId, change } = await join('pm_test_offsession_stolen')
  await pass(32)
  assert.deepEqual(await statesOf(orderId), ['paid', 'failed', 'due'])
  const changed = await change({ ...ACCOUNT, language: 'de' })
  assert.deepEqual([changed.status, changed.body.state], [200, 'changed'], changed.text)
  assert.deepEqual(changed.body.debt.card, { kind: 'debit', last4: '3000', expires_on: null, state: 'active' })
  const [mandate, ...others] = await mandatesOf(orderId)
  assert.deepEqual([mandate?.status, mandate?.is_kept, mandate?.version, others], ['active', true, 1, []])
  assert.match(mandate?.text ?? '', /Lastschriftauftrag/)
  await pass(13)
  assert.deepEqual(
    [(await statesOf(orderId))[1], await noticesOf(debtId)],
    ['failed', 1],
    'announced, and not taken yet',
  )
  await pass(3)
  assert.equal((await statesOf(orderId))[1], 'submitted')
  await releaseMeans({ sql, systemClock: clock, payments })
  const [card] = await sql<{ means_status: string }[]>`
    select k.means_status
    from payment_means k
    join orders o on o.org_id = k.org_id and o.user_id = k.user_id
    where k.org_id = ${club.orgId}
      and o.order_id = ${orderId}
      and k.means_kind = 'card'`
  assert.equal(card?.means_status, 'given_up')
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('another account has a mandate of its own, and what was announced by the old one is announced again', async () => {
  const { orderId, debtId, change } = await join('pm_test_debit_ok', { mandate_version: 1 })
  await pass(25)
  assert.equal(await noticesOf(debtId), 1)
  const [, announced] = await instalmentsOf(orderId)
  assert.equal((await change({ ...ACCOUNT, payment_method: 'pm_test_debit_returned_once' })).body.state, 'changed')
  assert.deepEqual(
    (await mandatesOf(orderId)).map(({ status }) => status),
    ['given_up', 'active'],
  )
  await pass(1)
  const [, again] = await instalmentsOf(orderId)
  assert.ok((again?.announced_for ?? 0) > (announced?.announced_for ?? 0), 'two weeks from the new notice')
  assert.equal(await noticesOf(debtId), 2)
  await pass(8)
  assert.equal((await statesOf(orderId))[1], 'due', 'not on the day that the old notice named')
})

test('no account is debited without its mandate, nor by an earlier text, and nothing changes', async () => {
  const { orderId, change } = await join('pm_test_ok')
  const unread = await change({ payment_method: 'pm_test_debit_ok' })
  assert.deepEqual([unread.status, unread.body.error.code], [402, 'payment_method_not_offered'])
  const earlier = await change({ ...ACCOUNT, mandate_version: 999 })
  assert.deepEqual([earlier.status, earlier.body.error.param], [400, 'mandate_version'])
  assert.deepEqual(await mandatesOf(orderId), [])
})
