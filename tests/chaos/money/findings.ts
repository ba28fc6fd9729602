import { Readable } from 'node:stream'
import { auditBooks } from '../../../server/operator/audit/audit.ts'
import { readCsv } from '../../../server/platform/values/csv.ts'
import { toMinor } from '../../../server/platform/values/money.ts'
import type { openStripeServer } from '../../outside/stripe/server.ts'
import type { Finding } from '../run.ts'
import { ACCOUNT, type Books } from './books.ts'

type Stripe = Awaited<ReturnType<typeof openStripeServer>>

const DAY_S = 86_400

/** Every promise about money, each held against the models, Stripe's own lists or the rows. */
export async function findingsOf(books: Books, stripe: Stripe, kills: number): Promise<Finding[]> {
  const { all, log, tally } = books
  console.log(JSON.stringify({ orders: all.length, steps: books.steps(), kills, ...tally }))
  const debts = await countDebts(books)
  return [
    { promise: 'debts', figure: String(debts), kept: debts >= books.debts * 0.9 },
    finding('every answer is documented', log.undocumented),
    finding(
      'every step is taken once, or refused, as the model says',
      all.flatMap(({ orderId, wrong }) => wrong.map((line) => `order ${orderId}: ${line}`)),
    ),
    finding('orders, debts and credit are as the model has them', await differences(books)),
    finding('what came back at Stripe came back here, once', await reversalFindings(books, stripe)),
    finding('refunds are those of Stripe', await refundFindings(books, stripe)),
    finding('the books balance, and have what is open', await bookFindings(books)),
    finding(
      'grandstand audit finds nothing',
      (await auditBooks(books.orgId, books.sql)).map((difference) => JSON.stringify(difference)),
    ),
  ]
}

const finding = (promise: string, broken: string[]): Finding => ({
  promise,
  figure: broken.length === 0 ? 'kept' : `${broken.length}: ${broken.slice(0, 3).join('; ')}`,
  kept: broken.length === 0,
})

async function countDebts({ sql, orgId }: Books): Promise<number> {
  const [row] = await sql<{ debts: number }[]>`
    select count(*)::integer as debts
    from debts
    where org_id = ${orgId}`
  return row?.debts ?? 0
}

type OrderRow = {
  order_id: number
  refunded_minor: number
  settled_minor: number
  waived_minor: number
  cancelled_minor: number
  open_minor: number
  back_minor: number
  credit_minor: number
}

async function differences({ sql, orgId, all }: Books): Promise<string[]> {
  const rows = await sql<OrderRow[]>`
    select o.order_id, o.refunded_minor, coalesce(d.settled_minor, 0)::bigint as settled_minor,
      coalesce(d.waived_minor, 0)::bigint as waived_minor, coalesce(d.cancelled_minor, 0)::bigint as cancelled_minor,
      coalesce(d.open_minor, 0)::bigint as open_minor, coalesce(d.back_minor, 0)::bigint as back_minor,
      coalesce(a.balance_minor, 0) as credit_minor
    from orders o
    left join (
      select order_id, sum(settled_minor) filter (where owed_by = 'fan') as settled_minor,
        sum(waived_minor) filter (where owed_by = 'fan') as waived_minor,
        sum(cancelled_minor) filter (where owed_by = 'fan') as cancelled_minor,
        sum(amount_minor - settled_minor - waived_minor - cancelled_minor) filter (where owed_by = 'fan') as open_minor,
        sum(amount_minor - settled_minor - waived_minor - cancelled_minor) filter (where owed_by = 'club') as back_minor
      from debts
      where org_id = ${orgId}
      group by order_id
    ) d using (order_id)
    left join credit_accounts a on a.org_id = ${orgId} and a.user_id = o.user_id
    where o.org_id = ${orgId}`
  const byOrder = new Map(rows.map((row) => [row.order_id, row]))
  return all.flatMap(({ orderId, began, model, story }) => {
    const row = byOrder.get(orderId)
    const counted = row && [
      ...[row.open_minor, row.settled_minor, row.waived_minor, row.cancelled_minor],
      ...[row.refunded_minor, row.back_minor, row.credit_minor],
    ]
    const expected = [
      ...[model.open, model.settled, model.waived, model.cancelled],
      ...[model.refunded, model.owedBack, model.credit],
    ]
    return String(counted) === String(expected)
      ? []
      : [`order ${orderId} (${began}; ${story.join(', ')}): ${counted}, not ${expected}`]
  })
}

