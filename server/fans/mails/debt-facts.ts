import type { OrgId } from '../../access/principal.ts'
import { declineKindOf } from '../../ledger/ladder/decline-kind.ts'
import { type DebtLink, linkExpiry } from '../../ledger/ledger/debt-link.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Tell } from './mail-content.ts'

/** A debt as mails tell of it, with what came of the last payment that tried to collect it. */
export type DebtFact = {
  debt_id: number
  link_version: number
  open_minor: number
  due_at: Date
  next_attempt_at: Date | null
  is_being_paid: boolean
  decline_code: string | null
  /** By which its plan is debited, where it is. */
  mandate_reference: string | null
  account_last4: string | null
}

export const findDebtsTold = (orgId: OrgId, sql: Db, debtIds: number[]) => sql<DebtFact[]>`
  select d.debt_id, d.link_version, d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor as open_minor, d.due_at,
    d.next_attempt_at, d.attempt_payment_id is not null as is_being_paid, (
      select p.decline_code
      from payment_debts f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.debt_id = d.debt_id
      order by p.payment_id desc
      limit 1
    ) as decline_code, m.mandate_reference, m.last4 as account_last4
  from debts d
  left join membership_plans n on n.org_id = ${orgId} and n.membership_plan_id = d.membership_plan_id
  left join mandates m on m.org_id = ${orgId} and m.payment_means_id = n.payment_means_id and m.mandate_status = 'active'
  where d.org_id = ${orgId}
    and d.debt_id = any (${debtIds}::bigint[])`

/** The same, however often the mail is tried: it counts from when the mail can no longer be under way. */
export const linkIn = ({ give_up_at }: ClaimedMail, debtId: number, version: number): DebtLink => ({
  debtId,
  version,
  expiresAt: linkExpiry(give_up_at),
})

const NOTHING: Dropped = { dropped: 'nothing_to_tell' }

export const debtReminder: Tell = (facts, mail, order) => {
  const debt = facts.debts.get(mail.about_id ?? 0)
  if (!debt || debt.open_minor === 0) return NOTHING
  const { open_minor: amountMinor, due_at: dueAt, debt_id, link_version } = debt
  const letter = facts.reminders.get(debt_id)
  const reminder = {
    to: order.email_address,
    tickets: [],
    amountMinor,
    dueAt,
    debt: linkIn(mail, debt_id, link_version),
  }
  // Paid in part since: the letter would ask for more than the mail.
  return letter?.openMinor === amountMinor ? { ...reminder, letter } : reminder
}

export const instalmentFailed: Tell = (facts, mail, order) => {
  const debt = facts.debts.get(mail.about_id ?? 0)
  // A later payment that is under way, or has been made, tells for itself.
  if (!debt || debt.open_minor === 0 || debt.is_being_paid) return NOTHING
  const { open_minor: amountMinor, due_at: dueAt, debt_id, link_version } = debt
  const next = { triedAgainAt: debt.next_attempt_at, bankAsks: declineKindOf(debt.decline_code) === 'needs_fan' }
  const failed = { to: order.email_address, tickets: [], amountMinor, dueAt, ...next }
  return { ...failed, debt: linkIn(mail, debt_id, link_version) }
}

/** None where the debt was paid, let go or taken off the plan since the debit was announced. */
export const debitNotice: Tell = (facts, mail, order) => {
  const debt = facts.debts.get(mail.about_id ?? 0)
  if (!debt || debt.open_minor === 0 || !debt.next_attempt_at || debt.mandate_reference === null) return NOTHING
  const { open_minor: amountMinor, next_attempt_at: dueAt, debt_id, link_version } = debt
  const debited = { mandate: debt.mandate_reference, account: `…${debt.account_last4 ?? ''}` }
  const notice = { to: order.email_address, tickets: [], amountMinor, dueAt, debited }
  return { ...notice, debt: linkIn(mail, debt_id, link_version) }
}
