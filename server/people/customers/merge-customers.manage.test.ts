import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { sql } = house
const offer = await addOffer(house, club, { capacity: 100 })

const merge = (customerId: string, duplicateId: string, options: object = { key: club.key }) =>
  house.call('POST', `/v1/manage/customers/${customerId}/merge`, {
    body: { duplicate_customer_id: duplicateId },
    ...options,
  })

/** Tables that name customers, as the database itself has it. */
const tables = await sql<{ name: string }[]>`
  select distinct c.conrelid::regclass::text as name
  from pg_constraint c
  where c.contype = 'f'
    and c.confrelid = 'customers'::regclass`

/** How many rows of each table are a customer's. */
async function rowsOf(userId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::int as rows
      from ${sql(name)}
      where org_id = ${club.orgId}
        and user_id = ${userId}`
    counts[name] = row?.rows ?? 0
  }
  return counts
}

/** A row in every table that names customers; a table that a later migration adds fails here until it is thought of. */
async function addAll(columns: Parameters<typeof addCustomer>[2]) {
  const customer = await addCustomer(house, club, columns)
  const { userId } = customer
  const memberId = await addMember(house, club, {
    user_id: userId,
    first_name: 'Kim',
    last_name: 'Ade',
    person_id: 'per_2',
  })
  const { orderId } = await addOrder(house, club, offer, { order: { user_id: userId } })
  const basketId = crypto.randomUUID()
  await sql`
    insert into baskets (org_id, basket_id, user_id, expires_at)
    values (${club.orgId}, ${basketId}, ${userId}, now() + interval '1 hour')`
  await sql`
    insert into basket_proofs (org_id, basket_id, user_id, proven_by)
    values (${club.orgId}, ${basketId}, ${userId}, 'code')`
  await sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    values (${club.orgId}, 'https://id.club.test', ${basketId}, ${userId}, 'code')`
  await sql`
    insert into debts (org_id, owed_by, kind, order_id, user_id, currency, amount_minor, due_at)
    values (${club.orgId}, 'fan', 'invoice', ${orderId}, ${userId}, 'AUD', 100, now())`
  await sql`
    insert into payment_means (org_id, user_id, provider, customer_reference, method_reference, means_kind)
    values (${club.orgId}, ${userId}, 'test', 'cus_test_1', ${basketId}, 'card')`
  await sql`
    insert into mandates (org_id, user_id, provider, scheme, mandate_reference, text_version, mandate_text, notice_days, given_at)
    values (${club.orgId}, ${userId}, 'test', 'sepa_debit', ${basketId}, 1, 'As agreed.', 14, now())`
  await sql`
    insert into credit_accounts (org_id, user_id, currency)
    values (${club.orgId}, ${userId}, 'AUD')`
  return { ...customer, memberId, orderId }
}

test('everything that names the duplicate names the other afterwards, in every table that names customers', async () => {
  const keeper = await addCustomer(house, club, {
    first_name: 'Kim',
    last_name: null,
    email_address: 'kim@example.org',
  })
  await addMember(house, club, { user_id: keeper.userId, first_name: 'KIM', last_name: 'Ade', person_id: 'per_1' })
  const duplicate = await addAll({
    first_name: 'K.',
    last_name: 'Ade',
    email_address: 'kim@work.example',
    postcode: '2000',
  })
  const before = await rowsOf(duplicate.userId)
  assert.deepEqual(
    Object.entries(before).filter(([, rows]) => rows === 0),
    [],
    'the test has a row in each table',
  )
  const { status, text, body } = await merge(keeper.customerId, duplicate.customerId)
  assert.equal(status, 200, text)
  const { user_id, first_name, last_name, email_address, postcode } = body
  assert.deepEqual(
    [user_id, first_name, last_name, email_address, postcode],
    [keeper.userId, 'Kim', 'Ade', 'kim@example.org', '2000'],
  )
  assert.deepEqual(
    Object.values(await rowsOf(duplicate.userId)),
    Object.values(before).map(() => 0),
  )
  assert.deepEqual(await rowsOf(keeper.userId), { ...before, members: 2 })
  const members = await sql<{ person_id: string }[]>`
    select person_id from members where org_id = ${club.orgId} and user_id = ${keeper.userId}`
  assert.deepEqual(
    [...members].map(({ person_id }) => person_id),
    ['per_1', 'per_1'],
    'one person over both memberships',
  )
  const gone = await house.call('GET', `/v1/customers/${duplicate.customerId}`, { key: club.key })
  assert.equal(gone.status, 404)
  const told = await sql<{ type: string; id: number }[]>`
    select type, coalesce(payload::json -> 'data' -> 'customer' ->> 'user_id', payload::json -> 'data' -> 'member' ->> 'membership_member_id')::int as id
    from webhook_messages
    where org_id = ${club.orgId}
    order by sequence desc
    limit 3`
  assert.deepEqual(
    new Set(told.map(({ type, id }) => `${type} ${id}`)),
    new Set([
      `customer.updated ${duplicate.userId}`,
      `customer.updated ${keeper.userId}`,
      `member.updated ${duplicate.memberId}`,
    ]),
  )
  const log = await house.call('GET', `/v1/manage/audit_log?object_type=customer&object_id=${keeper.userId}`, {
    key: club.key,
  })
  const entry = log.body.data.find(({ action }: { action: string }) => action === 'customer.merged_with')
  assert.deepEqual(
    [entry.after.merged_user_id, entry.after.order_ids, entry.after.membership_member_ids],
    [duplicate.userId, [duplicate.orderId], [duplicate.memberId]],
  )
})

