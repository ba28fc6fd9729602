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
async function withOldProofOf(club: Awaited<ReturnType<typeof house.organisation>>) {
  const owner = await addStaff(house, club)
  house.clock.advance(11 * MINUTE_MS)
  return owner
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

test('money that is said to have come counts as written off, unless a drawer counts it', async () => {
  const { club, post } = await withOldProof()
  const { ids } = await addInstalments(house, club, 4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const cash = { payment_method: 'cash' }
  assert.equal(codeOf(await post(`debts/${first}/record_payment`, { ...cash, amount: 10 })), '200')
  assert.equal(codeOf(await post(`instalments/${second}/record_payment`, {})), '200')
  assert.equal(codeOf(await post(`debts/${third}/record_payment`, { ...cash, amount: 0.01 })), 'proof_required')
  assert.equal(codeOf(await post(`instalments/${third}/record_payment`, {})), 'proof_required')
  assert.equal(codeOf(await post(`debts/${third}/waive`, { amount: 0.01, reason: 'Hardship' })), 'proof_required')
  const till = await post('tills', { name: 'Window', float: 0 })
  const inTill = { ...cash, till_id: till.body.till_id }
  assert.equal(codeOf(await post(`debts/${fourth}/record_payment`, inTill)), '200', 'the count of the drawer has it')
})

test('words to all customers, files of them and a statement that a caller made ask for a proof', async () => {
  const { club, post } = await withOldProof()
  const { headers } = await withOldProofOf(club)
  await addCustomer(house, club)
  const mail = { subject: 'News', text: 'See https://elsewhere.test', is_news: false }
  const run = await post('runs', { object_type: 'customers', action: 'mail', filters: {}, mail })
  assert.equal(codeOf(run), 'proof_required')
  assert.equal(codeOf(await post('bank_statements', { file: 'x' })), 'proof_required')
  for (const name of ['customers', 'members', 'orders', 'tickets', 'debts', 'mail_suppressions']) {
    const file = await house.call('GET', `/v1/manage/exports/${name}.csv`, { headers })
    assert.equal(codeOf(file), 'proof_required', name)
  }
})
