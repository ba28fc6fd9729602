import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlantedLine, writeCamt, writeMt940 } from '../../../tests/builders/bank-statements.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { offerTransfers, orderByTransfer } from '../../../tests/builders/transfers.ts'
import { giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { matchBankLines } from './match-bank-lines.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
await offerTransfers(house, club)

let fileNumber = 0
const importFile = (file: string) => shop.call('POST', '/v1/manage/bank_statements', { file, file_name: 'march.xml' })
/** A file with this one line, of a day and under a bank's number of its own. */
async function come(line: PlantedLine) {
  fileNumber += 1
  const { status, body, text } = await importFile(
    writeCamt([{ currency: 'AUD', bankReference: `B${fileNumber}`, ...line }]),
  )
  assert.equal(status, 200, text)
  const lines = (await shop.call('GET', `/v1/manage/bank_lines?bank_statement_id=${body.bank_statement_id}`)).body.data
  return lines[0]
}
const audited = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])
const statusOf = async (orderId: number) => (await shop.call('GET', `/v1/manage/orders/${orderId}`)).body.order_status
const owedOf = async (orderId: number) =>
  (await shop.call('GET', `/v1/manage/debts?order_id=${orderId}&owed_by=club`)).body.data.map(
    ({ open }: { open: number }) => open,
  )
const minor = (major: number) => Math.round(major * 100)
const order = async (options?: Parameters<typeof orderByTransfer>[2]) => {
  const ordered = await orderByTransfer(house, club, options)
  const { how } = await ordered.read()
  return { ...ordered, text: `Tickets ${how.reference} thank you`, dueMinor: minor(how.amount) }
}
const mailsOf = async (orderId: number) =>
  (
    await sql<{ kind: string }[]>`
      select kind
      from mails
      where org_id = ${club.orgId}
        and order_id = ${orderId}
      order by mail_id`
  ).map(({ kind }) => kind)

test('a line with the reference and the amount confirms its order, and the same file or line again changes nothing', async () => {
  const { orderId, text, dueMinor } = await order()
  const lines = [{ amountMinor: dueMinor, currency: 'AUD', text, bankReference: 'X1', name: 'A. Visser' }]
  const file = writeCamt(lines)
  const first = (await importFile(file)).body
  assert.deepEqual([first.lines, first.lines_known, first.booked, first.unclear], [1, 0, 1, 0])
  assert.equal(await statusOf(orderId), 'confirmed')
  assert.equal((await importFile(file)).body.bank_statement_id, first.bank_statement_id)
  const other = (await importFile(writeMt940([...lines, { amountMinor: -500, currency: 'AUD', kind: 'charge' }]))).body
  assert.deepEqual([other.lines, other.lines_known, other.set_aside], [2, 1, 1])
  assert.deepEqual((await mailsOf(orderId)).at(-1), 'order_confirmed')
  await audited()
})

test('a part leaves the order waiting for the rest, of which the buyer is told', async () => {
  const { orderId, text, dueMinor, read } = await order()
  const part = await come({ amountMinor: 1000, text })
  assert.deepEqual([part.status, part.reason, part.order_id, part.can_reopen], ['booked', 'part', orderId, true])
  const waiting = await read()
  assert.deepEqual([waiting.state, waiting.received, minor(waiting.how.amount)], ['awaited', 10, dueMinor - 1000])
  assert.equal((await mailsOf(orderId)).at(-1), 'transfer_part')
  const [listed] = (await shop.call('GET', '/v1/manage/awaited_transfers?limit=100')).body.data.filter(
    (each: { order_id: number }) => each.order_id === orderId,
  )
  assert.equal(listed.received, 10)
  assert.equal((await come({ amountMinor: dueMinor - 1000, text })).status, 'booked')
  assert.equal(await statusOf(orderId), 'confirmed')
  assert.equal(
    (await shop.call('POST', `/v1/manage/bank_lines/${part.bank_line_id}/reopen`)).status,
    409,
    'it has confirmed the order',
  )
  await audited()
})

