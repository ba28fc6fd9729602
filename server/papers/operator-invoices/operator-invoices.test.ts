import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPaidFee, operator } from '../../../tests/builders/operator-invoices.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { issueOperatorInvoices } from './issue-operator-invoices.ts'

const house = await openHouse()
const NOW = new Date('2026-03-05T12:00:00Z')

/** A club in Sydney whose fans have paid, and how it pays. */
async function openClub() {
  const club = await house.organisation({ timezone: 'Australia/Sydney', currency: 'AUD' })
  const pay = (at: string, feeMinor: number, currency?: string) => addPaidFee(house, club, { at, feeMinor, currency })
  return { club, pay }
}

const issue = ({ orgId }: Tenant, month: string, issuer: object = operator) =>
  house.sql.begin((tx) => issueOperatorInvoices(orgId, tx, NOW, issuer as typeof operator, month))
const listed = async ({ key }: Tenant) => (await house.call('GET', '/v1/manage/operator_invoices', { key })).body

test('a month of fees is one invoice, on the club’s calendar, with tax within and nothing left to pay', async () => {
  const { club, pay } = await openClub()
  await pay('2026-01-31T12:59:59Z', 1_000)
  await pay('2026-01-31T13:00:00Z', 100)
  await pay('2026-02-28T12:59:59Z', 101)
  await pay('2026-02-28T13:00:00Z', 5_000)
  await issue(club, '2026-02')
  const { data } = await listed(club)
  const id = data[0].operator_invoice_id
  assert.deepEqual(data, [
    {
      operator_invoice_id: id,
      number: `TS-${club.orgId}-0001`,
      month: '2026-02',
      payments: 2,
      currency: 'AUD',
      net: 1.67,
      tax: 0.34,
      total: 2.01,
      issued: NOW.getTime() / 1000,
    },
  ])
  const path = `/v1/manage/operator_invoices/${id}/invoice.pdf`
  const pdf = await house.call('GET', path, { key: club.key })
  assert.deepEqual([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
  const [row] = await house.sql<{ content: { invoice: Record<string, unknown> } }[]>`
    select content
    from operator_invoices
    where org_id = ${club.orgId}`
  assert.deepEqual([row?.content.invoice.prepaidMinor, row?.content.invoice.suppliedOn], [201, '2026-02-28'])
})

test('issued at once, the second waits for the first, and issues nothing twice', async () => {
  const { club, pay } = await openClub()
  await pay('2026-02-15T00:00:00Z', 100)
  const { waiting } = await house.sql.begin(async (tx) => {
    await issueOperatorInvoices(club.orgId, tx, NOW, operator, '2026-02')
    const waiting = issue(club, '2026-02')
    await awaitedLock(house.sql)
    return { waiting }
  })
  assert.deepEqual(await waiting, [])
})

test('issued twice, a month has one invoice a currency, and numbers have no gap', async () => {
  const { club, pay } = await openClub()
  await pay('2026-01-15T00:00:00Z', 100)
  await pay('2026-02-15T00:00:00Z', 100)
  await pay('2026-02-15T00:00:00Z', 300, 'NZD')
  await issue(club, '2026-02')
  await issue(club, '2026-02')
  await issue(club, '2026-01')
  const { data } = await listed(club)
  assert.deepEqual(
    data.map((row: Record<string, unknown>) => [row.number, row.month, row.currency]),
    [
      [`TS-${club.orgId}-0003`, '2026-01', 'AUD'],
      [`TS-${club.orgId}-0002`, '2026-02', 'NZD'],
      [`TS-${club.orgId}-0001`, '2026-02', 'AUD'],
    ],
  )
})

test('what is issued is never changed, and another club sees none of it', async () => {
  const { club, pay } = await openClub()
  await pay('2026-02-15T00:00:00Z', 100)
  await issue(club, '2026-02')
  await assert.rejects(
    house.sql`
      update operator_invoices
      set payments = 2
      where org_id = ${club.orgId}`,
    /append-only/,
  )
  const other = await house.organisation()
  assert.deepEqual((await listed(other)).data, [])
  const [{ operator_invoice_id: id }] = (await listed(club)).data
  const { status } = await house.call('GET', `/v1/manage/operator_invoices/${id}/invoice.pdf`, { key: other.key })
  assert.equal(status, 404)
})

test('a month that is not over has no invoice, nor has one without fees', async () => {
  const { club, pay } = await openClub()
  await pay('2026-03-02T00:00:00Z', 100)
  await assert.rejects(issue(club, '2026-03'), /not over/)
  assert.deepEqual(await issue(club, '2026-02'), [])
})

test('without tax it says why, and what would break the standard is not issued', async () => {
  const { club, pay } = await openClub()
  await pay('2026-02-15T00:00:00Z', 100)
  const untaxed = { ...operator, tax_percentage: 0, untaxed: 'exempt' }
  await assert.rejects(issue(club, '2026-02', untaxed), /BR-/)
  const [issued] = await issue(club, '2026-02', { ...untaxed, untaxed_reason: 'Small business' })
  assert.deepEqual([issued?.label, issued?.tax_minor, issued?.net_minor], [`TS-${club.orgId}-0001`, 0, 100])
})
