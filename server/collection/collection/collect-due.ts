import { systemActor } from '../../access/audit/record.ts'
import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SettleDeps } from '../../checkout/answers/settle-deps.ts'
import { settleAttempt } from '../../ledger/debts/settle-attempt.ts'
import { isMembershipCancelled } from '../../ledger/ladder/membership-plan.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { begunOf } from '../../payments/payments/ask-again.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { announceDebit } from './announce-debits.ts'
import { type DraftedAttempt, draftAttempt } from './draft-attempt.ts'

const BATCH = 40
/** So many charges of one organisation are under way at once in a process: its account is not flooded. */
const AT_ONCE = 8
/** So many of one organisation in a run, ten a second: the next then has its turn, and the sale that is on beside it keeps its own. */
const TURN_MAX = 50
/** A process that dies after it has claimed a debt and before it has drafted a payment leaves it to another after so long. */
const LEASE_MS = 10 * MINUTE_MS

/**
 * Charges every instalment whose hour has come from what its fan has left with the provider. Any number of workers share the work:
 * a debt has one payment at a time by its own constraint, which is on record with its key before the provider is asked, and a payment
 * whose answer was lost is settled as those of orders are. Answers how many were asked for.
 */
export async function collectDue(deps: SettleDeps & Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from debts
      where next_attempt_at <= ${now}
        and closed_at is null
        and attempt_payment_id is null
        and leased_until <= ${now}`,
    oldest: deps.sql`next_attempt_at`,
  })
  return eachDue(deps.sql, deps, { due, batch: BATCH }, (orgId) => collectOrganisation(deps, orgId))
}

/**
 * Lanes that each take the next debt as soon as they have asked for one: an answer that is long in coming holds none up. One that fails is
 * left to its lease, and keeps none that was claimed with it waiting.
 */
async function collectOrganisation(deps: SettleDeps & Clocks, orgId: OrgId): Promise<number> {
  const mostMore = () => (deps.only === undefined ? TURN_MAX - asked : BATCH)
  const failures: unknown[] = []
  let asked = 0
  let claimed: Claimed[] = []
  let claiming: Promise<void> | undefined
  let isMore = true
  const claim = async () => {
    claimed = await claimDue(orgId, deps.sql, deps.clock(orgId), Math.min(BATCH, mostMore()))
    asked += claimed.length
    isMore = claimed.length === BATCH && mostMore() > 0
  }
  const next = async (): Promise<Claimed | undefined> => {
    while (claimed.length === 0 && isMore && failures.length === 0) {
      claiming ??= claim().finally(() => {
        claiming = undefined
      })
      await claiming
    }
    return claimed.shift()
  }
  const lane = async () => {
    for (let debt = await next(); debt !== undefined; debt = await next())
      await collectDebt(deps, orgId, debt).catch((error: unknown) => failures.push(error))
  }
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  failures.push(...lanes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  if (failures.length > 0) throw failures[0]
  return asked
}

/** Until then the debt is its claimer's, unless its fan, staff or the ladder give it another day meanwhile. */
type Claimed = { debtId: number; lease: Date }

/**
 * Drafting the payment ends the lease. In the order of the index alone: a night's debts are due at one instant, and all of them would be
 * sorted for each batch.
 */
async function claimDue(orgId: OrgId, sql: Sql, now: Date, most: number): Promise<Claimed[]> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const rows = await sql<{ debt_id: number }[]>`
    with due as (
      select debt_id
      from debts
      where org_id = ${orgId}
        and next_attempt_at <= ${now}
        and closed_at is null
        and attempt_payment_id is null
        and leased_until <= ${now}
      order by next_attempt_at
      limit ${most}
      for no key update skip locked
    )
    update debts d
    set leased_until = ${lease}
    from due
    where d.org_id = ${orgId}
      and d.debt_id = due.debt_id
    returning d.debt_id`
  return rows.map(({ debt_id: debtId }) => ({ debtId, lease })).sort((a, b) => a.debtId - b.debtId)
}

/** Asks for the money outside any transaction: the rows already say what is being asked, and under which key. */
async function collectDebt(deps: SettleDeps, orgId: OrgId, claimed: Claimed): Promise<void> {
  const drafted = (await deps.sql.begin((tx) => draftDue(deps, orgId, tx, claimed))) as DraftedAttempt | undefined
  if (drafted?.kind !== 'drafted') return
  const { paymentId, provider, charge } = drafted
  const result = await provider.create(charge, begunOf(deps, orgId, paymentId))
  await settleAttempt(deps, { orgId, paymentId }, result)
}

type MeansRow = {
  payment_means_id: number
  customer_reference: string
  method_reference: string
  mandate_id: number | null
  is_announced: boolean
}

/**
 * Undefined where there is nothing to charge any more: it was paid, moved or let go since it was claimed, its order was closed, or its means
 * are given up.
 */
async function draftDue(
  deps: SettleDeps,
  orgId: OrgId,
  tx: Tx,
  { debtId, lease }: Claimed,
): Promise<DraftedAttempt | undefined> {
  await lockDebts(orgId, tx, [debtId])
  const [means] = await tx<MeansRow[]>`
    select k.payment_means_id, k.customer_reference, k.method_reference, m.mandate_id,
      m.mandate_id is null or coalesce(d.debit_announced_for = d.next_attempt_at or d.debit_announced_for <= ${deps.clock(orgId)}, false) as is_announced
    from debts d
    join orders o on o.org_id = d.org_id and o.order_id = d.order_id and o.order_status in ('confirmed', 'pending')
    join membership_plans p on p.org_id = d.org_id and p.membership_plan_id = d.membership_plan_id
    join payment_means k on k.org_id = p.org_id and k.payment_means_id = p.payment_means_id
    left join mandates m on m.org_id = k.org_id and m.payment_means_id = k.payment_means_id and m.mandate_status = 'active'
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}
      and d.leased_until = ${lease}
      and d.next_attempt_at <= ${deps.clock(orgId)}
      and d.closed_at is null
      and d.attempt_payment_id is null
      and k.means_status = 'active'
      and p.collection_status = 'running'
      and not ${isMembershipCancelled(tx, orgId)}
      and (k.means_kind = 'card' or m.mandate_id is not null)`
  if (!means) return letBe(orgId, tx, deps.clock(orgId), { debtId, lease })
  // A debit is not submitted before its notice lets it: it is announced now, for the first day that is late enough.
  if (!means.is_announced) {
    await announceDebit(orgId, tx, deps.clock(orgId), debtId)
    return
  }
  const actor = systemActor(orgId)
  return draftAttempt({ ...deps, orgId, tx, actor }, debtId, {
    paymentMethod: means.method_reference,
    wholePlan: false,
    kept: { meansId: means.payment_means_id, customer: means.customer_reference, mandateId: means.mandate_id },
  })
}

/** Without means that can be charged it is left to the fan, who is told, or to staff; it has failed from now on. */
async function letBe(orgId: OrgId, tx: Tx, now: Date, { debtId, lease }: Claimed): Promise<undefined> {
  const [left] = await tx<{ open_order_id: number | null; attempts: number; is_asked: boolean }[]>`
    update debts d
    set next_attempt_at = null, leased_until = '-infinity', first_failed_at = coalesce(first_failed_at, ${now}), ladder_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}
      and attempt_payment_id is null
      and closed_at is null
      and leased_until = ${lease}
      and next_attempt_at <= ${now}
    returning attempts, (
      select o.order_id
      from orders o
      where o.org_id = ${orgId}
        and o.order_id = d.order_id
        and o.order_status in ('confirmed', 'pending')
    ) as open_order_id, coalesce((
      select p.collection_status = 'stopped' or k.means_status = 'given_up'
      from membership_plans p
      left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
      where p.org_id = ${orgId}
        and p.membership_plan_id = d.membership_plan_id
    ), false) as is_asked`
  if (!left || left.open_order_id === null) return
  const messageId = `instalment-${debtId}-left-${left.attempts}`
  // Where staff have stopped charging, or a mandate was given up, nothing has failed: the mail asks for the money.
  const kind = left.is_asked ? 'debt_reminder' : 'instalment_failed'
  await noteMails(orgId, tx, now, [{ kind, orderId: left.open_order_id, aboutId: debtId, messageId }])
}