test('a part whose rest never comes is owed back after the deadline', async () => {
  const { orderId, text } = await order()
  await come({ amountMinor: 1000, text })
  clock.advance(8 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal(await statusOf(orderId), 'expired')
  assert.deepEqual(await owedOf(orderId), [10])
  assert.ok((await mailsOf(orderId)).includes('refund_owed'))
  await audited()
})

test('what is too much is owed back, what is late takes its places again or is owed back, and a second time is for a person', async () => {
  const much = await order()
  assert.equal((await come({ amountMinor: much.dueMinor + 250, text: much.text })).reason, 'too_much')
  assert.equal(await statusOf(much.orderId), 'confirmed')
  assert.deepEqual(await owedOf(much.orderId), [2.5])
  const twice = await come({ amountMinor: much.dueMinor, text: much.text })
  assert.deepEqual([twice.status, twice.reason, twice.order_id], ['unclear', 'double', much.orderId])
  const path = `/v1/manage/bank_lines/${twice.bank_line_id}`
  assert.equal((await shop.call('POST', `${path}/book`, { order_id: much.orderId })).status, 409)
  const back = await shop.call('POST', `${path}/book`, { order_id: much.orderId, as: 'owed_back' })
  assert.deepEqual([back.body.status, back.body.reason], ['booked', 'owed_back'], back.text)
  assert.deepEqual((await owedOf(much.orderId)).sort(), [2.5, much.dueMinor / 100].sort())
  const late = await order()
  const gone = await order({ capacity: 2 })
  clock.advance(8 * DAY_MS)
  await giveUpPayments(deps)
  await shop.checkOut(await shop.fill(gone.priceId ?? 0, 2))
  assert.equal((await come({ amountMinor: late.dueMinor, text: late.text })).reason, 'late')
  assert.equal(await statusOf(late.orderId), 'confirmed')
  assert.equal((await come({ amountMinor: gone.dueMinor, text: gone.text })).status, 'booked')
  assert.equal(await statusOf(gone.orderId), 'expired')
  assert.deepEqual(await owedOf(gone.orderId), [gone.dueMinor / 100])
  await audited()
})

test('who need not have back what was too much changes nothing of the order', async () => {
  const much = await order()
  await come({ amountMinor: much.dueMinor + 250, text: much.text })
  const [debt] = (await shop.call('GET', `/v1/manage/debts?order_id=${much.orderId}&owed_by=club`)).body.data
  const waived = await shop.call('POST', `/v1/manage/debts/${debt.debt_id}/waive`, { reason: 'a gift' })
  assert.equal(waived.status, 200, waived.text)
  const { body } = await shop.call('GET', `/v1/manage/orders/${much.orderId}`)
  assert.deepEqual([body.order_status, body.refunded_amount], ['confirmed', 0])
  await audited()
})

test('money that staff recorded before is known for the same', async () => {
  const { orderId, text, dueMinor } = await order()
  await shop.call('POST', `/v1/manage/orders/${orderId}/record_transfer`, {})
  assert.equal((await come({ amountMinor: dueMinor, text })).reason, 'recorded_before')
  assert.equal((await come({ amountMinor: dueMinor, text })).reason, 'double')
  assert.deepEqual(await owedOf(orderId), [])
  await audited()
})

test('a debt of a fan and one of the organisation are paid by their references', async () => {
  const gone = await order({ capacity: 2 })
  await come({ amountMinor: gone.dueMinor + 100, text: gone.text })
  const [owed] = (await shop.call('GET', `/v1/manage/debts?order_id=${gone.orderId}&owed_by=club`)).body.data
  const { transferReference } = await import('../../checkout/transfers/transfer-reference.ts')
  const text = transferReference('DE89370400440532013000', { kind: 'debt', id: owed.debt_id })
  assert.equal((await come({ amountMinor: -99, text })).reason, 'differs')
  const paidOut = await come({ amountMinor: -100, text })
  assert.deepEqual([paidOut.status, paidOut.debt_id], ['booked', owed.debt_id])
  assert.deepEqual(await owedOf(gone.orderId), [0])
  await audited()
})

test('what names nothing is unclear, with what it may be for; a person books it, sets it aside, or opens it again', async () => {
  const { orderId, dueMinor } = await order()
  const [{ last_name: lastName = '' } = {}] = await sql<{ last_name: string }[]>`
    select last_name
    from orders
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  const line = await come({ amountMinor: dueMinor, text: 'for the match', name: lastName.toUpperCase() })
  assert.deepEqual([line.status, line.reason, line.suggested_order_id], ['unclear', 'no_reference', orderId])
  const path = `/v1/manage/bank_lines/${line.bank_line_id}`
  const aside = await shop.call('POST', `${path}/set_aside`, { reason: 'the sponsor' })
  assert.deepEqual([aside.body.status, aside.body.note, aside.body.can_reopen], ['set_aside', 'the sponsor', true])
  assert.equal((await shop.call('POST', `${path}/book`, { order_id: orderId })).status, 409, 'it is set aside')
  assert.equal((await shop.call('POST', `${path}/reopen`)).body.status, 'unclear')
  const booked = await shop.call('POST', `${path}/book`, { order_id: orderId, note: 'by telephone' })
  assert.deepEqual([booked.body.status, booked.body.reason], ['booked', null], booked.text)
  assert.equal(await statusOf(orderId), 'confirmed')
  assert.equal((await come({ amountMinor: 100, text: 'RF18 5390 0754 7034' })).reason, 'no_reference')
  assert.equal((await come({ amountMinor: -700, text: 'rent' })).reason, 'outgoing')
  assert.equal((await come({ amountMinor: 100, currency: 'EUR', text: (await order()).text })).reason, 'currency')
  await audited()
})

test('an import that dies in between is brought to its end by the worker, and many at once book once', async () => {
  const { orderId, text, dueMinor } = await order()
  const file = writeCamt([{ amountMinor: dueMinor + 10, currency: 'AUD', text, bankReference: 'DIES' }])
  const answers = await Promise.all([importFile(file), importFile(file), importFile(file)])
  assert.ok(answers.some(({ status }) => status === 200))
  const { bank_statement_id: id } = answers.find(({ status }) => status === 200)?.body ?? {}
  assert.equal(await statusOf(orderId), 'confirmed')
  await sql`
    update bank_lines
    set line_status = 'booking'
    where org_id = ${club.orgId}
      and bank_statement_id = ${id}`
  clock.advance(60_000)
  await matchBankLines(deps)
  const [line] = (await shop.call('GET', `/v1/manage/bank_lines?bank_statement_id=${id}`)).body.data
  assert.equal(line.status, 'booked')
  assert.deepEqual(await owedOf(orderId), [0.1], 'what was too much is owed once')
  await audited()
})

test('another organisation sees none of it, and a reference of another pays nothing', async () => {
  const { text, dueMinor, orderId } = await order()
  const stranger = await house.organisation()
  const file = writeCamt([{ amountMinor: dueMinor, currency: 'AUD', text, bankReference: 'OTHER' }])
  const { body } = await house.call('POST', '/v1/manage/bank_statements', { key: stranger.key, body: { file } })
  assert.deepEqual([body.booked, body.unclear], [0, 1])
  assert.equal(await statusOf(orderId), 'pending')
  const bad = await importFile(file.replace('CRDT', 'CRDX'))
  assert.equal(bad.status, 400)
  assert.match(bad.body.error.message, /line \d+/)
})
