import { eachOrganisation, findDueByClock } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { begunOf, type SettleDeps } from '../checkout/settle-payment.ts'
import { type DraftedAttempt, draftAttempt } from '../debt-page/draft-attempt.ts'
import { settleAttempt } from '../debts/settle-attempt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { announceDebit } from './announce-debits.ts'

const ORGANISATIONS_MAX = 100
const BATCH = 40
/** So many charges of one organisation are under way at once in a process: its account is not flooded. */
const AT_ONCE = 8
/** A process that dies after it has claimed a debt and before it has drafted a payment leaves it to another after so long. */
const LEASE_MS = 10 * MINUTE_MS

/**
 * Charges every instalment whose hour has come from what its fan has left with the provider. Any number of workers share the work:
 * a debt has one payment at a time by its own constraint, which is on record with its key before the provider is asked, and a payment
 * whose answer was lost is settled as those of orders are. Answers how many were asked for.
 */
export async function collectDue(deps: SettleDeps & Clocks): Promise<number> {
  const waiting = await findDueByClock(
    deps.sql,
    deps,
    (isWorkedOn, now) => deps.sql<{ org_id: number }[]>`
    select distinct org_id
    from (
      select org_id
      from debts
      where next_attempt_at <= ${now}
        and closed_at is null
        and attempt_payment_id is null
        and ${isWorkedOn}
      order by next_attempt_at
      limit ${BATCH * ORGANISATIONS_MAX}
    ) d
    limit ${ORGANISATIONS_MAX}`,
  )
  return eachOrganisation(waiting, (orgId) => collectOrganisation(deps, orgId))
}

async function collectOrganisation(deps: SettleDeps, orgId: OrgId): Promise<number> {
  let asked = 0
  for (;;) {
    const debtIds = await claimDue(orgId, deps.sql, deps.clock(orgId))
    for (let from = 0; from < debtIds.length; from += AT_ONCE) {
      const some = debtIds.slice(from, from + AT_ONCE)
      const outcomes = await Promise.allSettled(some.map((debtId) => collectDebt(deps, orgId, debtId)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    }
    asked += debtIds.length
    if (debtIds.length < BATCH) return asked
  }
}

/** Claiming moves the next attempt ahead, which is the lease; drafting the payment takes it away. */
async function claimDue(orgId: OrgId, sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ debt_id: number }[]>`
    with due as (
      select debt_id
      from debts
      where org_id = ${orgId}
        and next_attempt_at <= ${now}
        and closed_at is null
        and attempt_payment_id is null
      order by next_attempt_at, debt_id
      limit ${BATCH}
      for no key update skip locked
    )
    update debts d
    set next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
    from due
    where d.org_id = ${orgId}
      and d.debt_id = due.debt_id
    returning d.debt_id`
  return rows.map(({ debt_id }) => debt_id).sort((a, b) => a - b)
}

/** Asks for the money outside any transaction: the rows already say what is being asked, and under which key. */
async function collectDebt(deps: SettleDeps, orgId: OrgId, debtId: number): Promise<void> {
  const drafted = (await deps.sql.begin((tx) => draftDue(deps, orgId, tx, debtId))) as DraftedAttempt | undefined
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

/** Undefined where there is nothing to charge any more: it was paid, moved or let go since it was claimed, or its means are given up. */
async function draftDue(deps: SettleDeps, orgId: OrgId, tx: Tx, debtId: number): Promise<DraftedAttempt | undefined> {
  await lockDebts(orgId, tx, [debtId])
  const [means] = await tx<MeansRow[]>`
    select k.payment_means_id, k.customer_reference, k.method_reference, m.mandate_id,
      m.mandate_id is null or coalesce(d.debit_announced_for <= ${deps.clock(orgId)}, false) as is_announced
    from debts d
    join membership_plans p on p.org_id = d.org_id and p.membership_plan_id = d.membership_plan_id
    join payment_means k on k.org_id = p.org_id and k.payment_means_id = p.payment_means_id
    left join mandates m on m.org_id = k.org_id and m.payment_means_id = k.payment_means_id and m.mandate_status = 'active'
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}
      and d.next_attempt_at is not null
      and d.closed_at is null
      and d.attempt_payment_id is null
      and k.means_status = 'active'
      and p.collection_status = 'running'
      and (k.means_kind = 'card' or m.mandate_id is not null)`
  if (!means) return letBe(orgId, tx, deps.clock(orgId), debtId)
  // A debit is not submitted before its notice lets it: it is announced now, for the first day that is late enough.
  if (!means.is_announced) {
    await announceDebit(orgId, tx, deps.clock(orgId), debtId)
    return
  }
  const actor = { orgId, kind: 'system' as const, id: null, requestId: null }
  return draftAttempt({ ...deps, orgId, tx, actor }, debtId, {
    paymentMethod: means.method_reference,
    wholePlan: false,
    kept: { meansId: means.payment_means_id, customer: means.customer_reference, mandateId: means.mandate_id },
  })
}

/** Without means that can be charged it is left to the fan, who is told, or to staff; it has failed from now on. */
async function letBe(orgId: OrgId, tx: Tx, now: Date, debtId: number): Promise<undefined> {
  const [left] = await tx<{ order_id: number | null; attempts: number; is_asked: boolean }[]>`
    update debts d
    set next_attempt_at = null, first_failed_at = coalesce(first_failed_at, ${now}), ladder_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}
      and attempt_payment_id is null
      and closed_at is null
      and next_attempt_at is not null
    returning order_id, attempts, coalesce((
      select p.collection_status = 'stopped' or k.means_status = 'given_up'
      from membership_plans p
      left join payment_means k on k.org_id = ${orgId} and k.payment_means_id = p.payment_means_id
      where p.org_id = ${orgId}
        and p.membership_plan_id = d.membership_plan_id
    ), false) as is_asked`
  if (!left || left.order_id === null) return
  const messageId = `instalment-${debtId}-left-${left.attempts}`
  // Where staff have stopped charging, or a mandate was given up, nothing has failed: the mail asks for the money.
  const kind = left.is_asked ? 'debt_reminder' : 'instalment_failed'
  await noteMails(orgId, tx, now, [{ kind, orderId: left.order_id, aboutId: debtId, messageId }])
}
