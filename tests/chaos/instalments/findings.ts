import { Readable } from 'node:stream'
import { PART_MINOR } from '../../../bench/instalments/seed-plans.ts'
import { ledgerFile } from '../../../server/files/exports/ledger-file.ts'
import { auditBooks } from '../../../server/operator/audit/audit.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { readCsv } from '../../../server/platform/values/csv.ts'
import { DAY_MS } from '../../../server/platform/values/durations.ts'
import { toMinor } from '../../../server/platform/values/money.ts'
import { memberStatus } from '../../../server/programme/statuses.ts'
import type { Finding } from '../run.ts'
import { ACCOUNT, CARDS, type NightClub, type Stripe } from './club.ts'
import { PAID_BACK, staysOwed, wayOf } from './leavers.ts'

type Night = { kills: number; seconds: number }

/** What Stripe has of a member: intents that were paid, and those that their bank has turned down. */
type AtStripe = { paid: number; paidMinor: number; declined: number; refundedMinor: number }

/** When the ladder's days are over: each instalment was charged once or has failed, and both books say so. */
export async function findingsOf(sql: Sql, club: NightClub, stripe: Stripe, night: Night): Promise<Finding[]> {
  const atStripe = readStripe(club, stripe)
  const rows = await readInstalments(sql, club)
  const collectedMinor = atStripe.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
  console.log(JSON.stringify({ ...night, ...tallyOf(rows), calls: stripe.calls.length, collectedMinor }))
  const refundedMinor = atStripe.reduce((sum, each) => sum + each.refundedMinor, 0)
  const openMinor = atStripe.reduce(
    (sum, { paidMinor }, index) => sum + (staysOwed(index + 1) ? 2 * PART_MINOR - paidMinor : 0),
    0,
  )
  type IsBroken = (at: AtStripe, row: Row, index: number) => boolean
  const among = (isMeant: (index: number) => boolean, promise: string, isBroken: IsBroken) => {
    const broken = atStripe.flatMap((at, index) => {
      if (!isMeant(index)) return []
      const row = rows[index]
      return row === undefined || isBroken(at, row, index) ? [line(club, index, at, row)] : []
    })
    return finding(promise, broken)
  }
  const hasLeft = (index: number) => wayOf(index + 1) !== undefined
  const each = (promise: string, isBroken: IsBroken) => among((index) => !hasLeft(index), promise, isBroken)
  const cardOf = (index: number) => CARDS[club.cards[index] ?? 'pm_card_visa']
  return [
    each('none was skipped', (_at, { attempts }) => attempts === 0),
    each('each is charged once at Stripe, or failed by its ladder', ({ paid }, _row, index) =>
      cardOf(index).pays ? paid !== 1 : paid !== 0,
    ),
    each('no bank is asked more often than the ladder says', ({ declined }, _row, index) =>
      cardOf(index).pays || cardOf(index).declines > 1
        ? declined > cardOf(index).declines
        : declined !== cardOf(index).declines,
    ),
    each(
      'who does not pay is cancelled by the rule, and nobody else',
      (_at, { member_status }, index) => (member_status === memberStatus.cancelled) === cardOf(index).pays,
    ),
    among(
      hasLeft,
      'who has left is cancelled, and was charged once at most',
      ({ paid }, { member_status }) => paid > 1 || member_status !== memberStatus.cancelled,
    ),
    among(
      hasLeft,
      'who has left owes what staff said',
      ({ paidMinor }, { open_minor }, index) => open_minor !== (staysOwed(index + 1) ? 2 * PART_MINOR - paidMinor : 0),
    ),
    among(
      () => true,
      'what staff paid back has gone back, and what came too late for a debt that was gone',
      ({ paidMinor, refundedMinor }, { settled_minor }, index) =>
        refundedMinor !== (wayOf(index + 1) === PAID_BACK ? PART_MINOR : 0) + paidMinor - settled_minor,
    ),
    among(
      () => true,
      'our rows say what Stripe says',
      ({ paid, declined }, row) => String([paid, declined]) !== String([row.paid, row.declined]),
    ),
    each('what was paid is paid, and what has failed has failed and is left to its fan', ({ paid }, row) =>
      paid === 1 ? row.debt_status !== 'paid' : row.debt_status !== 'failed' || row.next_attempt_at !== null,
    ),
    each(
      'each end was told once, by message and by mail',
      (_at, row) => row.told_paid !== row.paid || row.mails !== row.failed,
    ),
    finding('nothing is left unknown', await openPayments(sql, club)),
    finding(
      'the books have what Stripe has collected, to the cent',
      await bookFindings(sql, club, { collectedMinor, refundedMinor, openMinor }),
    ),
    finding(
      'grandstand audit finds nothing',
      (await auditBooks(club.orgId, sql)).map((difference) => JSON.stringify(difference)),
    ),
  ]
}

const finding = (promise: string, broken: string[]): Finding => ({
  promise,
  figure: broken.length === 0 ? 'kept' : `${broken.length}: ${broken.slice(0, 3).join('; ')}`,
  kept: broken.length === 0,
})

const line = ({ cards }: NightClub, index: number, at: AtStripe, row: Row | undefined) =>
  `member ${index + 1} with ${cards[index]}, at Stripe ${JSON.stringify(at)}, here ${JSON.stringify(row)}`

