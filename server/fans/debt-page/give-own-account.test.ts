import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTransferOwed, debtSecret } from '../../../tests/builders/debts.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { forgetAccounts } from './forget-accounts.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club
const publishable = await house.key(club.orgId, { kind: 'pk' })
const offer = await addOffer(house, club, { capacity: 500 })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const IBAN = 'DE89 3704 0044 0532 0130 00'
const account = { account_holder: 'Ada Okafor', account: IBAN }
const manage = (method: string, path: string, body?: object, caller = key) =>
  house.call(method, `/v1/manage/${path}`, { key: caller, ...(body ? { body } : {}) })
const page = (headers: Record<string, string>, caller = publishable) =>
  house.call('GET', '/v1/storefront/debt', { key: caller, headers })
const give = (headers: Record<string, string>, body: object = account, caller = publishable) =>
  house.call('PUT', '/v1/storefront/debt/account', { key: caller, headers, body })
const reveal = (debtId: number, caller = key) => manage('POST', `debts/${debtId}/reveal_account`, undefined, caller)
const owed = () => addTransferOwed(house, club, offer)
const debtOf = async (debtId: number) => (await manage('GET', `debts/${debtId}`)).body

/** The secret in the last mail that arrived. */
async function mailed() {
  await send()
  const received = smtp.received.splice(0).at(-1)
  const { text } = await readMail(received ?? assert.fail('no mail arrived'))
  const secret = /owed#(dbs_[\w-]+)/.exec(text)?.[1] ?? assert.fail(text)
  return { text, headers: { 'x-debt-secret': secret } }
}

test('the mail of a refund by transfer asks for an account, which the fan gives by its link', async () => {
  const { debtId } = await owed()
  const { text, headers } = await mailed()
  assert.match(text, /Tell us which account it should go to/)
  const asked = (await page(headers)).body
  assert.deepEqual([asked.state, asked.open, asked.account], ['account_wanted', 27.2, null])
  const given = await give(headers)
  assert.deepEqual([given.status, given.body.state, given.body.account], [200, 'account_given', '****3000'])
  assert.equal((await debtOf(debtId)).account_given, true)
  const { body } = await reveal(debtId)
  assert.deepEqual(body, { debt_id: debtId, account_holder: 'Ada Okafor', account: 'DE89370400440532013000' })
})

test('a used link changes nothing; another one that staff send ends it, and asks anew', async () => {
  const { debtId } = await owed()
  const first = (await mailed()).headers
  await give(first)
  const again = await give(first, { ...account, account: 'GB82 WEST 1234 5698 7654 32' })
  assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict'])
  const asked = await manage('POST', `debts/${debtId}/ask_account`)
  assert.deepEqual([asked.status, asked.body.account_given], [200, false])
  assert.equal((await page(first)).status, 404)
  const second = (await mailed()).headers
  assert.equal((await give(second, { ...account, account: 'GB82 WEST 1234 5698 7654 32' })).status, 200)
  assert.equal((await reveal(debtId)).body.account, 'GB82WEST12345698765432')
})

