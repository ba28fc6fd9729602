import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { renewalPath, renewalsOf } from '../../../tests/builders/renewals.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { beginTerms } from '../../people/members/begin-terms.ts'
import { QUIET_MS, reconcileOrders } from '../answers/reconcile.ts'
import { renewDue } from './renew-due.ts'

const { house, club, shop, payments, deps } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const { addOption } = membershipsOf(house, club)
const { addRenewingType, join, announce, list, passDays, manage } = renewalsOf(house, club)
const memberOf = (memberId: number) => manage('GET', `members/${memberId}`)
const termsOf = async (memberId: number) => (await manage('GET', `members/${memberId}/terms`)).data

beforeEach(async () => {
  await send()
  smtp.received.length = 0
})

const mails = async () => {
  await send()
  return Promise.all(smtp.received.map((received) => readMail(received)))
}

/** Everything that workers do about renewals, twice, as it may be. */
async function work() {
  await announce()
  await Promise.all([announce(), renewDue(deps)])
  await Promise.all([renewDue(deps), renewDue(deps)])
}

/** Charges for a member's orders that went through, in order. */
const paidFor = async (memberId: number) => {
  const rows = await sql<{ amount_minor: number }[]>`
    select p.amount_minor
    from payments p
    join order_lines l on l.org_id = ${club.orgId} and l.order_id = p.order_id
    where p.org_id = ${club.orgId}
      and l.membership_member_id = ${memberId}
      and p.payment_status = 'succeeded'
    order by p.payment_id`
  return rows.map(({ amount_minor }) => amount_minor)
}

test('a member is told once, charged what was named, and goes on under the same number', async () => {
  const typeId = await addRenewingType({ title: 'Adult' })
  const memberId = await join(typeId)
  const before = await memberOf(memberId)
  passDays(330)
  await work()
  assert.deepEqual(await list(memberId), [], 'not before its day')
  await mails()
  smtp.received.length = 0
  passDays(10)
  await work()
  const [renewal] = await list(memberId)
  assert.deepEqual([renewal.status, renewal.price, renewal.attempts], ['announced', 100, 0])
  // Dearer since: the notice has been given.
  await manage('PATCH', `membership_types/${typeId}`, { price: 130 })
  const [notice, ...others] = await mails()
  assert.deepEqual(others, [])
  assert.match(notice?.subject ?? '', /^Your membership renews on /)
  assert.match(notice?.text ?? '', /we charge .*100\.00 to the card/)
  assert.match(notice?.text ?? '', /\/renewal\/rnw_[\w-]+/)
  passDays(19)
  await work()
  const [renewed] = await list(memberId)
  assert.equal(renewed.status, 'renewed', JSON.stringify(renewed))
  assert.deepEqual(await paidFor(memberId), [10_000, 10_000])
  const next = (await termsOf(memberId)).find((term: { term_state: string }) => term.term_state === 'next')
  assert.equal(next?.starts, before.expires, 'from the end on')
  passDays(10)
  await beginTerms({ sql, clock, systemClock: clock })
  const after = await memberOf(memberId)
  assert.deepEqual(
    [after.member_number, after.auto_renew, after.membership_member_status_id, after.expires > before.expires],
    [before.member_number, 1, 1, true],
  )
  await work()
  assert.equal((await list(memberId)).length, 1, 'the next time is a year away')
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a fan stops it by the link, without an account, and nothing is charged; wanted again, they are told again', async () => {
  const memberId = await join(await addRenewingType())
  passDays(340)
  await work()
  const [{ membership_renewal_id: id }] = await list(memberId)
  const path = renewalPath(house, club, id)
  const looked = await house.call('GET', path, {})
  assert.match(looked.text, /Stop the renewal/)
  assert.equal((await memberOf(memberId)).auto_renew, 1, 'looking changes nothing')
  assert.match((await house.call('POST', path, { body: {} })).text, /does not renew automatically any more/)
  assert.match((await house.call('POST', path, { body: {} })).text, /does not renew automatically any more/)
  assert.equal((await memberOf(memberId)).auto_renew, 0)
  assert.equal((await house.call('GET', path.replace('rnw_', 'rnw_AAAA'), {})).status, 404)
  passDays(20)
  await work()
  assert.deepEqual(await paidFor(memberId), [10_000])
  assert.deepEqual(
    (await list(memberId)).map(({ status }: { status: string }) => status),
    ['stopped'],
  )
  await manage('PATCH', `members/${memberId}`, { auto_renew: 1 })
  await work()
  assert.deepEqual(
    (await list(memberId)).map(({ status }: { status: string }) => status),
    ['announced', 'stopped'],
  )
})

