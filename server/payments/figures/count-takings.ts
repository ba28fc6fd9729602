import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { createTurns } from '../../platform/process/turns.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { type MoneySpan, movements } from './movements.ts'

/** Every zone in use is a whole number of quarters from UTC, so days of any of them are sums of these. */
const QUARTER_MS = 15 * MINUTE_MS
/** Money bears the time at which its transaction began to write, and is seen once that has committed. So much later nothing comes any more. */
const OVER_AFTER_MS = 2 * MINUTE_MS
/** One transaction counts at most so many payments, or the payments of one quarter. */
const PAYMENTS_MAX = 20_000
/** How many one process counts at a time: figures must leave a sale its connections. */
const COUNTING_MAX = 2

export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS)
const nextQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / QUARTER_MS) * QUARTER_MS)

/** Within the time, the whole quarters that are counted: everything before and after them is to be read from the rows themselves. */
export function countedWithin({ from, until }: MoneySpan, counted: MoneySpan | undefined): MoneySpan {
  const first = nextQuarter(from)
  const last = counted ? earlier(quarterOf(until), counted.until) : first
  return last > first ? { from: first, until: last } : { from: until, until }
}

/**
 * What to count next, so that the time that is asked for is counted as far as it is over. What is counted is one time without a gap, which
 * grows at both of its ends.
 */
export function nextStep(asked: MoneySpan, counted: MoneySpan | undefined, now: Date): MoneySpan | undefined {
  const first = nextQuarter(asked.from)
  const over = quarterOf(new Date(now.getTime() - OVER_AFTER_MS))
  const { from, until } = counted ?? { from: over, until: over }
  if (until < earlier(quarterOf(asked.until), over)) return { from: until, until: over }
  return first < from ? { from: first, until: from } : undefined
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
const later = (a: Date, b: Date): Date => (a > b ? a : b)

export type TakingsCounter = {
  /** What is counted by now, with the time that is asked for; undefined where that took too long, and the caller has to ask again. */
  count(
    orgId: OrgId,
    asked: MoneySpan,
    now: Date,
    withinMs: number,
  ): Promise<{ counted: MoneySpan | undefined } | undefined>
}

/** Brings `takings_quarters` up to date: quarters that are over are added up once, since money that has come or gone stays so. */
export function createTakingsCounter(sql: Sql, paymentsMax = PAYMENTS_MAX): TakingsCounter {
  const turns = createTurns(COUNTING_MAX)
  return {
    async count(orgId, asked, now, withinMs) {
      const began = performance.now()
      for (;;) {
        const counted = await findCounted(orgId, sql)
        if (!nextStep(asked, counted, now)) return { counted }
        if (performance.now() - began > withinMs) return undefined
        const end = await turns.take('takings')
        try {
          await sql.begin((tx) => countStep(orgId, tx, asked, now, paymentsMax))
        } finally {
          end()
        }
      }
    },
  }
}

async function findCounted(orgId: OrgId, sql: Db): Promise<MoneySpan | undefined> {
  const [counted] = await sql<MoneySpan[]>`
    select counted_from as "from", counted_until as "until"
    from takings_counted
    where org_id = ${orgId}`
  return counted
}

/** Two who count wait for each other here, and the second looks again. Nothing is counted yet where there was no row. */
async function lockCounted(orgId: OrgId, tx: Tx, empty: Date): Promise<MoneySpan> {
  await tx`
    insert into takings_counted (org_id, counted_from, counted_until)
    values (${orgId}, ${empty}, ${empty})
    on conflict (org_id) do nothing`
  const [counted] = await tx<MoneySpan[]>`
    select counted_from as "from", counted_until as "until"
    from takings_counted
    where org_id = ${orgId}
    for update`
  if (!counted) throw new Error('what is counted of the takings is not on record')
  return counted
}

/** After money was written into the past, as demo data is: all of it is counted again at the next look. */
export async function forgetCounted(orgId: OrgId, tx: Db): Promise<void> {
  await tx`
    update takings_counted
    set counted_from = counted_until
    where org_id = ${orgId}`
  await tx`
    delete from takings_quarters
    where org_id = ${orgId}`
}

async function countStep(orgId: OrgId, tx: Tx, asked: MoneySpan, now: Date, paymentsMax: number): Promise<void> {
  const counted = await lockCounted(orgId, tx, quarterOf(new Date(now.getTime() - OVER_AFTER_MS)))
  const next = nextStep(asked, counted, now)
  if (!next) return
  const step = await narrow(orgId, tx, next, next.from < counted.from, paymentsMax)
  await addUp(orgId, tx, step)
  await tx`
    update takings_counted
    set counted_from = ${earlier(step.from, counted.from)}, counted_until = ${later(step.until, counted.until)}
    where org_id = ${orgId}`
}

/** Of quarters that have no rows yet. */
async function addUp(orgId: OrgId, tx: Tx, span: MoneySpan): Promise<void> {
  await tx`
    insert into takings_quarters (
      org_id, quarter, nth, event_id, sales_channel, payment_method, currency, payments, paid_minor, refunds, refunded_minor,
      service_fee_minor, service_tax_minor, transaction_fee_minor, rebate_minor
    )
    select ${orgId}::bigint, m.quarter, row_number() over (partition by m.quarter), m.event_id, m.sales_channel, m.payment_method,
      m.currency, sum(m.payments), sum(m.paid_minor)::bigint, sum(m.refunds), sum(m.refunded_minor)::bigint,
      sum(m.service_fee_minor)::bigint, sum(m.service_tax_minor)::bigint, sum(m.transaction_fee_minor)::bigint,
      sum(m.rebate_minor)::bigint
    from (
      select date_bin('15 minutes', m.at, timestamptz 'epoch') as quarter, m.*
      from (${movements(orgId, tx, span)}) as m
    ) as m
    group by m.quarter, m.event_id, m.sales_channel, m.payment_method, m.currency`.freshPlan()
}

/** As much of it as one transaction counts, at the end where it borders on what is counted. */
async function narrow(
  orgId: OrgId,
  tx: Tx,
  { from, until }: MoneySpan,
  isBefore: boolean,
  paymentsMax: number,
): Promise<MoneySpan> {
  const [beyond] = await tx<{ at: Date }[]>`
    select succeeded_at as at
    from payments
    where org_id = ${orgId}
      and succeeded_at >= ${from}
      and succeeded_at < ${until}
    order by succeeded_at ${isBefore ? tx`desc` : tx`asc`}
    offset ${paymentsMax}
    limit 1`
  if (!beyond) return { from, until }
  return isBefore
    ? { from: earlier(nextQuarter(beyond.at), new Date(until.getTime() - QUARTER_MS)), until }
    : { from, until: later(quarterOf(beyond.at), new Date(from.getTime() + QUARTER_MS)) }
}

/**
 * The quarter of an instant once more, whose money has changed since: banks refuse refunds days later. In the transaction that says so,
 * after it has changed the refund: a count before it is corrected here, and a count after it sees the change.
 */
export async function recountQuarter(orgId: OrgId, tx: Tx, at: Date): Promise<void> {
  const quarter = quarterOf(at)
  const { from, until } = await lockCounted(orgId, tx, quarter)
  if (at < from || at >= until) return
  await tx`
    delete from takings_quarters
    where org_id = ${orgId}
      and quarter = ${quarter}`
  await addUp(orgId, tx, { from: quarter, until: new Date(quarter.getTime() + QUARTER_MS) })
}
