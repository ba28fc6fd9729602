import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { offerTransfers, orderByTransfer } from '../../../tests/builders/transfers.ts'
import { giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { seededRandom } from '../../operator/demo/seeded-random.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

type Ledger = Record<string, number>

/** A club of its own for each test: its books are those of the test alone. */
async function openClub() {
  const { house, club, shop, deps } = await openSettlingHouse()
  await offerTransfers(house, club)
  const done = async (method: string, path: string, body?: object) => {
    const answer = await house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body
  }
  const span = () => `unix_start=${unixSeconds(house.clock()) - 90 * 86_400}&unix_end=${unixSeconds(house.clock()) + 1}`

  /** The balance of each account, debits above zero. */
  const ledger = async (): Promise<Ledger> => {
    const { text } = await house.call('GET', `/v1/manage/exports/ledger.csv?${span()}`, { key: club.key })
    const rows: string[][] = []
    for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) rows.push(cells)
    const [head = []] = rows.splice(0, 1)
    const at = (name: string) => head.indexOf(name)
    const balance: Ledger = {}
    for (const cells of rows) {
      const account = cells[at('account')] ?? ''
      const minor = Math.round((Number(cells[at('debit')]) - Number(cells[at('credit')])) * 100)
      balance[account] = (balance[account] ?? 0) + minor
    }
    return Object.fromEntries(Object.entries(balance).filter(([, minor]) => minor !== 0))
  }

  /** What came in and went out by each way, in cents. */
  const takings = async (): Promise<Ledger> => {
    const { data } = await done('GET', `takings?${span()}`)
    const net: Ledger = {}
    for (const { payment_method: way, paid, refunded } of data) {
      net[way ?? 'none'] = (net[way ?? 'none'] ?? 0) + Math.round((paid - refunded) * 100)
    }
    return Object.fromEntries(Object.entries(net).filter(([, minor]) => minor !== 0))
  }
  /** For cash, or on an invoice that is paid at once on the club's own terminal. */
  const sell = async (priceId: number, way: 'cash' | 'card') => {
    const payment_method = way === 'cash' ? 'cash' : 'invoice'
    const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
    const sale = await done('POST', 'orders', { items: [{ price_id: priceId }], payment_method, customer })
    if (way === 'card') {
      const { data } = await done('GET', `debts?order_id=${sale.order_id}`)
      await done('POST', `debts/${data[0].debt_id}/record_payment`, { payment_method: 'card' })
    }
    return sale
  }
  const owedBack = async (orderId: number) => {
    const { data } = await done('GET', `debts?order_id=${orderId}&owed_by=club`)
    return data[0] ?? assert.fail('nothing is owed back')
  }
  const payBack = async (orderId: number, payment_method: 'cash' | 'transfer') => {
    const { debt_id } = await owedBack(orderId)
    await done('POST', `debts/${debt_id}/record_payment`, {
      payment_method,
      ...(payment_method === 'transfer' && { reference: `back ${debt_id}` }),
    })
  }
  return { house, club, shop, deps, done, ledger, takings, sell, payBack }
}

test('a transfer that comes too late for any place is at the bank and owed to its payer, and nothing was sold', async () => {
  const { house, club, shop, deps, done, ledger, takings, payBack } = await openClub()
  const { orderId, total, priceId = 0 } = await orderByTransfer(house, club, { quantity: 2, capacity: 2 })
  house.clock.advance(8 * DAY_MS)
  await giveUpPayments(deps)
  await shop.checkOut(await shop.fill(priceId, 2), { payment_method: 'pm_test_ok' })
  const before = await ledger()
  await done('POST', `orders/${orderId}/record_transfer`, {})
  const owed = Math.round(total * 100)
  assert.deepEqual(await ledger(), { ...before, bank: owed, refunds_payable: -owed })
  assert.equal((await takings()).transfer, owed)
  assert.equal((await takings()).none, undefined)
  await payBack(orderId, 'transfer')
  assert.deepEqual(await ledger(), before)
  assert.equal((await takings()).transfer, undefined)
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})

for (const [paid, account, back, backAccount] of [
  ['cash', 'cash', 'transfer', 'bank'],
  ['card', 'card_terminal_clearing', 'cash', 'cash'],
  ['card', 'card_terminal_clearing', 'transfer', 'bank'],
] as const) {
  test(`what is sold by ${paid} and paid back by ${back} counts by each way, in the books and in the takings`, async () => {
    const { house, club, done, ledger, takings, sell, payBack } = await openClub()
    const { priceId } = await addOffer(house, club, { capacity: 5 })
    const sale = await sell(priceId, paid)
    const minor = Math.round(sale.total * 100)
    await done('POST', `orders/${sale.order_id}/refunds`, {})
    await payBack(sale.order_id, back)
    const books = await ledger()
    assert.deepEqual([books[account], books[backAccount]], [minor, -minor])
    assert.deepEqual(await takings(), { [paid]: minor, [back]: -minor })
  })
}

test('whatever is sold, paid late and paid back, sales in the books are the confirmed orders, and ways are their accounts', async () => {
  const { house, club, shop, deps, done, ledger, takings, sell, payBack } = await openClub()
  const { pick, chance } = seededRandom(53)
  const { priceId } = await addOffer(house, club, { capacity: 400 })
  const isOwedBack = async (orderId: number) =>
    (await done('GET', `debts?order_id=${orderId}&owed_by=club`)).data.length > 0
  for (let act = 0; act < 16; act++) {
    const kind = pick(['cash', 'card', 'transfer', 'online', 'late', 'back', 'back'] as const)
    if (kind === 'cash' || kind === 'card') await sell(priceId, kind)
    if (kind === 'online') await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_ok' })
    if (kind === 'transfer') {
      const { orderId } = await orderByTransfer(house, club)
      await done('POST', `orders/${orderId}/record_transfer`, {})
    }
    if (kind === 'late') {
      const { orderId, priceId: scarce = 0 } = await orderByTransfer(house, club, { quantity: 1, capacity: 1 })
      house.clock.advance(8 * DAY_MS)
      await giveUpPayments(deps)
      await shop.checkOut(await shop.fill(scarce, 1), { payment_method: 'pm_test_ok' })
      await done('POST', `orders/${orderId}/record_transfer`, {})
      if (chance(0.5)) await payBack(orderId, 'transfer')
    }
    if (kind === 'back') {
      const [order] = await house.sql<{ order_id: number }[]>`
        select order_id
        from orders
        where org_id = ${club.orgId}
          and order_status = 'confirmed'
        order by order_id desc
        limit 1`
      if (!order) continue
      await done('POST', `orders/${order.order_id}/refunds`, {})
      if (await isOwedBack(order.order_id)) await payBack(order.order_id, pick(['cash', 'transfer'] as const))
    }
  }
  const books = await ledger()
  const [confirmed] = await house.sql<{ minor: number }[]>`
    select coalesce(sum(total_minor), 0)::bigint as minor
    from orders
    where org_id = ${club.orgId}
      and confirmed_at is not null`
  const sold = ['ticket_sales', 'service_fees', 'service_tax', 'transaction_fees', 'rebates', 'tax_payable']
  assert.equal(-sold.reduce((sum, account) => sum + (books[account] ?? 0), 0), confirmed?.minor)
  const byWay = await takings()
  const cards = (books.card_terminal_clearing ?? 0) + (books.test_clearing ?? 0)
  assert.deepEqual(
    [byWay.cash ?? 0, byWay.transfer ?? 0, byWay.card ?? 0, byWay.none ?? 0, books.instalments_received ?? 0],
    [books.cash ?? 0, books.bank ?? 0, cards, 0, 0],
  )
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})
