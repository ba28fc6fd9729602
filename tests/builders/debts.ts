import { debtUrl, linkExpiry } from '../../server/ledger/ledger/debt-link.ts'
import type { House, Tenant } from '../harness/house.ts'
import { addOffer } from './prices.ts'
import { unique } from './rows.ts'

const buyer = () => ({ email: `${unique('owing')}@example.org`, first_name: 'Ada', last_name: 'Okafor' })

/** Tickets of 27.20 each on an invoice, and the debt for them. */
export async function addInvoice(house: House, { key }: Tenant, { priceId = 0, quantity = 1 } = {}) {
  const body = { items: [{ price_id: priceId, quantity }], payment_method: 'invoice', customer: buyer() }
  const sold = await house.call('POST', '/v1/manage/orders', { key, body })
  if (sold.status !== 201) throw new Error(sold.text)
  const orderId = Number(sold.body.order_id)
  const owed = await house.call('GET', `/v1/manage/debts?order_id=${orderId}`, { key })
  return { orderId, debtId: Number(owed.body.data[0].debt_id), tickets: sold.body.tickets as { ticket_id: number }[] }
}

/** What the club has to transfer back, of an invoice that was paid. */
export async function addTransferOwed(house: House, tenant: Tenant, offer: { priceId?: number } = {}) {
  const { key } = tenant
  const { orderId, debtId } = await addInvoice(house, tenant, {
    priceId: (await offerOf(house, tenant, offer)).priceId,
  })
  const paid = { payment_method: 'transfer', reference: 'RE 7' }
  await house.call('POST', `/v1/manage/debts/${debtId}/record_payment`, { key, body: paid })
  const refund = await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key, body: {} })
  return { orderId, debtId: Number(refund.body.debt_id), refundId: Number(refund.body.refund_id) }
}

const offerOf = async (house: House, tenant: Tenant, { priceId }: { priceId?: number }) =>
  priceId === undefined ? addOffer(house, tenant) : { priceId }

/** The header of a fan who has the link of a debt. */
export function debtSecret(
  house: House,
  { orgId }: Tenant,
  debtId: number,
  { version = 0, expiresAt = linkExpiry(house.clock()) } = {},
) {
  const shop = { shop_slug: 'any', shop_host: null }
  const url = debtUrl({ seal: house.seal, publicUrl: 'http://grandstand.test' }, orgId, shop, {
    debtId,
    version,
    expiresAt,
  })
  return { 'x-debt-secret': url.split('#')[1] ?? '' }
}