test('an address comes with the consent given for it, and a later no counts', async () => {
  const yes = { marketing_emails: true, marketing_emails_at: new Date('2026-01-01'), marketing_emails_source: 'staff' }
  const no = { marketing_emails: false, marketing_emails_at: new Date('2026-02-01'), marketing_emails_source: 'staff' }
  const merged = async (keeper: object, duplicate: object) => {
    const [a, b] = [await addCustomer(house, club, { ...keeper }), await addCustomer(house, club, { ...duplicate })]
    const { body } = await merge(a.customerId, b.customerId)
    return [body.email_address, body.marketing_emails]
  }
  assert.deepEqual(await merged({}, { email_address: 'a@example.org', ...yes }), ['a@example.org', true])
  assert.deepEqual(
    await merged({ email_address: 'b@example.org' }, { email_address: 'c@example.org', ...yes }),
    ['b@example.org', false],
    'a yes for another address is none for this one',
  )
  assert.deepEqual(await merged({ email_address: 'd@example.org', ...yes }, no), ['d@example.org', false])
})

test('a customer is not merged with themselves, with one who is erased, or with another organisation’s customer', async () => {
  const other = await house.organisation()
  const [one, two, foreign] = [
    await addCustomer(house, club),
    await addCustomer(house, club),
    await addCustomer(house, other),
  ]
  assert.equal((await merge(one.customerId, one.customerId)).body.error.param, 'duplicate_customer_id')
  assert.deepEqual((await merge(one.customerId, foreign.customerId)).body.error.param, 'duplicate_customer_id')
  assert.equal((await merge(foreign.customerId, one.customerId)).status, 404)
  const erased = await house.call('POST', `/v1/manage/customers/${two.customerId}/erase`, { key: club.key })
  assert.equal((await merge(one.customerId, erased.body.org_customer_id)).body.error.code, 'state_conflict')
})

test('the same request again is answered as the first, and a person proves again who they are', async () => {
  const [keeper, duplicate] = [await addCustomer(house, club), await addCustomer(house, club)]
  const { headers } = await addStaff(house, club, { role: 'membership' })
  house.clock.advance(10 * 60_000)
  assert.equal((await merge(keeper.customerId, duplicate.customerId, { headers })).body.error.code, 'proof_required')
  const once = { key: club.key, headers: { 'idempotency-key': 'merge-1' } }
  const [first, again] = [
    await merge(keeper.customerId, duplicate.customerId, once),
    await merge(keeper.customerId, duplicate.customerId, once),
  ]
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
  assert.equal(
    (await merge(keeper.customerId, duplicate.customerId)).status,
    404,
    'without the key the customer is not found any more',
  )
})

test('of two who merge a pair in opposite directions, one wins and the other finds the duplicate gone', async () => {
  const [one, two] = [await addCustomer(house, club), await addCustomer(house, club)]
  const { answers } = await sql.begin(async (tx) => {
    await tx`
      select 1
      from customers
      where org_id = ${club.orgId}
        and user_id = ${Math.min(one.userId, two.userId)}
      for no key update`
    const answers = Promise.all([merge(one.customerId, two.customerId), merge(two.customerId, one.customerId)])
    await awaitedLock(sql)
    return { answers }
  })
  const [first, second] = await answers
  // The loser has read both references before, or reads them after the winner: then one of them has no customer.
  const statuses = [first?.status, second?.status].toSorted()
  assert.ok([200].includes(statuses[0] ?? 0) && [404, 409].includes(statuses[1] ?? 0), String(statuses))
  const left = await sql`
    select 1
    from customers
    where org_id = ${club.orgId}
      and user_id in (${one.userId}, ${two.userId})
      and erased_at is null`
  assert.equal(left.length, 1)
})
