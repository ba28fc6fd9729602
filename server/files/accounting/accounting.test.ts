import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readArchive } from '../../../tests/builders/archives.ts'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { issueDocuments } from '../../papers/documents/issue-documents.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { ledgerAccounts } from '../exports/ledger-accounts.ts'

const house = await openHouse()
house.clock.set(new Date('2027-03-14T10:00:00Z'))
const club = await house.organisation({ timezone: 'Europe/Berlin' })
const [from, until] = ['2027-01-01T00:00:00+01:00', '2027-04-01T00:00:00+02:00'].map((at) => Date.parse(at) / 1000)
const quarter = `unix_start=${from}&unix_end=${until}`
const reduced = await addTaxRate(house, club, {
  kind: 'reduced',
  percentages: [{ valid_from: '2007-01-01', percentage: 7 }],
})
await addTaxRate(house, club, { on_fees: true })
await issueDocumentsOf(house, club)
const fees = { service_fee_minor: 200, service_tax_minor: 0, rebate_minor: 50 }
const { priceId } = await addOffer(house, club, { capacity: 50, price: { ...fees, tax_rate_id: reduced } })
const shop = shopOf(house, club)
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

const { body: bought } = await shop.checkOut(await shop.fill(priceId, 3))
const { body: sold } = await call('POST', 'orders', {
  items: [{ price_id: priceId, quantity: 2 }],
  payment_method: 'cash',
})
await call('PUT', `orders/${sold.order_id}/document_recipient`, anna)
house.clock.advance(60_000)
await call('POST', `orders/${bought.order_id}/refunds`, { ticket_ids: [bought.tickets[0].ticket_id] })
house.clock.advance(600_000)
await issueDocuments({ sql: house.sql, clock: house.clock, systemClock: house.clock })

/** A chart in which sales have an account for 7 % and one for all else. */
const accounts = [
  ...ledgerAccounts.map((account, index) => ({
    account,
    tax_percentage: null,
    code: String(1000 + index),
    tax_key: null,
  })),
  { account: 'ticket_sales', tax_percentage: 7, code: '8300', tax_key: '40' },
]
const datev = { consultant_number: 29_098, client_number: 55_003, account_length: 4, fiscal_year_month: 1 }

type Line = Record<string, string>

async function linesOf(file: Buffer): Promise<Line[]> {
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([file]))) records.push(cells)
  const [head = []] = records.splice(0, 1)
  return records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const cents = (text: string | undefined) => Math.round(Number((text ?? '').replace(',', '.')) * 100)

/** Debits less credits, by code. */
function balances(entries: [code: string, cents: number][]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [code, amount] of entries) sums.set(code, (sums.get(code) ?? 0) + amount)
  return new Map([...sums].sort())
}

test('what the accountant calls the accounts is said once for each account and rate', async () => {
  assert.deepEqual((await call('GET', 'accounting_settings')).body, { accounts: [], datev: null })
  const [first] = accounts
  const { status, body } = await call('PUT', 'accounting_settings', { accounts: [first, first], datev: null })
  assert.deepEqual([status, body.error.errors[0].param], [400, 'accounts[1]'])
})

test('a file for DATEV is refused until it says whom it is for and every account has a number', async () => {
  const ask = async () => {
    const { status, body } = await call('GET', `exports/datev.csv?${quarter}`)
    return [status, body.error.code, body.error.message]
  }
  assert.deepEqual((await ask()).slice(0, 2), [409, 'state_conflict'])
  await call('PUT', 'accounting_settings', { accounts: accounts.slice(1), datev })
  assert.match(String((await ask())[2]), /no code for every rate: cash\./)
  const letters = [{ ...accounts[0], code: 'KASSE' }, ...accounts.slice(1)]
  await call('PUT', 'accounting_settings', { accounts: letters, datev })
  assert.match(String((await ask())[2]), /KASSE of cash is not a number/)
})