test('a fan who stopped it by mistake lets it go on by the same link, and is told again before they are charged', async () => {
  const memberId = await join(await addRenewingType())
  passDays(340)
  await work()
  const [{ membership_renewal_id: id }] = await list(memberId)
  const path = renewalPath(house, club, id)
  const early = await house.call('POST', path, { body: { again: '1' } })
  assert.match(early.text, /Stop the renewal/)
  assert.match((await house.call('POST', path, { body: {} })).text, /Let it renew after all/)
  await mails()
  smtp.received.length = 0
  assert.match((await house.call('POST', path, { body: { again: '1' } })).text, /renews automatically again/)
  assert.match((await house.call('GET', path, {})).text, /renews automatically again/)
  await work()
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject?.replace(/ on .*/, '')),
    ['Your membership renews'],
  )
  passDays(19)
  await work()
  assert.deepEqual(await paidFor(memberId), [10_000, 10_000])
  const [, { membership_renewal_id: first }] = await list(memberId)
  assert.equal(first, id)
  passDays(10)
  await beginTerms({ sql, clock, systemClock: clock })
  await manage('PATCH', `members/${memberId}`, { auto_renew: 0 })
  assert.doesNotMatch((await house.call('GET', path, {})).text, /Let it renew/, 'its term is over')
})

test('staff switch it off, or the fan renews by themselves: nothing is charged a second time', async () => {
  const typeId = await addRenewingType()
  const [off, early] = [await join(typeId), await join(typeId)]
  passDays(340)
  await work()
  await manage('PATCH', `members/${off}`, { auto_renew: 0 })
  const { body: basket } = await shop.open({ items: [{ membership_type_id: typeId, membership_member_id: early }] })
  await shop.checkOut(basket.id)
  passDays(20)
  await work()
  assert.equal((await list(off))[0].status, 'stopped')
  assert.equal((await list(early))[0].status, 'superseded')
  assert.deepEqual([await paidFor(off), await paidFor(early)], [[10_000], [10_000, 10_000]])
})

