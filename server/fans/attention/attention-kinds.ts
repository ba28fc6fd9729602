import type { OrgId } from '../../access/principal.ts'
import type { Scope } from '../../access/scopes.ts'
import { isInStage } from '../../ledger/debts/collection-stage.ts'
import { READER_PREFIX } from '../../payments/payments/provider.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { isMissingAtBank } from '../../payments/payouts/at-bank.ts'
import { isStillMissing } from '../../payments/payouts/find-missing.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { typesNotAdmitted } from '../../programme/seasons/not-admitted.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { invalidVatIds } from '../../tickets/vat-checks/invalid-vat-ids.ts'

/** Longer than a fan needs for 3-D Secure, and than the worker for an answer that was lost. */
const WAITING_MS = 30 * 60_000
/** A fan who was declined longer ago has gone elsewhere. */
const DECLINED_MS = 7 * DAY_MS
/** Banks give a club some weeks to answer a dispute. */
const REVERSED_MS = 30 * DAY_MS

/** Statements of a month are imported late. */
const MISSING_AT_BANK_MS = 60 * DAY_MS

/** Time enough to ask a buyer, or to give them longer. */
const RUNNING_OUT_MS = 2 * DAY_MS

/** A season is sold for about so long. */
const UNRENEWED_MS = 60 * DAY_MS

type Kind = {
  /** Who may read what it is about. */
  scope: Scope
  /** `id`, `at`, `order_id`, `event_id` and `detail` of what is open, newest first. */
  rows: (orgId: OrgId, sql: Db, now: Date) => Fragment
}