/** Each dispute and each refund of Stripe's own is one reversal; one that was won has come back, unless the fan had paid meanwhile. */
async function reversalFindings({ sql, orgId }: Books, stripe: Stripe): Promise<string[]> {
  const rows = await sql<{ kind: string; reference: string; times: number }[]>`
    select kind, reference, count(*)::integer as times
    from payment_reversals
    where org_id = ${orgId}
      and reference is not null
    group by kind, reference`
  const times = new Map(rows.map(({ kind, reference, times: count }) => [`${kind} ${reference}`, count]))
  const foreign = stripe.refunds.list(ACCOUNT, undefined).filter(({ metadata }) => Object.keys(metadata).length === 0)
  const wanted = [
    ...[...stripe.disputes.all.keys()].map((id) => `dispute_opened ${id}`),
    ...foreign.map(({ id }) => `provider_refund ${id}`),
  ]
  const unknown = [...times.keys()].filter((name) => !name.startsWith('dispute_won') && !wanted.includes(name))
  return [
    ...wanted.filter((name) => times.get(name) !== 1).map((name) => `${name}: ${times.get(name) ?? 0} times`),
    ...unknown.map((name) => `${name} did not happen at Stripe`),
  ]
}

/** What we say has gone back by card is what Stripe says, payment by payment. */
async function refundFindings({ sql, orgId }: Books, stripe: Stripe): Promise<string[]> {
  const rows = await sql<{ provider_reference: string; back_minor: number; open: number }[]>`
    select p.provider_reference, p.refunded_minor + coalesce((
      select sum(v.amount_minor)
      from payment_reversals v
      where v.org_id = ${orgId}
        and v.payment_id = p.payment_id
        and v.kind = 'provider_refund'
    ), 0)::bigint as back_minor, (
      select count(*)
      from refunds r
      where r.org_id = ${orgId}
        and r.payment_id = p.payment_id
        and r.refund_status <> 'succeeded'
    )::integer as open
    from payments p
    where p.org_id = ${orgId}
      and p.provider = 'stripe'`
  return rows.flatMap(({ provider_reference: id, back_minor: back, open }) => [
    ...(stripe.refunds.refunded(id) === back ? [] : [`${id}: ${back}, not ${stripe.refunds.refunded(id)}`]),
    ...(open === 0 ? [] : [`${id}: ${open} refunds are not done`]),
  ])
}

async function bookFindings({ urls, key, all }: Books): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - DAY_S}&unix_end=${now + 60}`
  const answer = await fetch(`${urls()[0]}${path}`, { headers: { authorization: `Bearer ${key}` } })
  if (!answer.ok) return [`the books answer by ${answer.status}`]
  const balances: Record<string, number> = {}
  let sum = 0
  for await (const { cells } of readCsv(Readable.from([Buffer.from(await answer.arrayBuffer())]))) {
    const [, , account = '', debit, credit] = cells
    if (account === 'account') continue
    const value = (toMinor(Number(debit), 'AUD') ?? 0) - (toMinor(Number(credit), 'AUD') ?? 0)
    balances[account] = (balances[account] ?? 0) + value
    sum += value
  }
  const total = (of: (model: (typeof all)[number]['model']) => number) =>
    all.reduce((result, { model }) => result + of(model), 0)
  const expected: Record<string, number> = {
    receivables: total(({ open }) => open),
    refunds_payable: -total(({ owedBack }) => owedBack),
    customer_credit: -total(({ credit }) => credit),
  }
  return [
    ...(sum === 0 ? [] : [`debits less credits are ${sum}`]),
    ...Object.entries(expected)
      .filter(([account, value]) => (balances[account] ?? 0) !== value)
      .map(([account, value]) => `${account}: ${balances[account] ?? 0}, not ${value}`),
  ]
}