function readStripe({ cards }: NightClub, stripe: Stripe): AtStripe[] {
  const members = cards.map(() => ({ paid: 0, paidMinor: 0, declined: 0, refundedMinor: 0 }))
  for (const {
    id,
    metadata,
    account,
    customer,
    status,
    amount_received,
    last_payment_error,
  } of stripe.intents.all.values()) {
    const member = members[Number(customer?.slice(4)) - 1]
    if (account !== ACCOUNT || !member) throw new Error(`Stripe was asked to charge ${customer} of ${account}`)
    member.refundedMinor += stripe.refunds.refunded(id)
    if (metadata.first) continue
    if (status === 'succeeded') member.paid += 1
    member.paidMinor += amount_received
    if (last_payment_error !== null) member.declined += 1
  }
  return members
}

type Row = {
  attempts: number
  debt_status: string
  settled_minor: number
  next_attempt_at: Date | null
  /** Of all instalments. */
  open_minor: number
  member_status: number
  paid: number
  /** Attempts that came to nothing; of them those that a bank has turned down, as Stripe says. */
  failed: number
  declined: number
  told_paid: number
  mails: number
}

/** The second instalment of each member, in the order of members. */
async function readInstalments(sql: Sql, { orgId }: NightClub): Promise<Row[]> {
  return sql<Row[]>`
    select d.attempts, d.debt_status, d.settled_minor, d.next_attempt_at, coalesce(p.paid, 0)::integer as paid,
      coalesce(p.failed, 0)::integer as failed, coalesce(p.declined, 0)::integer as declined, coalesce(w.told, 0)::integer as told_paid,
      coalesce(m.mails, 0)::integer as mails, o.open_minor, x.membership_member_status_id as member_status
    from debts d
    join membership_plans g using (org_id, membership_plan_id)
    join members x on x.org_id = ${orgId} and x.membership_member_id = g.membership_member_id
    cross join lateral (
      select sum(y.amount_minor - y.settled_minor - y.waived_minor - y.cancelled_minor)::bigint as open_minor
  
      from debts y
      where y.org_id = ${orgId}
        and y.membership_plan_id = d.membership_plan_id
    ) o
    left join (
      select f.debt_id, count(*) filter (where p.payment_status = 'succeeded') as paid,
        count(*) filter (where p.payment_status = 'failed' and p.failure_code <> 'provider_refused' and p.decline_code is distinct from 'never_arrived') as failed,
        count(*) filter (where p.payment_status = 'failed' and p.failure_code = 'card_declined') as declined
      from payment_debts f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
      group by f.debt_id
    ) p using (debt_id)
    left join (
      select (payload::json #>> '{data,instalment,instalment_id}')::bigint as debt_id, count(*) as told
      from webhook_messages
      where org_id = ${orgId}
        and type = 'instalment.paid'
      group by 1
    ) w using (debt_id)
    left join (
      select about_id as debt_id, count(*) as mails
      from mails
      where org_id = ${orgId}
        and kind = 'instalment_failed'
      group by about_id
    ) m using (debt_id)
    where d.org_id = ${orgId}
      and d.instalment_number = 2
    order by d.debt_id`
}

function tallyOf(rows: Row[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const { debt_status, attempts } of rows) {
    const word = `${debt_status} after ${attempts}`
    tally[word] = (tally[word] ?? 0) + 1
  }
  return tally
}

async function openPayments(sql: Sql, { orgId }: NightClub): Promise<string[]> {
  const rows = await sql<{ payment_id: number; payment_status: string }[]>`
    select payment_id, payment_status
    from payments
    where org_id = ${orgId}
      and payment_status not in ('succeeded', 'failed', 'cancelled')`
  return rows.map((row) => JSON.stringify(row))
}

/** From before the first instalments were paid until after the last day. */
async function bookFindings(
  sql: Sql,
  club: NightClub,
  { collectedMinor, refundedMinor, openMinor }: { collectedMinor: number; refundedMinor: number; openMinor: number },
): Promise<string[]> {
  const from = new Date(club.startedAt.getTime() - 60 * DAY_MS)
  const until = new Date(club.startedAt.getTime() + 60 * DAY_MS)
  const balances: Record<string, number> = {}
  let sum = 0
  for await (const { cells } of readCsv(
    Readable.from(ledgerFile(club.orgId, sql, { from, until, eventId: undefined })),
  )) {
    const [, , account = '', debit, credit] = cells
    if (account === 'account') continue
    const value = (toMinor(Number(debit), 'AUD') ?? 0) - (toMinor(Number(credit), 'AUD') ?? 0)
    balances[account] = (balances[account] ?? 0) + value
    sum += value
  }
  const firstsMinor = club.instalments * PART_MINOR
  const expected: Record<string, number> = {
    stripe_clearing: firstsMinor + collectedMinor - refundedMinor,
    receivables: openMinor,
  }
  return [
    ...(sum === 0 ? [] : [`debits less credits are ${sum}`]),
    ...Object.entries(expected)
      .filter(([account, value]) => (balances[account] ?? 0) !== value)
      .map(([account, value]) => `${account}: ${balances[account] ?? 0}, not ${value}`),
  ]
}
