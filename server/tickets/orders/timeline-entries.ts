import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Of orders and tickets, what a change is told by. */
export const changedFields = ['order_status', 'email_address', 'ticket_name', 'section_label', 'seat_row', 'seat_title']
/** Of these the log says that they changed, and keeps no value: it could not forget it. */
const PERSONAL = ['email_address', 'ticket_name']

/** What an entry shows; what is not said is null. */
const entry = (
  sql: Db,
  columns: {
    at: Fragment
    id: Fragment
    type: Fragment
    amount?: Fragment
    detail?: Fragment
    address?: Fragment
    error?: Fragment
  },
) =>
  sql`${columns.at} as at, ${columns.id} as entry_id, ${columns.type} as type, null::text as actor_kind, null::text as actor_id,
      null::text as actor_name, null::bigint as ticket_id, ${columns.amount ?? sql`null::bigint`} as amount_minor,
      ${columns.detail ?? sql`null::text`} as detail, ${columns.address ?? sql`null::text`} as email_address,
      ${columns.error ?? sql`null::text`} as error_code, null::jsonb as changes`

/** A sale at the box office is among the changes, with the staff member who made it. */
export const ofOrder = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, { at: sql`created_at`, id: sql`'order-created'`, type: sql`'order.created'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and sales_channel <> 'boxoffice'
    union all
    select ${entry(sql, { at: sql`confirmed_at`, id: sql`'order-confirmed'`, type: sql`'order.confirmed'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and confirmed_at is not null
    union all
    select ${entry(sql, { at: sql`closed_at`, id: sql`'order-expired'`, type: sql`'order.expired'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and order_status = 'expired'
      and closed_at is not null`

export const ofPayments = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`coalesce(succeeded_at, changed_at)`,
      id: sql`'payment-' || payment_id`,
      type: sql`'payment.' || payment_status`,
      amount: sql`amount_minor`,
      detail: sql`coalesce(card_last4, decline_code, failure_code)`,
    })}
    from payments
    where org_id = ${orgId}
      and order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`s.created_at`,
      id: sql`'settlement-' || s.settlement_id`,
      type: sql`case when s.amount_minor > 0 then 'debt.paid' else 'debt.returned' end`,
      amount: sql`s.amount_minor`,
      detail: sql`s.reference`,
    })}
    from debts d
    join settlements s on s.org_id = ${orgId} and s.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}
      and d.owed_by = 'fan'
    union all
    select ${entry(sql, {
      at: sql`r.created_at`,
      id: sql`'release-' || r.debt_release_id`,
      type: sql`'debt.' || r.kind`,
      amount: sql`r.amount_minor`,
      detail: sql`r.reason`,
    })}
    from debts d
    join debt_releases r on r.org_id = ${orgId} and r.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`v.created_at`,
      id: sql`'reversal-' || v.payment_reversal_id`,
      type: sql`'payment.' || v.kind`,
      amount: sql`v.amount_minor`,
      detail: sql`v.reason`,
    })}
    from debts d
    join payment_reversals v on v.org_id = ${orgId} and v.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}`

export const ofRefunds = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`r.changed_at`,
      id: sql`'refund-' || r.refund_id`,
      type: sql`'refund.' || r.refund_status`,
      amount: sql`r.amount_minor`,
      detail: sql`coalesce(r.failure_code, r.reason)`,
    })}
    from payments p
    join refunds r on r.org_id = ${orgId} and r.payment_id = p.payment_id
    where p.org_id = ${orgId}
      and p.order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`changed_at`,
      id: sql`'refund-' || refund_id`,
      type: sql`'refund.' || refund_status`,
      amount: sql`amount_minor`,
      detail: sql`coalesce(failure_code, reason)`,
    })}
    from refunds
    where org_id = ${orgId}
      and order_id = ${orderId}`

/** What pays a debt is said by that. */
export const ofCredit = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`e.created_at`,
      id: sql`'credit-' || e.credit_entry_id`,
      type: sql`'credit.' || e.kind`,
      amount: sql`abs(e.amount_minor)`,
      detail: sql`e.reason`,
    })}
    from credit_entries e
    where e.org_id = ${orgId}
      and e.order_id = ${orderId}
      and not exists (
        select
        from settlements s
        where s.org_id = ${orgId}
          and s.credit_entry_id = e.credit_entry_id
      )`

export const ofMails = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`changed_at`,
      id: sql`'mail-' || mail_id`,
      type: sql`'mail.' || mail_status`,
      detail: sql`coalesce(kind, error_code)`,
      address: sql`email_address`,
      error: sql`error_code`,
    })}
    from mails
    where org_id = ${orgId}
      and order_id = ${orderId}`

/** Of what the audit log has of a change, the fields that a desk would tell; those that were not there before were not changed. */
const changesIn = (sql: Db) => sql`(
      select jsonb_agg(jsonb_build_object(
        'field', f.name,
        'from', case when f.name <> all (${PERSONAL}::text[]) then before ->> f.name end,
        'to', case when f.name <> all (${PERSONAL}::text[]) then after ->> f.name end
      ) order by f.at)
      from unnest(${changedFields}::text[]) with ordinality as f (name, at)
      where jsonb_exists(before, f.name)
        and jsonb_exists(after, f.name)
    )`

/** By staff, holders and software, of the order and of its tickets. What notes and rows above say themselves is not said again. */
export const ofChanges = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select created_at as at, 'change-' || audit_id as entry_id, action as type, actor_kind, actor_id, actor_name,
      null::bigint as ticket_id, null::bigint as amount_minor,
      case when action like 'order.vat_id_%' then after ->> 'reference' else coalesce(after, before) ->> 'tag' end as detail, null::text, null::text,
      ${changesIn(sql)}
    from audit_log
    where org_id = ${orgId}
      and object_type = 'order'
      and object_id = ${String(orderId)}
      and action <> 'order.noted'
    union all
    select a.created_at, 'change-' || a.audit_id, a.action, a.actor_kind, a.actor_id, a.actor_name, t.ticket_id, null, null,
      null, null, ${changesIn(sql)}
    from tickets t
    join audit_log a on a.org_id = ${orgId} and a.object_type = 'ticket' and a.object_id = t.ticket_id::text
    where t.org_id = ${orgId}
      and t.order_id = ${orderId}`

export const ofScans = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select s.scanned_at, 'scan-' || s.scan_id, 'scan.' || s.result, 'device', s.device_id::text, null, s.ticket_id, null, g.name, null, null, null
    from tickets t
    join scans s on s.org_id = ${orgId} and s.ticket_id = t.ticket_id
    join gates g on g.org_id = ${orgId} and g.gate_id = s.gate_id
    where t.org_id = ${orgId}
      and t.order_id = ${orderId}`

export const ofNotes = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select created_at, 'note-' || order_note_id, 'note', actor_kind, actor_id, actor_name, null, null, note, null, null, null
    from order_notes
    where org_id = ${orgId}
      and order_id = ${orderId}`
