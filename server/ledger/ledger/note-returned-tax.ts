import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  addReturned,
  NOTHING_RETURNED,
  type RateAmount,
  type ReturnedShare,
  type ReturnedTaxes,
  returnTax,
} from '../../programme/tax-rates/return-tax.ts'
import type { TaxShare } from '../../programme/tax-rates/split-tax.ts'

type TaxedOrderRow = { total_minor: number; taxes: TaxShare[]; returned_taxes: ReturnedTaxes | null }

/**
 * Notes that so much of an order goes back, or with an amount below zero is asked for again, and answers the tax in it, as a document to be stored with whatever
 * gives it back; null where nothing is known of tax. The caller has locked the order.
 */
export async function noteReturnedTax(
  orgId: OrgId,
  tx: Tx,
  orderId: number | null,
  amountMinor: number,
  ticketIds: number[] = [],
): Promise<string | null> {
  const order = await findTaxed(orgId, tx, orderId)
  if (!order || orderId === null) return null
  const returned = order.returned_taxes ?? NOTHING_RETURNED
  const givenBack = ticketIds.length > 0 ? await ratesOfTickets(orgId, tx, ticketIds) : []
  const shares = returnTax({ ...order, returned }, amountMinor, givenBack)
  await store(orgId, tx, orderId, addReturned(returned, amountMinor, shares))
  return JSON.stringify(shares)
}

/** A refund that the bank refused has returned nothing. */
export async function forgetReturnedTax(
  orgId: OrgId,
  tx: Tx,
  orderId: number,
  { amount_minor: amountMinor, taxes }: { amount_minor: number; taxes: ReturnedShare[] | null },
): Promise<void> {
  if (taxes === null) return
  const order = await findTaxed(orgId, tx, orderId)
  if (!order) return
  await store(orgId, tx, orderId, addReturned(order.returned_taxes ?? NOTHING_RETURNED, amountMinor, taxes, -1))
}

async function findTaxed(orgId: OrgId, tx: Tx, orderId: number | null): Promise<TaxedOrderRow | undefined> {
  if (orderId === null) return undefined
  const [order] = await tx<TaxedOrderRow[]>`
    select total_minor, taxes, returned_taxes
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and taxes is not null`
  return order
}

const store = (orgId: OrgId, tx: Tx, orderId: number, returned: ReturnedTaxes) => tx`
  update orders
  set returned_taxes = ${JSON.stringify(returned)}::jsonb
  where org_id = ${orgId}
    and order_id = ${orderId}`

/** What tickets cost, by the rates that they were sold at. */
const ratesOfTickets = (orgId: OrgId, tx: Tx, ticketIds: number[]) => tx<RateAmount[]>`
  select tax_rate_id, thousandths, sum(amount_minor)::bigint as amount_minor
  from (
    select l.tax_rate_id, l.tax_thousandths as thousandths, t.price_minor - t.discount_minor + coalesce(t.added_tax_minor, 0) as amount_minor
    from tickets t
    join order_lines l on l.org_id = ${orgId} and l.order_line_id = t.order_line_id
    where t.org_id = ${orgId}
      and t.ticket_id = any (${ticketIds}::bigint[])
      and l.tax_rate_id is not null
    union all
    select l.fee_tax_rate_id, l.fee_tax_thousandths, t.service_fee_minor + t.service_tax_minor
    from tickets t
    join order_lines l on l.org_id = ${orgId} and l.order_line_id = t.order_line_id
    where t.org_id = ${orgId}
      and t.ticket_id = any (${ticketIds}::bigint[])
      and l.fee_tax_rate_id is not null
  ) as parts
  group by tax_rate_id, thousandths`