test('by a plan the first instalment is charged with the renewal, and the others on their days', async () => {
  const option = await addOption({ collection: 'automatic' })
  const memberId = await join(await addRenewingType(), 'pm_test_ok', { membership_payment_option_id: option })
  passDays(340)
  await work()
  const notice = (await mails()).find(({ text }) => text.includes('parts'))
  assert.match(notice?.text ?? '', /in 3 parts: .*33\.34 on that day, .*100\.00 in all/)
  passDays(20)
  await work()
  const debts = await sql<{ debt_status: string; next_attempt_at: Date | null }[]>`
    select d.debt_status, d.next_attempt_at
    from debts d
    join membership_plans p on p.org_id = ${club.orgId} and p.membership_plan_id = d.membership_plan_id
    where d.org_id = ${club.orgId}
      and p.membership_member_id = ${memberId}
    order by d.debt_id desc
    limit 3`
  assert.deepEqual(
    debts.map(({ debt_status, next_attempt_at }) => [debt_status, next_attempt_at !== null]),
    [
      ['due', true],
      ['due', true],
      ['paid', false],
    ],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('what cannot be renewed is told to the fan and to staff', async () => {
  const typeId = await addRenewingType()
  const { body: basket } = await shop.open({ items: [{ membership_type_id: typeId, member: grace }] })
  const { body: order } = await shop.checkOut(basket.id)
  const cardless = order.memberships[0].membership_member_id
  await manage('PATCH', `members/${cardless}`, { auto_renew: 1 })
  const [dead, poor, gone] = [
    await join(typeId, 'pm_test_offsession_stolen'),
    await join(typeId, 'pm_test_offsession_insufficient_once'),
    await join(await addRenewingType()),
  ]
  passDays(340)
  await work()
  assert.deepEqual([(await list(cardless))[0].status, (await list(cardless))[0].reason], ['failed', 'no_means'])
  await send()
  const { membership_type_id: goneType } = await memberOf(gone)
  await manage('POST', `membership_types/${goneType}/archive`)
  passDays(20)
  await work()
  await send()
  assert.deepEqual([(await list(gone))[0].status, (await list(gone))[0].reason], ['failed', 'off_sale'])
  assert.deepEqual([(await list(dead))[0].status, (await list(dead))[0].reason], ['failed', 'declined'])
  assert.equal((await list(poor))[0].status, 'announced', 'tried again before the end')
  passDays(3)
  await work()
  assert.deepEqual([(await list(poor))[0].status, (await list(poor))[0].attempts], ['renewed', 2])
  const failures = (await mails()).filter(({ subject }) => subject === 'Your membership was not renewed')
  assert.equal(failures.length, 3)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a process that dies after the draft leaves one charge, and an answer that was lost is asked for', async () => {
  const typeId = await addRenewingType()
  const [killed, lost] = [await join(typeId), await join(typeId, 'pm_test_offsession_timeout')]
  passDays(340)
  await announce()
  passDays(20)
  const provider = payments.byName('test')
  const { create } = provider
  const reached = Promise.withResolvers<void>()
  Object.assign(provider, {
    create: () => {
      reached.resolve()
      return new Promise<never>(() => {})
    },
  })
  renewDue(deps).catch(reached.reject)
  await reached.promise
  Object.assign(provider, { create })
  clock.advance(QUIET_MS * 11)
  await work()
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(QUIET_MS * 11)
    await reconcileOrders(deps)
    await work()
  }
  for (const memberId of [killed, lost]) {
    assert.equal((await list(memberId))[0].status, 'renewed')
    assert.deepEqual(await paidFor(memberId), [10_000, 10_000])
  }
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a type that ends on a day does not follow itself, also by way of another; one of years may', async () => {
  const key = club.key
  const years = await addRenewingType()
  const [first, second] = [await addRenewingType(), await addRenewingType()]
  const patch = (id: number, body: object) => house.call('PATCH', `/v1/manage/membership_types/${id}`, { key, body })
  assert.equal((await patch(first, { renewal_type_id: second })).status, 200)
  assert.equal((await patch(second, { renewal_type_id: first })).status, 200)
  const dated = await patch(first, { term: null, expires: '2031-06-30' })
  assert.deepEqual([dated.status, dated.body.error.param], [400, 'renewal_type_id'], dated.text)
  assert.equal((await patch(years, { renewal_type_id: 987_654 })).status, 404)
  assert.equal((await patch(years, { renewal_days: 30 })).status, 400)
})

test('what is on sale says what follows by itself, for how much and when', async () => {
  const typeId = await addRenewingType({ title: 'For years' })
  const { body } = await house.call('GET', '/v1/storefront/memberships', { key: club.key })
  const onSale = body.data.find((type: { membership_type_id: number }) => type.membership_type_id === typeId)
  const said = { membership_type_id: typeId, title: 'For years', price: 100, tax: 0, notice_days: 30, renewal_days: 7 }
  assert.deepEqual(onSale.auto_renewal, said)
  await manage('PATCH', `membership_types/${typeId}`, { renewal_type_id: null })
  const after = await house.call('GET', '/v1/storefront/memberships', { key: club.key })
  const left = after.body.data.find((type: { membership_type_id: number }) => type.membership_type_id === typeId)
  assert.equal(left.auto_renewal, null)
})
