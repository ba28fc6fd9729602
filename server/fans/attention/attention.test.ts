import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBankLine } from '../../../tests/builders/bank-lines.ts'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { issueDocumentsOf, sellWithVatId } from '../../../tests/builders/documents.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { addAwaitedTransfer } from '../../../tests/builders/transfers.ts'
import { addEndpoint } from '../../../tests/builders/webhooks.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { issueDocuments } from '../../papers/documents/issue-documents.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { checkVatIds } from '../../tickets/vat-checks/check-vat-ids.ts'

const house = await openHouse()
const { sql, clock } = house

type Found = { kind: string; count: number; has_more: boolean; newest: { id: number; order_id: number | null }[] }
const look = async (options: { key?: string; headers?: Record<string, string> }): Promise<Found[]> =>
  (await house.call('GET', '/v1/manage/attention', options)).body.data
const kindsOf = (found: Found[]) => found.map(({ kind }) => kind)
const failRefund = async (club: Tenant, orderId: number) => {
  const path = `/v1/manage/orders/${orderId}/refunds`
  const { body } = await house.call('POST', path, { key: club.key, body: { reason: 'rain' } })
  return Number(body.refund_id)
}

test('a quiet club needs no attention', async () => {
  const club = await house.organisation()
  assert.deepEqual(await look({ key: club.key }), [])
})

test('a payment that failed needs attention until its order is paid', async () => {
  const club = await house.organisation()
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  await shop.checkOut(basket, { payment_method: 'pm_test_declined' })
  const [failed] = await look({ key: club.key })
  assert.deepEqual([failed?.kind, failed?.count, failed?.newest.length], ['payment_failed', 1, 1])
  const { body } = await shop.checkOut(basket)
  assert.equal(failed?.newest[0]?.order_id, body.order_id)
  assert.deepEqual(await look({ key: club.key }), [])
})

test('a payment that has no end after half an hour needs attention', async () => {
  const club = await house.organisation()
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club)
  await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_requires_action' })
  assert.deepEqual(await look({ key: club.key }), [])
  await sql`
    update payments
    set changed_at = ${new Date(clock().getTime() - 31 * 60_000)}
    where org_id = ${club.orgId}`
  assert.deepEqual(kindsOf(await look({ key: club.key })), ['payment_waiting'])
})

test('a refund that failed counts once however often it was tried', async () => {
  const club = await house.organisation()
  const { orderId } = await sellOrder(house, club, { method: 'pm_test_refund_fails' })
  const refundId = await failRefund(club, orderId)
  const [failed] = await look({ key: club.key })
  assert.deepEqual([failed?.kind, failed?.count, failed?.newest[0]?.id], ['refund_failed', 1, refundId])
  const retried = await house.call('POST', `/v1/manage/refunds/${refundId}/retry`, { key: club.key })
  const [again] = await look({ key: club.key })
  assert.deepEqual([again?.count, again?.newest[0]?.id], [1, retried.body.refund_id])
})

test('an invoice needs somebody once its day has passed, and cash to hand back until it is handed back', async () => {
  const club = await house.organisation()
  const { priceId } = await addOffer(house, club)
  const sell = async (payment_method: string) => {
    const body = { items: [{ price_id: priceId }], payment_method }
    return (await house.call('POST', '/v1/manage/orders', { key: club.key, body })).body.order_id
  }
  const invoiced = await sell('invoice')
  const cash = await sell('cash')
  await house.call('POST', `/v1/manage/orders/${cash}/refunds`, { key: club.key, body: {} })
  const [owed, ...others] = await look({ key: club.key })
  assert.deepEqual([owed?.kind, owed?.count, owed?.newest[0]?.order_id, others], ['refund_owed', 1, cash, []])
  const debtId = owed?.newest[0]?.id
  await house.call('POST', `/v1/manage/debts/${debtId}/record_payment`, {
    key: club.key,
    body: { payment_method: 'cash' },
  })
  assert.deepEqual(await look({ key: club.key }), [])
  await sql`
    update debts
    set due_at = ${new Date(clock().getTime() - DAY_MS)}
    where org_id = ${club.orgId}
      and order_id = ${invoiced}`
  const [overdue] = await look({ key: club.key })
  assert.deepEqual([overdue?.kind, overdue?.newest[0]?.order_id], ['debt_overdue', invoiced])
})