/** What staff should look at, the most urgent first; each along an index of what is open, so that a quiet club costs nothing. */
export const attentionKinds = {
  // Not for a transfer, which waits for days as a rule.
  payment_waiting: {
    scope: 'orders:manage',
    rows: (orgId, sql, now) => sql`
      select payment_id as id, changed_at as at, order_id, null::bigint as event_id, payment_status as detail
      from payments
      where org_id = ${orgId}
        and payment_status in ('created', 'requires_action', 'processing', 'unknown')
        and changed_at < ${new Date(now.getTime() - WAITING_MS)}
        and payment_method is distinct from ${TRANSFER_METHOD}
      order by changed_at desc, payment_id desc`,
  },
  // Not of a card that was declined on a reader: the seller stood beside it.
  payment_failed: {
    scope: 'orders:manage',
    rows: (orgId, sql, now) => sql`
      select p.payment_id as id, p.changed_at as at, p.order_id, o.event_id, coalesce(p.decline_code, p.failure_code) as detail
      from payments p
      join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
      where p.org_id = ${orgId}
        and p.payment_status = 'failed'
        and p.changed_at > ${new Date(now.getTime() - DECLINED_MS)}
        and o.order_status in ('pending', 'expired')
        and starts_with(p.payment_method, ${READER_PREFIX}) is not true
        and p.payment_method is distinct from ${TRANSFER_METHOD}
      order by p.changed_at desc, p.payment_id desc`,
  },
  // One that was tried again is over: what counts is the last.
  refund_failed: {
    scope: 'refunds:manage',
    rows: (orgId, sql) => sql`
      select r.refund_id as id, r.changed_at as at, coalesce(p.order_id, r.order_id) as order_id, null::bigint as event_id, r.failure_code as detail
      from refunds r
      join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
      where r.org_id = ${orgId}
        and r.refund_status = 'failed'
        and not exists (
          select 1
          from refunds n
          where n.org_id = ${orgId}
            and n.payment_id = r.payment_id
            and (n.created_at, n.refund_id) > (r.created_at, r.refund_id)
            and n.amount_minor >= r.amount_minor
        )
      order by r.changed_at desc, r.refund_id desc`,
  },
  // Until it is won; a refund that was made at the provider, for as long as a declined card is shown.
  payment_reversed: {
    scope: 'debts:manage',
    rows: (orgId, sql, now) => sql`
      select v.payment_reversal_id as id, v.created_at as at, d.order_id, null::bigint as event_id, v.kind as detail
      from payment_reversals v
      join debts d on d.org_id = ${orgId} and d.debt_id = v.debt_id
      where v.org_id = ${orgId}
        and v.created_at > ${new Date(now.getTime() - REVERSED_MS)}
        and v.kind in ('dispute_opened', 'provider_refund')
        and not exists (
          select 1
          from payment_reversals w
          where w.org_id = ${orgId}
            and w.payment_id = v.payment_id
            and w.kind = 'dispute_won'
            and w.reference = v.reference
        )
      order by v.created_at desc, v.payment_reversal_id desc`,
  },
  payout_failed: {
    scope: 'figures:manage',
    rows: (orgId, sql, now) => sql`
      select payout_id as id, changed_at as at, null::bigint as order_id, null::bigint as event_id, failure_code as detail
      from payouts
      where org_id = ${orgId}
        and payout_status = 'failed'
        and changed_at > ${new Date(now.getTime() - REVERSED_MS)}
      order by changed_at desc, payout_id desc`,
  },
  // The id is that of the payout, where it is looked into.
  payout_unmatched: {
    scope: 'figures:manage',
    rows: (orgId, sql, now) => sql`
      select payout_id as id, changed_at as at, null::bigint as order_id, null::bigint as event_id, kind as detail
      from payout_movements
      where org_id = ${orgId}
        and ((stray_at is not null and matched_at is null) or (difference_minor <> 0 and foreign_currency is null))
        and changed_at > ${new Date(now.getTime() - REVERSED_MS)}
      order by changed_at desc, payout_movement_id desc`,
  },
  payment_not_paid_out: {
    scope: 'figures:manage',
    rows: (orgId, sql) => sql`
      select n.payment_id as id, n.paid_at as at, p.order_id, null::bigint as event_id, null::text as detail
      from missing_payments n
      join payments p on p.org_id = ${orgId} and p.payment_id = n.payment_id
      where n.org_id = ${orgId}
        and ${isStillMissing(orgId, sql)}
      order by n.paid_at desc, n.payment_id desc`,
  },
  // Of the last weeks: an older one is found in the list.
  payout_not_at_bank: {
    scope: 'figures:manage',
    rows: (orgId, sql, now) => sql`
      select t.payout_id as id, t.issued_at as at, null::bigint as order_id, null::bigint as event_id, null::text as detail
      from payouts t
      where t.org_id = ${orgId}
        and t.issued_at > ${new Date(now.getTime() - MISSING_AT_BANK_MS)}
        and ${isMissingAtBank(orgId, sql)}
      order by t.issued_at desc, t.payout_id desc`,
  },
  // Money that staff have to hand over or transfer: nothing does it by itself.
  refund_owed: {
    scope: 'debts:manage',
    rows: (orgId, sql) => sql`
      select debt_id as id, due_at as at, order_id, null::bigint as event_id, kind as detail
      from debts
      where org_id = ${orgId}
        and owed_by = 'club'
        and closed_at is null
      order by due_at desc, debt_id desc`,
  },
  // What a statement has brought, and no reference explains.
  bank_line_unclear: {
    scope: 'debts:manage',
    rows: (orgId, sql) => sql`
      select bank_line_id as id, changed_at as at, order_id, null::bigint as event_id, reason as detail
      from bank_lines
      where org_id = ${orgId}
        and line_status = 'unclear'
      order by bank_line_id desc`,
  },
  // The next to end first: places are free again then.
  transfer_running_out: {
    scope: 'debts:manage',
    rows: (orgId, sql, now) => sql`
      select payment_id as id, expires_at as at, order_id, null::bigint as event_id, null::text as detail
      from payments
      where org_id = ${orgId}
        and payment_status = 'processing'
        and payment_method = ${TRANSFER_METHOD}
        and expires_at < ${new Date(now.getTime() + RUNNING_OUT_MS)}
      order by expires_at, payment_id`,
  },
  refund_requested: {
    scope: 'refunds:manage',
    rows: (orgId, sql) => sql`
      select refund_request_id as id, created_at as at, order_id, null::bigint as event_id, reason as detail
      from refund_requests
      where org_id = ${orgId}
        and refund_request_status = 'open'
      order by created_at desc, refund_request_id desc`,
  },
  // The id is the order's.
  vat_id_invalid: {
    scope: 'orders:manage',
    rows: invalidVatIds,
  },
  scan_conflict: {
    scope: 'gates:manage',
    rows: (orgId, sql) => sql`
      select scan_conflict_id as id, created_at as at, null::bigint as order_id, event_id, null::text as detail
      from scan_conflicts
      where org_id = ${orgId}
        and scan_conflict_status = 'open'
      order by created_at desc, scan_conflict_id desc`,
  },
  mail_undelivered: {
    scope: 'orders:manage',
    rows: (orgId, sql) => sql`
      select mail_id as id, changed_at as at, order_id, null::bigint as event_id, error_code as detail
      from mails
      where org_id = ${orgId}
        and mail_status in ('failed', 'unknown')
      order by changed_at desc, mail_id desc`,
  },
  // The id is that of the document. Of the last weeks, and not what was turned off on purpose.
  document_not_delivered: {
    scope: 'documents:manage',
    rows: (orgId, sql, now) => sql`
      select v.document_id as id, v.changed_at as at, d.order_id, null::bigint as event_id, v.reason as detail
      from document_deliveries v
      join documents d on d.org_id = ${orgId} and d.document_id = v.document_id
      where v.org_id = ${orgId}
        and v.delivery_status = 'failed'
        and v.reason <> 'turned_off'
        and v.changed_at > ${new Date(now.getTime() - REVERSED_MS)}
      order by v.changed_at desc, v.document_id desc`,
  },
  webhook_endpoint_failing: {
    scope: 'webhooks:read',
    rows: (orgId, sql) => sql`
      select webhook_endpoint_id as id, coalesce(failing_since, changed_at) as at, null::bigint as order_id, null::bigint as event_id,
        coalesce(disabled_reason, 'failing') as detail
      from webhook_endpoints
      where org_id = ${orgId}
        and (disabled_reason in ('failing', 'gone') or (webhook_endpoint_status = 'enabled' and failing_since is not null))
      order by at desc, webhook_endpoint_id desc`,
  },
  debt_overdue: {
    scope: 'debts:manage',
    rows: (orgId, sql, now) => sql`
      select debt_id as id, due_at as at, order_id, null::bigint as event_id, debt_status as detail
      from debts
      where org_id = ${orgId}
        and kind in ('invoice', 'returned_payment')
        and closed_at is null
        and due_at < ${now}
      order by due_at desc, debt_id desc`,
  },
  instalment_needs_fan: {
    scope: 'debts:manage',
    rows: (orgId, sql, now) => sql`
      select debt_id as id, first_failed_at as at, order_id, null::bigint as event_id, debt_status as detail
      from debts
      where org_id = ${orgId}
        and ${isInStage(sql, now, 'needs_fan')}
        and first_failed_at is not null
      order by first_failed_at desc, debt_id desc`,
  },
  instalment_returned: {
    scope: 'debts:manage',
    rows: (orgId, sql, now) => sql`
      select debt_id as id, changed_at as at, order_id, null::bigint as event_id, debt_status as detail
      from debts
      where org_id = ${orgId}
        and ${isInStage(sql, now, 'returned')}
      order by changed_at desc, debt_id desc`,
  },
  instalment_overdue: {
    scope: 'members:manage',
    rows: (orgId, sql, now) => sql`
      select debt_id as id, due_at as at, order_id, null::bigint as event_id, debt_status as detail
      from debts
      where org_id = ${orgId}
        and kind = 'instalment'
        and closed_at is null
        and due_at < ${now}
      order by due_at desc, debt_id desc`,
  },
  // Season members whose card opens no gate. The detail is their membership type.
  member_not_admitted: {
    scope: 'members:manage',
    rows: (orgId, sql, now) => sql`
      select m.membership_member_id as id, m.created_at as at, null::bigint as order_id, null::bigint as event_id, y.title as detail
      from members m
      join (
        select y.membership_type_id, y.title
        from ${typesNotAdmitted(orgId, sql, now, sql`true`)}
      ) y on y.membership_type_id = m.membership_type_id
      where m.org_id = ${orgId}
        and m.membership_member_status_id <> ${memberStatus.cancelled}
        and (m.expires is null or m.expires > ${now})
      order by m.membership_member_id desc`,
  },
  // Until the membership goes on in another way, or has been over for a while.
  renewal_failed: {
    scope: 'members:manage',
    rows: (orgId, sql, now) => sql`
      select r.membership_renewal_id as id, r.changed_at as at, r.notice_order_id as order_id, null::bigint as event_id, r.reason as detail
      from membership_renewals r
      join members m on m.org_id = ${orgId} and m.membership_member_id = r.membership_member_id
      where r.org_id = ${orgId}
        and r.renewal_status = 'failed'
        and r.changed_at > ${new Date(now.getTime() - UNRENEWED_MS)}
        and m.expires = r.ends_at
        and not exists (
          select 1
          from member_terms t
          where t.org_id = ${orgId}
            and t.membership_member_id = r.membership_member_id
            and t.term_state = 'next'
        )
      order by r.changed_at desc, r.membership_renewal_id desc`,
  },
} satisfies Record<string, Kind>

export type AttentionKind = keyof typeof attentionKinds