test('of those who give an account at the same moment, one is heard', async () => {
  const { debtId } = await owed()
  const headers = debtSecret(house, club, debtId)
  const answers = await Promise.all(
    ['DE89370400440532013000', 'GB82WEST12345698765432', 'BSB 062-000 12345678'].map((number) =>
      give(headers, { ...account, account: number }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
})

test('a mistake in an IBAN is told; where banks have none, their numbers are taken', async () => {
  const { debtId } = await owed()
  const headers = debtSecret(house, club, debtId)
  for (const wrong of [
    'DE88 3704 0044 0532 0130 00',
    'DE89',
    `DE89${'3'.repeat(40)}`,
    'my account',
    '1234',
    `1234567\n8`,
    'x'.repeat(101),
    '',
  ]) {
    const { status, body } = await give(headers, { ...account, account: wrong })
    assert.deepEqual([status, body.error.errors[0].param], [400, 'account'], wrong)
  }
  assert.equal((await give(headers, { ...account, account_holder: '   ' })).status, 400)
  assert.equal((await give(headers, { ...account, account: 'BSB 062-000, 1234 5678' })).status, 200)
  assert.equal((await reveal(debtId)).body.account, 'BSB 062-000, 1234 5678')
})

test('no other secret opens it: bent, too old, of a debt that there is not, or brought to another organisation', async () => {
  const { debtId } = await owed()
  const headers = debtSecret(house, club, debtId)
  const { 'x-debt-secret': secret } = headers
  const bent = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/^(.{12})./, '$1_')
  for (const wrong of ['', 'dbs_', String(debtId), bent, `${secret}${'x'.repeat(300)}`])
    assert.equal((await page({ 'x-debt-secret': wrong })).status, 404, wrong)
  assert.equal((await page(debtSecret(house, club, debtId, { version: 1 }))).status, 404)
  assert.equal((await page(debtSecret(house, club, 999_999_999))).status, 404)
  const other = await house.organisation()
  assert.equal((await page(headers, other.key)).status, 404)
  assert.equal((await give(headers, account, other.key)).status, 404)
  assert.equal((await reveal(debtId, other.key)).status, 404)
  const expired = debtSecret(house, club, debtId, { expiresAt: new Date(house.clock().getTime() - 1000) })
  const late = await page(expired)
  assert.deepEqual([late.status, late.body.error.code], [409, 'link_expired'])
  assert.equal((await give(expired)).body.error.code, 'link_expired')
})

test('an account is asked for what is to be transferred, and for nothing else', async () => {
  const { debtId } = await owed()
  const headers = debtSecret(house, club, debtId)
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'transfer', reference: 'OUT 7' })
  assert.equal((await give(headers)).status, 409)
  assert.equal((await page(headers)).body.state, 'paid_back')
  assert.equal((await manage('POST', `debts/${debtId}/ask_account`)).status, 409)
  assert.equal((await manage('POST', `debts/${debtId}/link`)).status, 409, 'staff are given no link to it')
})

test('whoever may not pay out is not shown it, and who has looked is on record without what they saw', async () => {
  const { debtId } = await owed()
  await give(debtSecret(house, club, debtId))
  const narrow = await house.key(club.orgId, { scopes: ['debts:manage', 'refunds:manage', 'orders:manage'] })
  assert.equal((await reveal(debtId, narrow)).status, 403)
  await reveal(debtId)
  const log = await house.sql<{ action: string; text: string }[]>`
    select action, coalesce(before::text, '') || coalesce(after::text, '') as text
    from audit_log
    where org_id = ${club.orgId}
      and object_type = 'debt'
      and object_id = ${String(debtId)}`
  const actions = log.map(({ action }) => action)
  assert.ok(actions.includes('debt.account_given') && actions.includes('debt.account_read'))
  assert.ok(log.every(({ text }) => !text.includes('0532') && !text.includes('Okafor')))
})

test('it stands nowhere in the clear, and is forgotten with the debt or the person', async () => {
  const { debtId } = await owed()
  await give(debtSecret(house, club, debtId))
  const [stored] = await house.sql<{ sealed_account: Buffer }[]>`
    select sealed_account
    from money_back_accounts
    where org_id = ${club.orgId}
      and debt_id = ${debtId}`
  assert.ok(stored && !stored.sealed_account.toString('latin1').includes('0532'))
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'transfer', reference: 'OUT 7' })
  house.clock.advance(29 * DAY_MS)
  await forgetAccounts(house.sql, house.clock)
  assert.equal((await reveal(debtId)).status, 200)
  house.clock.advance(2 * DAY_MS)
  await forgetAccounts(house.sql, house.clock)
  assert.equal((await reveal(debtId)).status, 404)

  const { orderId, debtId: later } = await owed()
  await give(debtSecret(house, club, later))
  const { user_id: userId } = (await manage('GET', `orders/${orderId}`)).body
  const [customer] = (await house.call('GET', `/v1/customers?user_id=${userId}`, { key })).body.data
  const without = { owed_to_customer: 'write_off' }
  assert.equal((await manage('POST', `customers/${customer.org_customer_id}/erase`, without)).status, 200)
  assert.equal((await reveal(later)).status, 404)
})
