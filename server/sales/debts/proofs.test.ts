import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'

const house = await openHouse()

/** An owner whose proof is an hour old, of a club that lets 20.00 an hour pass. */
async function withOldProof() {
  const club = await house.organisation()
  const owner = await addStaff(house, club)
  const { headers } = owner
  const limit = { key: club.key, body: { refund_proof_amount: 20 } }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', limit)).status, 200)
  house.clock.advance(11 * MINUTE_MS)
  const post = (path: string, body: object) => house.call('POST', `/v1/manage/${path}`, { headers, body })
  const { userId } = await addCustomer(house, club)
  const grant = (amount: number) => post('credits', { user_id: userId, amount, reason: 'Goodwill' })
  return { club, post, grant }
}
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? String(status)

test('credit over the amount wants a proof, and so do small ones that add up to it', async () => {
  const { grant } = await withOldProof()
  assert.equal(codeOf(await grant(20.01)), 'proof_required')
  assert.equal(codeOf(await grant(15)), '201')
  assert.equal(codeOf(await grant(5.01)), 'proof_required')
  assert.equal(codeOf(await grant(5)), '201')
  house.clock.advance(61 * MINUTE_MS)
  assert.equal(codeOf(await grant(20)), '201', 'an hour later they count no more')
})

test('what is written off or paid by credit counts with it', async () => {
  const { club, post, grant } = await withOldProof()
  const { ids } = await addInstalments(house, club, 3)
  const [first = 0, second = 0, third = 0] = ids
  const debt = (await house.call('GET', `/v1/manage/debts/${second}`, { key: club.key })).body
  const credit = { user_id: debt.user_id, amount: 50, reason: 'Goodwill' }
  await house.call('POST', '/v1/manage/credits', { key: club.key, body: credit })
  assert.equal(codeOf(await post(`debts/${first}/waive`, { reason: 'Hardship' })), '200')
  assert.equal(codeOf(await post(`debts/${second}/pay_by_credit`, { amount: 6 })), '200')
  assert.equal(codeOf(await post(`debts/${second}/pay_by_credit`, { amount: 4 })), '200')
  assert.equal(codeOf(await post(`debts/${third}/waive`, { amount: 0.01, reason: 'Hardship' })), 'proof_required')
  assert.equal(codeOf(await post(`debts/${third}/pay_by_credit`, { amount: 0.01 })), 'proof_required')
  assert.equal(codeOf(await grant(0.01)), 'proof_required')
  const byKey = { key: club.key, body: { reason: 'Hardship' } }
  assert.equal(codeOf(await house.call('POST', `/v1/manage/debts/${third}/waive`, byKey)), '200', 'a key is not asked')
})
