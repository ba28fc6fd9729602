import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { minorAmount } from '../../platform/postgres/major-amount.ts'
import { namesOf } from '../../platform/postgres/records.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { movementColumns } from './store-payouts.ts'

/** What a sandbox had moved before we paid sandboxes out is not paid out any more, but for the last of it. */
const PAST_MS = 35 * DAY_MS
/** What the test provider takes of a payment, and for a dispute. */
const FEE_THOUSANDTHS = 14
const FEE = 0.25
const DISPUTE_FEE = 15

/**
 * Pays a sandbox out, by its own clock and its own days: the money of a day at the beginning of the day after the next, less fees, each
 * currency by itself. Answers how many payouts there were.
 */
export async function payOutSandbox(orgId: OrgId, sql: Sql, now: Date, timezone: string): Promise<number> {
  let payouts = 0
  for (let isOver = false; !isOver; ) {
    const paidOut = await sql.begin((tx) => payOutDay(orgId, tx, now, timezone))
    payouts += paidOut ?? 0
    isOver = paidOut === undefined
  }
  return payouts
}

/** The first day that is left; undefined where none is. */
async function payOutDay(orgId: OrgId, tx: Tx, now: Date, timezone: string): Promise<number | undefined> {
  const [reading] = await tx<{ since: Date; until: Date; tomorrow: Date }[]>`
    select coalesce(collected_until, ${new Date(now.getTime() - PAST_MS)}) as since, ${startOf(tx, now, timezone, -1)} as until,
      ${startOf(tx, now, timezone, 1)} as tomorrow
    from payout_readings
    where org_id = ${orgId}
    for update`
  if (!reading) throw new Error('a reading was lost')
  const { since, until, tomorrow } = reading
  const [first] = await findFirst(orgId, tx, since, until)
  const [day] =
    first?.moved_at == null
      ? []
      : await tx<{ until: Date; issued_at: Date; name: string }[]>`
          select ${startOf(tx, first.moved_at, timezone, 1)} as until, ${startOf(tx, first.moved_at, timezone, 2)} as issued_at,
            to_char(${first.moved_at}::timestamptz at time zone ${timezone}, 'YYYYMMDD') as name`
  await tx`
    update payout_readings
    set collected_until = ${day?.until ?? until}, due_at = ${tomorrow}, changed_at = ${now}
    where org_id = ${orgId}`
  return day && payOut(orgId, tx, now, { ...day, since, timezone })
}

/** Midnight by the organisation's clock, so many days after that of a time. */
const startOf = (sql: Db, at: Date, timezone: string, days: number) =>
  sql`(date_trunc('day', ${at}::timestamptz at time zone ${timezone}) + ${days} * interval '1 day') at time zone ${timezone}`

/** When the first money moved that is not paid out. */
export const findFirst = (orgId: OrgId, sql: Db, since: Date, until: Date | null) => sql<{ moved_at: Date | null }[]>`
  select min(moved_at) as moved_at
  from (${moved(orgId, sql, since, until)}) m`

/** What the test provider has in its account, and has not paid out. */
const moved = (orgId: OrgId, sql: Db, since: Date, until: Date | null) => sql`
  select 'payment' as kind, 'txn_test_payment_' || payment_id as provider_reference, provider_reference as source_reference,
    succeeded_at as moved_at, amount_minor, round(amount_minor * ${FEE_THOUSANDTHS} / 1000.0)::bigint + ${minorAmount(sql, FEE, sql`currency`)} as fee_minor, currency,
    payment_id, null::bigint as refund_id, null::bigint as payment_reversal_id
  from payments
  where org_id = ${orgId}
    and provider = 'test'
    and succeeded_at >= ${since}
    and (${until}::timestamptz is null or succeeded_at < ${until})
  union all
  select 'refund', 'txn_test_refund_' || r.refund_id, r.provider_reference, r.changed_at, -r.amount_minor, 0, p.currency, null, r.refund_id, null
  from refunds r
  join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
  where r.org_id = ${orgId}
    and p.provider = 'test'
    and r.refund_status = 'succeeded'
    and r.changed_at >= ${since}
    and (${until}::timestamptz is null or r.changed_at < ${until})
  union all
  select case v.kind when 'dispute_won' then 'dispute_won' else 'dispute' end, 'txn_test_reversal_' || v.payment_reversal_id, v.reference,
    v.created_at, -v.amount_minor, case v.kind when 'dispute_opened' then ${minorAmount(sql, DISPUTE_FEE, sql`p.currency`)} else 0 end, p.currency, null, null,
    v.payment_reversal_id
  from payment_reversals v
  join payments p on p.org_id = ${orgId} and p.payment_id = v.payment_id
  where v.org_id = ${orgId}
    and p.provider = 'test'
    and v.kind in ('dispute_opened', 'dispute_won', 'returned')
    and v.created_at >= ${since}
    and (${until}::timestamptz is null or v.created_at < ${until})`

type Day = { since: Date; until: Date; issued_at: Date; name: string; timezone: string }

/** What was paid out before, and has been touched since, is not paid out again. */
async function payOut(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { since, until, issued_at, name, timezone }: Day,
): Promise<number> {
  const [written] = await tx<{ payouts: number }[]>`
    with moved as materialized (
      select m.*, m.amount_minor - m.fee_minor as net_minor, m.kind as provider_kind
      from (${moved(orgId, tx, since, until)}) m
      where not exists (
        select
        from payout_movements k
        where k.org_id = ${orgId}
          and k.provider_reference = m.provider_reference
      )
    ), paid_out as (
      insert into payouts (
        org_id, provider, provider_reference, payout_status, amount_minor, currency, is_automatic, issued_at, arrives_on, statement_text, paid_at,
        reading, movements, fee_minor, net_minor, created_at, changed_at
      )
      select ${orgId}, 'test', 'po_test_' || ${name} || '_' || lower(currency), 'paid', sum(net_minor), currency, true, ${issued_at},
        (${issued_at}::timestamptz at time zone ${timezone})::date, 'GRANDSTAND TEST', ${now}, 'read', count(*), sum(fee_minor), sum(net_minor),
        ${now}, ${now}
      from moved
      group by currency
      returning payout_id, currency
    ), stored as (
      insert into payout_movements (
        org_id, payout_id, ${namesOf(tx, movementColumns)}, payment_id, refund_id, payment_reversal_id, matched_at, created_at, changed_at
      )
      select ${orgId}, payout_id, ${namesOf(tx, movementColumns)}, payment_id, refund_id, payment_reversal_id, ${now}, ${now}, ${now}
      from moved
      join paid_out using (currency)
      order by moved_at, provider_reference
    )
    select count(*)::integer as payouts
    from paid_out`
  return written?.payouts ?? 0
}
