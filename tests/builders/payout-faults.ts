import type { OrgId } from '../../server/access/principal.ts'
import type { Tx } from '../../server/platform/postgres/database.ts'
import type { Fault } from './debt-faults.ts'

/** A payout of one payment, as it should be but for what the fault is. */
const payout = (orgId: OrgId, tx: Tx, { net = 0, difference = 0 }: { net?: number; difference?: number }) => tx`
  with paid as (
    select payment_id, amount_minor, currency
    from payments
    where org_id = ${orgId} and payment_status = 'succeeded'
    order by payment_id
    limit 1
  ),
  paid_out as (
    insert into payouts (
      org_id, provider, provider_reference, payout_status, amount_minor, currency, is_automatic, issued_at, arrives_on, reading, movements,
      fee_minor, net_minor
    )
    select ${orgId}, 'test', 'po_planted', 'paid', amount_minor - 30 + ${net}, currency, true, now(), current_date, 'read', 1, 30, amount_minor - 30 + ${net}
    from paid
    returning payout_id
  )
  insert into payout_movements (
    org_id, payout_id, provider_reference, kind, provider_kind, moved_at, amount_minor, fee_minor, net_minor, currency, payment_id, matched_at,
    difference_minor
  )
  select ${orgId}, payout_id, 'txn_planted', 'payment', 'charge', now(), amount_minor, 30, amount_minor - 30, currency, payment_id, now(), ${difference}
  from paid, paid_out`

export const payoutFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a payout that its movements do not come to': {
    of: 'payouts',
    plant: (tx) => payout(orgId, tx, { net: 1 }),
    said: ['payout amount_minor', 'payout net_minor'],
  },
  'money in a payout that is called more than the books have': {
    of: 'money in payouts',
    plant: (tx) => payout(orgId, tx, { difference: 1 }),
    said: ['payout_movement difference_minor'],
  },
  'an invoice for fees whose number leaves one out': {
    of: 'numbers of invoices for fees',
    plant: (tx) => tx`
      insert into operator_invoices (org_id, number, label, month, currency, payments, net_minor, tax_minor, total_minor, content, issued_at)
      values (${orgId}, 2, 'FEE-0002', '2026-01-01', 'AUD', 1, 100, 0, 100, '{}', now())`,
    said: ['operator_invoice number'],
  },
})
