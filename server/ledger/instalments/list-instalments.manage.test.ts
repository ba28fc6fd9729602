import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const now = unixSeconds(house.clock())
const DAY = 86_400

const list = (query: string, key = club.key) => house.call('GET', `/v1/manage/instalments?${query}`, { key })
const ids = async (query: string) =>
  (await list(query)).body.data.map(({ instalment_id }: { instalment_id: number }) => instalment_id)

const { ids: made, orderId } = await addInstalments(house, club, 4)
const [late = 0, failed = 0, paid = 0, later = 0] = made
/** So many days from now, in this state. */
const plan: [id: number, days: number, status: string][] = [
  [late, -2, 'due'],
  [failed, -5, 'failed'],
  [paid, -9, 'paid'],
  [later, 30, 'due'],
]
for (const [id, days, status] of plan) {
  await house.sql`
    update debts
    set due_at = to_timestamp(${now + days * DAY}), last_outcome = ${status === 'failed' ? status : null},
      settled_minor = ${status === 'paid' ? 1000 : 0}, closed_at = ${status === 'paid' ? new Date(now * 1000) : null}
    where org_id = ${club.orgId}
      and debt_id = ${id}`
}

test('the instalments of one order', async () => {
  const another = await addInstalments(house, club)
  assert.deepEqual(await ids(`membership_order_id=${orderId}`), [paid, failed, late, later])
  assert.deepEqual(await ids(`membership_order_id=${another.orderId}`), another.ids)
  await house.sql`delete from debts where org_id = ${club.orgId} and debt_id = ${another.ids[0] ?? 0}`
})

test('instalments are found by their state, the earliest day first', async () => {
  assert.deepEqual(await ids(''), [paid, failed, late, later])
  assert.deepEqual(await ids('status=due'), [late, later])
  assert.deepEqual(await ids('status=paid'), [paid])
  assert.deepEqual(await ids('status=waived'), [])
})

test('the overdue ones are those that are due or failed and whose day has passed', async () => {
  assert.deepEqual(await ids('overdue=true'), [failed, late])
  assert.deepEqual(await ids('overdue=false'), [paid, later])
  assert.deepEqual(await ids('overdue=true&status=failed'), [failed])
})

test('what falls due within a time', async () => {
  assert.deepEqual(await ids(`unix_start=${now}&unix_end=${now + 40 * DAY}`), [later])
})

test('pages go on where the one before ended', async () => {
  const { body } = await list('overdue=true&limit=1')
  assert.equal(body.has_more, true)
  assert.deepEqual(await ids(`overdue=true&limit=1&cursor=${body.next_cursor}`), [late])
})

test('a state that there is not is refused; another organisation has none of these', async () => {
  assert.equal((await list('status=late')).status, 400)
  const other = await house.organisation({ name: 'Other Club' })
  assert.deepEqual((await list('', other.key)).body.data, [])
})