test('its bookings are those of the books, account by account', async () => {
  await call('PUT', 'accounting_settings', { accounts, datev })
  const { text } = await call('GET', `exports/datev.csv?${quarter}`)
  const lines = text.split('\r\n').slice(0, -1)
  const cells = lines.map((line) => line.split(';'))
  assert.equal(
    lines[0]?.startsWith(
      '"EXTF";700;21;"Buchungsstapel";13;20270331220000000;;"";"";"";29098;55003;20270101;4;20270101;20270331;',
    ),
    true,
    lines[0],
  )
  assert.deepEqual([...new Set(cells.slice(1).map((each) => each.length))], [125])
  const bookings = cells.slice(2)
  const booked = balances(
    bookings.flatMap((each) => [
      [each[6] ?? '', cents(each[0])],
      [each[7] ?? '', -cents(each[0])],
    ]),
  )
  const ledger = await linesOf(Buffer.from((await call('GET', `exports/ledger.csv?${quarter}`)).text))
  assert.deepEqual(
    booked,
    balances(ledger.map((line) => [line.account_code ?? '', cents(line.debit) - cents(line.credit)])),
  )
  assert.ok(booked.has('8300'))
  assert.deepEqual([...new Set(bookings.filter((each) => each[7] === '8300').map((each) => each[8]))], ['"40"'])
  assert.ok(bookings.every((each) => each[9] === '1403'))
})

test('it is of one year of the books', async () => {
  await call('PUT', 'accounting_settings', { accounts, datev: { ...datev, fiscal_year_month: 2 } })
  const { status, body } = await call('GET', `exports/datev.csv?${quarter}`)
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
  await call('PUT', 'accounting_settings', { accounts, datev })
})

test('a quarter is one file: its money is the takings, its documents are all there, and twice it is the same', async () => {
  const ask = async () => {
    const response = await house.app.inject({
      url: `/v1/manage/exports/books.zip?${quarter}`,
      headers: { authorization: `Bearer ${club.key}` },
    })
    assert.equal(response.statusCode, 200, response.body)
    return response.rawPayload
  }
  const archive = await ask()
  const files = readArchive(archive)
  const again = await ask()
  const others = [...readArchive(again)].filter(([name, file]) => !files.get(name)?.equals(file))
  assert.deepEqual([others.map(([name]) => name), again.equals(archive)], [[], true])
  const documents = await linesOf(files.get('documents.csv') ?? Buffer.alloc(0))
  assert.deepEqual(documents.map(({ kind }) => kind).sort(), ['credit_note', 'invoice', 'receipt'])
  for (const { file = '' } of documents) assert.equal(files.get(file)?.subarray(0, 5).toString(), '%PDF-')
  assert.equal([...files.keys()].filter((name) => name.endsWith('.xml')).length >= 1, true)
  const ledger = await linesOf(files.get('ledger.csv') ?? Buffer.alloc(0))
  const money = ledger.filter(({ account = '' }) => ['cash', 'test_clearing'].includes(account))
  const { body } = await call('GET', `takings?${quarter}`)
  const taken = body.data.reduce((sum: number, { net }: { net: number }) => sum + Math.round(net * 100), 0)
  assert.equal(
    money.reduce((sum, line) => sum + cents(line.debit) - cents(line.credit), 0),
    taken,
  )
  const [tax] = [await linesOf(files.get('tax.csv') ?? Buffer.alloc(0))]
  const owed = ledger.filter(({ account }) => account === 'tax_payable')
  assert.equal(
    tax?.reduce((sum, line) => sum + cents(line.tax), 0),
    owed.reduce((sum, line) => sum + cents(line.credit) - cents(line.debit), 0),
  )
  const total = documents.reduce((sum, line) => sum + (line.kind === 'credit_note' ? -1 : 1) * cents(line.total), 0)
  assert.equal(total, taken)
  assert.ok(files.has('EXTF_Buchungsstapel.csv'))
})

test('who sees no customers gets no documents, and a year is too much at once', async () => {
  const key = await house.key(club.orgId, { scopes: ['figures:manage'] })
  assert.equal((await house.call('GET', `/v1/manage/exports/books.zip?${quarter}`, { key })).status, 403)
  const year = `unix_start=${from}&unix_end=${Number(from) + 366 * 86_400}`
  assert.equal((await call('GET', `exports/books.zip?${year}`)).status, 400)
  assert.equal(unixSeconds(house.clock()) < Number(until), true)
})
