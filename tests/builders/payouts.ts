import type { House, Tenant } from '../harness/house.ts'
import { sellOrder } from './orders.ts'
import { addRow, unique } from './rows.ts'

/** A payment that is paid out, and one that is not. */
export async function addPayout(house: House, tenant: Tenant): Promise<number> {
  const now = house.clock()
  const [missing] = await paymentsOf(house, tenant)
  const payoutId = await addRow(house, tenant, 'payouts', 'payout_id', {
    ...SUMS,
    ...{
      provider: 'test',
      provider_reference: unique('po_test'),
      payout_status: 'paid',
      is_automatic: true,
      issued_at: now,
    },
    ...{ arrives_on: '2027-03-16', statement_text: 'GRANDSTAND TEST', paid_at: now, reading: 'read', movements: 1 },
  })
  await addMovement(house, tenant, payoutId)
  await addRow(house, tenant, 'missing_payments', 'payment_id', { payment_id: missing ?? 0, paid_at: now })
  return payoutId
}

const SUMS = { amount_minor: 2657, net_minor: 2657, fee_minor: 63, currency: 'AUD' }

/** A payment that a payout brings, as the books have it. */
export async function addMovement(house: House, tenant: Tenant, payoutId: number): Promise<void> {
  const now = house.clock()
  const [paid] = await paymentsOf(house, tenant)
  await addRow(house, tenant, 'payout_movements', 'payout_movement_id', {
    ...SUMS,
    ...{ payout_id: payoutId, provider_reference: unique('txn_test'), kind: 'payment', provider_kind: 'charge' },
    ...{ source_reference: 'pay_test_ok', amount_minor: 2720, payment_id: paid ?? 0, moved_at: now, matched_at: now },
  })
}

async function paymentsOf(house: House, tenant: Tenant): Promise<number[]> {
  const { orderId } = await sellOrder(house, tenant)
  const rows = await house.sql<{ payment_id: number }[]>`
    select payment_id
    from payments
    where org_id = ${tenant.orgId}
      and order_id = ${orderId}`
  return rows.map(({ payment_id }) => payment_id)
}