test('a line that nobody has explained needs attention, and a transfer that is awaited for two more days', async () => {
  const club = await house.organisation()
  await addBankLine(house, club, 'set_aside')
  const { lineId } = await addBankLine(house, club, 'unclear')
  const { orderId } = await addAwaitedTransfer(house, club)
  const [unclear, ...others] = await look({ key: club.key })
  assert.deepEqual(
    [unclear?.kind, unclear?.count, unclear?.newest[0]?.id, others],
    ['bank_line_unclear', 1, lineId, []],
  )
  const expireIn = (days: number) => sql`
    update payments
    set expires_at = ${new Date(clock().getTime() + days * DAY_MS)}
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  await expireIn(1.9)
  const [, ending] = await look({ key: club.key })
  assert.deepEqual([ending?.kind, ending?.newest[0]?.order_id], ['transfer_running_out', orderId])
  await expireIn(2.1)
  await house.call('POST', `/v1/manage/bank_lines/${lineId}/set_aside`, { key: club.key, body: { reason: 'rent' } })
  assert.deepEqual(await look({ key: club.key }), [])
})

test('an invoice for a VAT number that is not valid needs attention until it is issued', async () => {
  const club = await house.organisation()
  await issueDocumentsOf(house, club)
  const orderId = await sellWithVatId({ house, club }, { vat_id: 'DE111111111' })
  await sellWithVatId({ house, club })
  assert.deepEqual(await look({ key: club.key }), [])
  await checkVatIds({ sql, askService: undefined, clock, systemClock: clock })
  const [invalid, ...others] = await look({ key: club.key })
  assert.deepEqual([invalid?.kind, invalid?.count, others], ['vat_id_invalid', 1, []])
  assert.equal(invalid?.newest[0]?.order_id, orderId)
  await issueDocuments({ sql, clock, systemClock: clock })
  assert.deepEqual(await look({ key: club.key }), [])
})

test('each sees only what their role may read', async () => {
  const club = await house.organisation()
  await addInstalments(house, club, 1)
  await sql`
    update debts
    set due_at = ${new Date(clock().getTime() - DAY_MS)}
    where org_id = ${club.orgId}`
  const endpointId = await addEndpoint(house, club)
  await sql`
    update webhook_endpoints
    set failing_since = ${clock()}
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${endpointId}`
  const { orderId } = await sellOrder(house, club, { method: 'pm_test_refund_fails' })
  await failRefund(club, orderId)
  const seenBy = async (role: 'owner' | 'gates' | 'finance') =>
    kindsOf(await look({ headers: (await addStaff(house, club, { role })).headers }))
  assert.deepEqual(await seenBy('owner'), ['refund_failed', 'webhook_endpoint_failing', 'instalment_overdue'])
  assert.deepEqual(await seenBy('finance'), ['refund_failed', 'instalment_overdue'])
  assert.deepEqual(await seenBy('gates'), ['instalment_overdue'])
})

test('of many the count is said up to a thousand, and of another organisation nothing', async () => {
  const club = await house.organisation()
  await sql`
    insert into mails (org_id, mail_message_id, mail_status, due_at, give_up_at, error_code)
    select ${club.orgId}, 'm-' || n, 'failed', ${clock()}, ${clock()}, 'mailbox_unknown'
    from generate_series(1, 1001) as n`
  const [mails] = await look({ key: club.key })
  assert.deepEqual([mails?.count, mails?.has_more, mails?.newest.length], [1000, true, 5])
  const other = await house.organisation({ name: 'Other Club' })
  await addRow(house, other, 'mails', 'mail_id', {
    ...{ mail_message_id: 'm-1', mail_status: 'failed', due_at: clock(), give_up_at: clock() },
  })
  assert.equal((await look({ key: other.key }))[0]?.count, 1)
})
