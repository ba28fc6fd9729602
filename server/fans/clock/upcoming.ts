import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { GIVE_UP_MS } from '../../checkout/answers/give-up-payments.ts'
import { noticeDaysOf } from '../../payments/mandates/notice-days.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus, memberStatus } from '../../programme/statuses.ts'

/** Payments under way of one sandbox that are looked at. */
const PAYMENTS_MAX = 1_000

/** What waits for an organisation's time. */
export const upcomingKinds = [
  'basket_expires',
  'payment_given_up',
  'payment_mailed',
  'transfer_reminded',
  'debit_announced',
  'instalment_charged',
  'debt_overdue',
  'ladder_step',
  'credit_expires',
  'term_begins',
  'renewal_announced',
  'membership_renewed',
  'membership_ends',
  'event_move_mailed',
  'event_starts',
] as const

export const UpcomingRow = Type.Object({
  kind: OneOf([...upcomingKinds]),
  at: Type.Unsafe<Date>({ type: 'object' }),
})
export type UpcomingRow = Static<typeof UpcomingRow>

/** Of each kind the next one after this instant, the earliest first: where a clock that is moved stops on its way. */
export const findUpcoming = (orgId: OrgId, sql: Db, after: Date) => sql<UpcomingRow[]>`
  select kind, at
  from (
    (
      select 'basket_expires' as kind, expires_at as at
      from baskets
      where org_id = ${orgId}
        and basket_status = 'open'
        and expires_at > ${after}
      order by expires_at
      limit 1
    )
    union all
    (
      select 'payment_given_up', min(give_up_at)
      from (
        select case when payment_status = 'processing' then expires_at else created_at + ${GIVE_UP_MS} * interval '1 millisecond' end as give_up_at
        from payments
        where org_id = ${orgId}
          and payment_status in ('created', 'requires_action', 'processing', 'unknown')
          and (payment_status <> 'processing' or order_id is not null)
        order by created_at
        limit ${PAYMENTS_MAX}
      ) p
      where give_up_at > ${after}
    )
    union all
    (
      select 'payment_mailed', remind_at
      from payments
      where org_id = ${orgId}
        and remind_at > ${after}
        and payment_method is distinct from ${TRANSFER_METHOD}
      order by remind_at
      limit 1
    )
    union all
    (
      select 'transfer_reminded', remind_at
      from payments
      where org_id = ${orgId}
        and remind_at > ${after}
        and payment_method = ${TRANSFER_METHOD}
        and payment_status = 'processing'
      order by remind_at
      limit 1
    )
    union all
    (
      select 'debit_announced', min(d.next_attempt_at - ${noticeDaysOf(sql)} * interval '1 day')
      from mandates m
      join membership_plans p on p.org_id = ${orgId} and p.payment_means_id = m.payment_means_id
      join debts d on d.org_id = ${orgId} and d.membership_plan_id = p.membership_plan_id
      where m.org_id = ${orgId}
        and m.mandate_status = 'active'
        and d.closed_at is null
        and d.attempt_payment_id is null
        and d.debit_announced_for is distinct from d.next_attempt_at
        and d.next_attempt_at - ${noticeDaysOf(sql)} * interval '1 day' > ${after}
    )
    union all
    (
      select 'instalment_charged', next_attempt_at
      from debts
      where org_id = ${orgId}
        and next_attempt_at > ${after}
        and closed_at is null
        and attempt_payment_id is null
      order by next_attempt_at
      limit 1
    )
    union all
    (
      select 'debt_overdue', due_at
      from debts
      where org_id = ${orgId}
        and closed_at is null
        and overdue_told_at is null
        and owed_by = 'fan'
        and due_at > ${after}
      order by due_at
      limit 1
    )
    union all
    (
      select 'ladder_step', ladder_at
      from debts
      where org_id = ${orgId}
        and ladder_at > ${after}
        and closed_at is null
      order by ladder_at
      limit 1
    )
    union all
    (
      select 'credit_expires', expires_at
      from credit_lots
      where org_id = ${orgId}
        and left_minor > 0
        and expires_at > ${after}
      order by expires_at
      limit 1
    )
    union all
    (
      select 'term_begins', starts_at
      from member_terms
      where org_id = ${orgId}
        and term_state = 'next'
        and starts_at > ${after}
      order by starts_at
      limit 1
    )
    union all
    (
      select 'renewal_announced', min(m.expires - t.renewal_notice_days * interval '1 day')
      from membership_types t
      cross join lateral (
        select n.expires
        from members n
        where n.org_id = ${orgId}
          and n.membership_type_id = t.membership_type_id
          and n.auto_renew
          and n.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
          and n.renewal_noted_for is distinct from n.expires
          and n.expires > ${after}::timestamptz + t.renewal_notice_days * interval '1 day'
        order by n.expires
        limit 1
      ) m
      where t.org_id = ${orgId}
        and t.renewal_type_id is not null
    )
    union all
    (
      select 'membership_renewed', next_attempt_at
      from membership_renewals
      where org_id = ${orgId}
        and next_attempt_at > ${after}
      order by next_attempt_at
      limit 1
    )
    union all
    (
      select 'membership_ends', expires
      from members
      where org_id = ${orgId}
        and membership_member_status_id <> ${memberStatus.cancelled}
        and expires > ${after}
      order by expires
      limit 1
    )
    union all
    (
      select 'event_move_mailed', due_at
      from event_moves
      where org_id = ${orgId}
        and event_move_status in ('waiting', 'telling')
        and due_at > ${after}
      order by due_at
      limit 1
    )
    union all
    (
      select 'event_starts', starts_at
      from events
      where org_id = ${orgId}
        and starts_at > ${after}
        and event_status_id = ${eventStatus.live}
      order by starts_at
      limit 1
    )
  ) next
  where at is not null
  order by at, kind`
