import type { House, Tenant } from '../harness/house.ts'
import { addOrder } from './orders.ts'
import { addOffer } from './prices.ts'
import { addRow } from './rows.ts'

/** Who runs the service, in a file for the command line. */
export const operator = {
  name: 'Turnstile Ltd',
  address_lines: ['1 Gate Road'],
  city: 'London',
  country: 'GB',
  vat_id: 'GB123456789',
  tax_percentage: 20,
  letters: 'TS-',
}

type PaidFee = { at: string; feeMinor: number; currency?: string | undefined }

/** A payment of an order of its own, of which so much was kept. */
export async function addPaidFee(
  house: House,
  tenant: Tenant,
  { at, feeMinor, currency = 'AUD' }: PaidFee,
): Promise<void> {
  const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant))
  await addRow(house, tenant, 'payments', 'payment_id', {
    order_id: orderId,
    provider: 'stripe',
    idempotency_key: crypto.randomUUID(),
    payment_status: 'succeeded',
    provider_reference: `pi_${crypto.randomUUID()}`,
    amount_minor: 10_000,
    currency,
    operator_fee_minor: feeMinor,
    succeeded_at: new Date(at),
    created_at: new Date(at),
  })
}
