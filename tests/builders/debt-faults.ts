import type { OrgId } from '../../server/access/principal.ts'
import type { checks } from '../../server/operator/audit/audit.ts'
import type { Tx } from '../../server/platform/postgres/database.ts'

/** Something that is wrong in the rows, and what the audit says of it. */
export type Fault = { plant: (tx: Tx) => Promise<unknown>; said: string[]; of: keyof typeof checks }

export const debtFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a debt that is called paid without a settlement': {
    of: 'debts',
    plant: (tx) => tx`
      update debts set settled_minor = amount_minor, closed_at = now()
      where org_id = ${orgId} and debt_id = (
        select min(debt_id) from debts where org_id = ${orgId} and closed_at is null and membership_plan_id is null
      )`,
    said: ['debt settled_minor', 'order owed_minor', 'order paid_minor'],
  },
  'a step of a ladder before its instalment was due': {
    of: 'ladders of instalments',
    plant: (tx) => tx`
      insert into ladder_steps (org_id, debt_id, step, due_at)
      select org_id, debt_id, 'soft_overdue', least(due_at, now()) - interval '1 day'
      from debts
      where org_id = ${orgId}
      order by debt_id
      limit 1`,
    said: ['debt soft_overdue'],
  },
  'a payment that settles more than its rows say': {
    of: 'payments of debts',
    plant: (tx) => tx`
      update payments set settled_minor = 1
      where org_id = ${orgId} and payment_id = (
        select min(payment_id) from payments where org_id = ${orgId} and order_id is not null and payment_status = 'succeeded'
      )`,
    said: ['payment settled_minor'],
  },
  'a refund that is called owed and has no debt': {
    of: 'refunds that are owed',
    plant: (tx) => tx`
      update refunds set refund_status = 'owed'
      where org_id = ${orgId} and refund_id = (select min(refund_id) from refunds where org_id = ${orgId} and refund_status = 'succeeded')`,
    said: ['refund owed'],
  },
  'a number that was drawn for no document': {
    of: 'numbers of documents',
    plant: (tx) => tx`
      insert into document_series (org_id, kind, prefix, next_number, created_at)
      values (${orgId}, 'invoice', 'LOST-', 2, now())`,
    said: ['document_series last_number', 'document_series next_number'],
  },
  'an order that was sold and has no document': {
    of: 'documents of orders',
    plant: (tx) => tx`
      insert into document_settings (org_id, issued_from, looked_until, issuer_name, address_lines, country, changed_at)
      select ${orgId}, confirmed_at, confirmed_at + interval '1 hour', 'Harbour City', '{Stadionweg 1}', 'DE', now()
      from orders
      where org_id = ${orgId} and order_id = (
        select max(order_id) from orders where org_id = ${orgId} and confirmed_at is not null and total_minor > 0
      )`,
    said: ['order document_minor'],
  },
  'a plan that is called paid without its instalments': {
    of: 'plans of memberships',
    plant: (tx) => tx`
      insert into membership_plans (
        org_id, order_id, order_line_id, term_order_id, membership_member_id, membership_payment_option_id, currency, total_minor, open_minor, paid_minor
      )
      select l.org_id, l.order_id, l.order_line_id, l.order_id, l.membership_member_id, p.membership_payment_option_id, 'AUD',
        l.price_minor - l.discount_minor, 0, l.price_minor - l.discount_minor
      from order_lines l
      cross join membership_payment_options p
      where l.org_id = ${orgId} and p.org_id = ${orgId} and l.kind = 'membership' and l.membership_member_id is not null
        and l.price_minor > l.discount_minor
        and not exists (select 1 from membership_plans x where x.org_id = ${orgId} and x.order_line_id = l.order_line_id)
      order by l.order_line_id, p.membership_payment_option_id limit 1`,
    said: ['membership_plan paid_minor', 'membership_plan total_minor'],
  },
  'a membership that was cancelled while its plan goes on': {
    of: 'charges after the end of a membership',
    plant: (tx) => tx`
      with line as (
        select l.org_id, l.order_id, l.order_line_id, l.membership_member_id
        from order_lines l
        where l.org_id = ${orgId} and l.kind = 'membership' and l.membership_member_id is not null
        order by l.order_line_id limit 1
      ), plan as (
        insert into membership_plans (
          org_id, order_id, order_line_id, term_order_id, membership_member_id, currency, total_minor, open_minor
        )
        select org_id, order_id, order_line_id, order_id, membership_member_id, 'AUD', 100, 100
        from line
        on conflict do nothing
      )
      update members m
      set membership_member_status_id = 3, membership_order_id = line.order_id
      from line
      where m.org_id = ${orgId} and m.membership_member_id = line.membership_member_id`,
    said: ['membership_plan ended', 'membership_plan price_minor', 'membership_plan total_minor'],
  },
  'a seat of a term to come that its season has for another': {
    of: 'seats of terms to come',
    plant: (tx) => tx`
      insert into member_terms (
        org_id, membership_member_id, term_state, season_id, seat_id, membership_member_status_id, starts_at
      )
      select ${orgId}, m.membership_member_id, 'next', n.season_id, s.seat_id, 1, now()
      from members m
      cross join (select min(season_id) as season_id from seasons where org_id = ${orgId}) n
      cross join (select max(seat_id) as seat_id from seats where org_id = ${orgId}) s
      where m.org_id = ${orgId} and m.membership_seat_id is null
      order by m.membership_member_id limit 1`,
    said: ['member_term season_seats'],
  },
  'a membership that is called renewed by an order of another': {
    of: 'renewals of memberships',
    plant: (tx) => tx`
      insert into membership_renewals (
        org_id, membership_member_id, ends_at, membership_type_id, price_minor, currency, renew_at, renewal_status, order_id
      )
      select ${orgId}, m.membership_member_id, now(), t.membership_type_id, 1, 'AUD', now(), 'renewed', o.order_id
      from members m
      cross join (select min(membership_type_id) as membership_type_id from membership_types where org_id = ${orgId}) t
      cross join (select min(order_id) as order_id from orders where org_id = ${orgId}) o
      where m.org_id = ${orgId}
      order by m.membership_member_id limit 1`,
    said: ['membership_renewal order_lines'],
  },
  'a limited type that counts too few members': {
    of: 'limits of memberships',
    plant: (tx) => tx`
      update membership_types set max_members = 1000
      where org_id = ${orgId} and membership_type_id = (
        select min(membership_type_id) from members where org_id = ${orgId} and membership_member_status_id <> 3
      )`,
    said: ['membership_type sold'],
  },
  'a credit that no entry tells of': {
    of: 'credits',
    plant: (tx) => tx`
      insert into credit_accounts (org_id, user_id, currency, balance_minor)
      select org_id, user_id, 'AUD', 100 from customers where org_id = ${orgId} order by user_id limit 1`,
    said: ['credit_account entries', 'credit_account left_minor'],
  },
})
