import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { readCsv } from '../../server/platform/values/csv.ts'
import { sum } from './amounts.ts'
import type { Debt } from './order.ts'
import type { Play } from './play.ts'

type Sums = Map<string, number>
const add = (sums: Sums, key: string, minor: number) => sums.set(key, (sums.get(key) ?? 0) + minor)
const same = (what: string, actual: Sums, expected: Sums) => {
  const keys = [...new Set([...actual.keys(), ...expected.keys()])].toSorted()
  const differences = keys
    .filter((key) => (actual.get(key) ?? 0) !== (expected.get(key) ?? 0))
    .map((key) => `${key}: ${actual.get(key) ?? 0}, and by the model ${expected.get(key) ?? 0}`)
  assert.ok(differences.length === 0, `${what}:\n${differences.join('\n')}`)
}

async function readRows(text: string): Promise<Record<string, string>[]> {
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) records.push(cells)
  const [head = [], ...rows] = records
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

/** One answer of takings has 92 days at most, one of sales or the tax report 100. */
const SPAN_S = 90 * 86_400

/** Everything that says something about money, each against the model. */
export async function compare({ ledger, cases, club, grossOf, tillId }: Play): Promise<void> {
  const { read, minor, orgId } = club
  const span = `unix_start=${club.startedAt}&unix_end=${club.until()}`
  const spans = () =>
    Array.from({ length: Math.ceil((club.until() - club.startedAt) / SPAN_S) }, (_, at) => {
      const start = club.startedAt + at * SPAN_S
      return `unix_start=${start}&unix_end=${Math.min(start + SPAN_S, club.until())}`
    })
  const bodyOf = async (path: string) => (await read(`/v1/manage/${path}`)).body

  async function books() {
    const actual: Sums = new Map()
    for (const row of await readRows((await read(`/v1/manage/exports/ledger.csv?${span}`)).text)) {
      const rate = Math.round(Number(row.tax_percentage) * 1000)
      add(actual, `${row.date} ${row.account} ${rate}`, minor(Number(row.debit)) - minor(Number(row.credit)))
    }
    same('books', actual, ledger.postings)
  }

  async function takings() {
    const actual: Sums = new Map()
    for (const days of spans()) {
      for (const row of (await bodyOf(`takings?${days}`)).data) {
        const key = `${row.day} ${row.sales_channel} ${row.payment_method}`
        add(actual, `${key} paid`, minor(row.paid))
        add(actual, `${key} refunded`, minor(row.refunded))
      }
    }
    same('takings', actual, ledger.takings)
  }

  async function taxes() {
    const actual: Sums = new Map()
    for (const days of spans()) {
      for (const row of (await bodyOf(`tax_report?${days}`)).data) {
        add(actual, `${row.percentage * 1000} sold`, minor(row.sold))
        add(actual, `${row.percentage * 1000} sold tax`, minor(row.sold_tax))
        add(actual, `${row.percentage * 1000} returned`, minor(row.returned))
        add(actual, `${row.percentage * 1000} returned tax`, minor(row.returned_tax))
      }
    }
    const expected: Sums = new Map()
    for (const { sold, returned } of ledger.orders) {
      for (const [word, shares] of [
        ['sold', sold],
        ['returned', returned],
      ] as const)
        for (const [rate, { gross, tax }] of shares) {
          add(expected, `${rate} ${word}`, gross)
          add(expected, `${rate} ${word} tax`, tax)
        }
    }
    same('tax report', actual, expected)
  }

  async function orders() {
    const actual: Sums = new Map()
    const expected: Sums = new Map()
    for (const row of await readRows((await read('/v1/manage/exports/orders.csv')).text)) {
      for (const name of ['total', 'owed_amount', 'refunded_amount'])
        add(actual, `${row.order_id} ${name}`, minor(Number(row[name])))
    }
    for (const { orderId, order } of cases) {
      add(expected, `${orderId} total`, order.total)
      add(expected, `${orderId} owed_amount`, ledger.openOf(order))
      add(expected, `${orderId} refunded_amount`, order.refunded)
    }
    same('orders', actual, expected)
  }

  async function openItems() {
    const actual: Sums = new Map()
    for (const row of await readRows((await read('/v1/manage/exports/debts.csv')).text)) {
      add(actual, `${row.owed_by} ${row.order_id}`, minor(Number(row.open)))
    }
    const expected: Sums = new Map()
    for (const { orderId, order } of cases) {
      add(expected, `fan ${orderId}`, ledger.openOf(order))
      for (const { amount } of ledger.owed.filter((each) => each.open && each.order === order))
        add(expected, `club ${orderId}`, amount)
    }
    same('open items', actual, expected)
  }

  async function credits() {
    const actual: Sums = new Map()
    for (const row of (await bodyOf('credits?limit=100')).data) add(actual, `${row.user_id}`, minor(row.balance))
    same('credits', actual, new Map([...ledger.credit].map(([fan, credit]) => [`${fan}`, credit])))
  }

  async function documents() {
    await issueDocuments(club.deps)
    const actual: Sums = new Map()
    const numbers = new Map<string, number[]>()
    let cursor = ''
    do {
      const page = await bodyOf(`documents?limit=100${cursor}`)
      for (const { order_id, kind, number, total, tax } of page.data) {
        const sign = kind === 'credit_note' ? -1 : 1
        add(actual, `${order_id}`, sign * minor(total))
        add(actual, `${order_id} tax`, sign * minor(tax))
        const [letters = '', digits = ''] = number.split('-')
        numbers.set(letters, [...(numbers.get(letters) ?? []), Number(digits)])
      }
      cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
    } while (cursor)
    const expected: Sums = new Map()
    for (const { orderId, order } of cases) {
      const left = (of: 'gross' | 'tax') =>
        sum(order.sold.values(), (each) => each[of]) - sum(order.returned.values(), (each) => each[of])
      add(expected, `${orderId}`, left('gross'))
      add(expected, `${orderId} tax`, left('tax'))
    }
    same('documents', actual, expected)
    for (const [letters, drawn] of numbers) {
      const inOrder = drawn.toSorted((a, b) => a - b)
      assert.deepEqual(
        inOrder,
        inOrder.map((_, at) => at + 1),
        `the numbers of ${letters}`,
      )
    }
  }

  /** Of the console's first page: tickets that are active, on the day on which they were bought. */
  async function figures() {
    const actual: Sums = new Map()
    for (const days of spans()) {
      for (const row of (await bodyOf(`sales?interval=day&${days}`)).data) {
        add(actual, `${row.date} tickets`, row.tickets)
        add(actual, `${row.date} gross`, minor(row.gross_sales))
      }
    }
    const expected: Sums = new Map()
    for (const { day, tickets } of ledger.orders) {
      add(expected, `${day} tickets`, tickets.length)
      add(
        expected,
        `${day} gross`,
        sum(tickets, (rates) => grossOf.get(rates) ?? 0),
      )
    }
    same('figures', actual, expected)
  }

  async function drawer() {
    const id = tillId()
    if (id === undefined || !ledger.till) return
    const till = await bodyOf(`tills/${id}`)
    assert.deepEqual({ cash: minor(till.cash), rounding: minor(till.cash_rounding) }, ledger.till, 'the drawer')
  }

  async function tiles() {
    const { data } = await bodyOf('attention')
    const counts = new Map<string, number>(
      data.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    )
    const late = (isLate: (debt: Debt) => boolean) =>
      sum(cases, ({ order }) => order.debts.filter((debt) => debt.open > 0 && isLate(debt)).length)
    const expected = {
      refund_owed: ledger.owed.filter(({ open }) => open).length,
      // What the provider took back is due at once.
      debt_overdue: late(({ kind, due }) => kind === 'returned_payment' || (kind === 'invoice' && due < ledger.day)),
      instalment_overdue: late(({ kind, due }) => kind === 'instalment' && due < ledger.day),
    }
    const actual = Object.fromEntries(Object.keys(expected).map((kind) => [kind, counts.get(kind) ?? 0]))
    assert.deepEqual(actual, expected, 'what needs attention')
  }

  await books()
  await takings()
  await taxes()
  await orders()
  await openItems()
  await credits()
  await documents()
  await figures()
  await drawer()
  await tiles()
  assert.deepEqual(await auditBooks(orgId, club.house.sql), [], 'audit')
}
