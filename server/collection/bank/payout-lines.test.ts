import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlantedLine, writeCamt, writeMt940 } from '../../../tests/builders/bank-statements.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { readPayouts } from '../../payments/payouts/read-payouts.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'

const { house, club, stripe, shop, priceId, payments } = await openStripeHouse()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }
const begun = unixSeconds(house.clock())
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const readAll = async () => {
  house.clock.advance(HOUR_MS)
  await readPayouts(deps)
}
/** The day of the bank, so many days from now. */
const day = (days = 0) => new Date(house.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const importFile = async (lines: PlantedLine[], write: (planted: PlantedLine[]) => string = writeCamt) => {
  const { status, body, text } = await manage('POST', 'bank_statements', {
    file: write(lines.map((line) => ({ currency: 'AUD', bookedOn: day(), ...line }))),
  })
  assert.equal(status, 200, text)
  return body
}
let number = 0
/** A file with this one line; the line as it was taken. */
async function come(line: PlantedLine) {
  number += 1
  const { bank_statement_id: id } = await importFile([{ bankReference: `B${number}`, ...line }])
  return (await manage('GET', `bank_lines?bank_statement_id=${id}`)).body.data[0]
}
let tickets = 0
/** A payout of an amount that no other has. */
const issue = async (given: Parameters<typeof stripe.payouts.issue>[1] = {}) => {
  tickets += 1
  const { status } = await shop.checkOut(await shop.fill(priceId, tickets), { payment_method: 'pm_card_visa' })
  assert.equal(status, 200)
  return { amountMinor: stripe.payouts.issue(ACCOUNT, given).amount }
}
const newest = async () => (await manage('GET', 'payouts')).body.data[0]
const lineOf = async (lineId: number) => (await manage('GET', `bank_lines/${lineId}`)).body
const stateOf = (line: Record<string, unknown>) => [line.status, line.reason, line.payout_id]
const attentionCount = async () =>
  (await manage('GET', 'attention')).body.data.find(({ kind }: { kind: string }) => kind === 'payout_not_at_bank')
    ?.count
const missing = async () =>
  (await manage('GET', 'payouts?missing_at_bank=true')).body.data.map(
    ({ payout_id }: { payout_id: number }) => payout_id,
  )
const readLedger = async () =>
  (await manage('GET', `exports/ledger.csv?unix_start=${begun - 1}&unix_end=${unixSeconds(house.clock()) + 1}`)).text

test('a line with the text and the amount of a payout is that payout, and books nothing', async () => {
  await readAll()
  const { amountMinor } = await issue()
  await readAll()
  const payout = await newest()
  const before = await readLedger()
  const planted = { amountMinor, text: 'harbour  city 4711', name: 'BANK OF X', bankReference: 'PO1', bookedOn: day(2) }
  const file = await importFile([planted])
  assert.deepEqual([file.booked, file.unclear, file.set_aside], [0, 0, 1])
  const [line] = (await manage('GET', `bank_lines?bank_statement_id=${file.bank_statement_id}`)).body.data
  assert.deepEqual(stateOf(line), ['set_aside', 'payout', payout.payout_id])
  assert.equal(line.can_reopen, true)
  const matched = await newest()
  assert.deepEqual([matched.bank_line_id, matched.missing_at_bank], [line.bank_line_id, false])
  assert.equal(await readLedger(), before)
  // Once more, in the file and in another format.
  await importFile([planted])
  assert.equal((await importFile([planted], writeMt940)).lines_known, 1)
  assert.equal((await newest()).bank_line_id, line.bank_line_id)
  // The money of one payout comes once.
  assert.deepEqual(stateOf(await come({ ...planted, bankReference: 'PO2' })), ['unclear', 'no_reference', null])
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})

test('the provider’s name or its number for the bank say it as well; an amount alone is for a person', async () => {
  const named = await issue({ statement_descriptor: null })
  await readAll()
  const byName = await come({ amountMinor: named.amountMinor, name: 'Stripe Payments Europe Ltd' })
  assert.deepEqual(stateOf(byName), ['set_aside', 'payout', (await newest()).payout_id])
  const { amountMinor } = await issue()
  stripe.payouts.issue(ACCOUNT, { amount: amountMinor, trace_id: { status: 'supported', value: 'TRACE-SAME' } })
  await readAll()
  const traceOf = await newest()
  const byTrace = await come({ amountMinor: amountMinor, text: 'EREF TRACE-SAME' })
  assert.deepEqual(stateOf(byTrace), ['set_aside', 'payout', traceOf.payout_id])
  const other = await come({ amountMinor: amountMinor, text: 'monthly support' })
  assert.deepEqual(stateOf(other), ['unclear', 'no_reference', null])
  const candidate = other.suggested_payout_id
  assert.ok(candidate && candidate !== traceOf.payout_id)
  const path = `bank_lines/${other.bank_line_id}`
  const twice = await manage('POST', `${path}/book`, { payout_id: traceOf.payout_id })
  assert.deepEqual([twice.status, twice.body.error.param], [409, 'payout_id'])
  assert.equal((await manage('POST', `${path}/book`, { payout_id: candidate, order_id: 1 })).status, 400)
  const booked = await manage('POST', `${path}/book`, { payout_id: candidate, note: 'asked the bank' })
  assert.deepEqual(stateOf(booked.body), ['set_aside', 'payout', candidate], booked.text)
  const open = await manage('POST', `${path}/reopen`)
  assert.deepEqual([open.body.status, open.body.payout_id, open.body.suggested_payout_id], ['unclear', null, candidate])
  await readAll()
  assert.equal((await lineOf(other.bank_line_id)).status, 'unclear', 'what a person has opened again stays so')
  await manage('POST', `${path}/book`, { payout_id: candidate })
})

test('neither another amount, currency or day nor a payout that failed is taken for one', async () => {
  const { amountMinor } = await issue()
  await readAll()
  const text = 'HARBOUR CITY'
  const reasons = [
    await come({ amountMinor: amountMinor + 1, text }),
    await come({ amountMinor, text, currency: 'EUR' }),
    await come({ amountMinor, text, bookedOn: day(9) }),
    await come({ amountMinor, text, bookedOn: day(-4) }),
    await come({ amountMinor: amountMinor + 1, name: 'Stripe' }),
  ].map(stateOf)
  assert.deepEqual(reasons, [...Array(4).fill(['unclear', 'no_reference', null]), ['unclear', 'unknown_payout', null]])
  stripe.payouts.fail([...stripe.payouts.all.keys()].at(-1) ?? '')
  await readAll()
  assert.deepEqual(stateOf(await come({ amountMinor, text })), ['unclear', 'no_reference', null])
})

test('a payout that is heard of after its line is found then, also one that takes money from the bank', async () => {
  const { amountMinor } = await issue()
  const line = await come({ amountMinor, name: 'STRIPE' })
  assert.deepEqual(stateOf(line), ['unclear', 'unknown_payout', null])
  await readAll()
  assert.deepEqual(stateOf(await lineOf(line.bank_line_id)), ['set_aside', 'payout', (await newest()).payout_id])
  stripe.payouts.add(ACCOUNT, {
    type: 'adjustment',
    amount: -9000,
    source: { id: 'adj_1', object: 'adjustment' },
  })
  stripe.payouts.issue(ACCOUNT)
  const taken = await come({ amountMinor: -9000, name: 'STRIPE' })
  assert.deepEqual(stateOf(taken), ['set_aside', 'outgoing', null])
  await readAll()
  assert.deepEqual(stateOf(await lineOf(taken.bank_line_id)), ['set_aside', 'payout', (await newest()).payout_id])
})

test('a payout whose line does not come is told of once statements go on without it, and no more when it is found', async () => {
  house.clock.advance(14 * DAY_MS)
  const { amountMinor } = await issue()
  await readAll()
  const { payout_id: payoutId } = await newest()
  const before = (await attentionCount()) ?? 0
  await come({ amountMinor: 100, text: 'a gift', bookedOn: day(4) })
  assert.deepEqual(
    [(await attentionCount()) ?? 0, (await missing()).includes(payoutId)],
    [before, false],
    'its days are not over',
  )
  const other = writeCamt([{ amountMinor: 100, currency: 'AUD', bookedOn: day(6), bankReference: 'OTHER' }], {
    account: 'DE02120300000000202051',
  })
  await manage('POST', 'bank_statements', { file: other })
  assert.equal((await missing()).includes(payoutId), false, 'payouts come to another account')
  await come({ amountMinor: 100, text: 'a gift', bookedOn: day(6) })
  assert.deepEqual([await attentionCount(), (await missing()).includes(payoutId)], [before + 1, true])
  assert.equal((await manage('GET', `payouts/${payoutId}`)).body.missing_at_bank, true)
  await come({ amountMinor, text: 'HARBOUR CITY', bookedOn: day(6) })
  assert.deepEqual([(await attentionCount()) ?? 0, (await missing()).includes(payoutId)], [before, false])
})

test('who imports no statements is told of none, and another organisation’s payout is no line’s', async () => {
  const stranger = await house.organisation({ mode: 'live' })
  await house.sql`
    update organisations
    set payment_account_id = 'acct_other'
    where org_id = ${stranger.orgId}`
  const { amountMinor } = await issue()
  await readAll()
  const { payout_id } = await newest()
  const file = writeCamt([{ amountMinor, currency: 'AUD', text: 'HARBOUR CITY', bookedOn: day(), bankReference: 'S' }])
  const call = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: stranger.key, ...(body ? { body } : {}) })
  assert.equal((await call('POST', 'bank_statements', { file })).body.unclear, 1)
  const [line] = (await call('GET', 'bank_lines')).body.data
  const named = await call('POST', `bank_lines/${line.bank_line_id}/book`, { payout_id })
  assert.deepEqual([named.status, named.body.error.param], [404, 'payout_id'])
  const { data } = (await call('GET', 'attention')).body
  assert.ok(data.every(({ kind }: { kind: string }) => kind !== 'payout_not_at_bank'))
})
