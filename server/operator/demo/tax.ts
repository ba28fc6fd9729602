import type { OrgId } from '../../access/principal.ts'
import { noteReturnedTax } from '../../ledger/ledger/note-returned-tax.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { divide } from '../../programme/discounts/apply-discount.ts'
import { type BorneRate, sharesOf, splitAmount, type TaxPart } from '../../programme/tax-rates/split-tax.ts'
import { HARBOUR_CITY } from './harbour-city.ts'

const { organisation, tax } = HARBOUR_CITY

type SoldLine = {
  order_id: number
  order_line_id: number
  fee_minor: number
  price_minor: number
  service_fee_minor: number
  service_tax_minor: number
  tickets: { ticket_id: number; price_minor: number; fee_minor: number }[]
}
type TaxedLine = SoldLine & { price: TaxPart | null; fee: TaxPart | null }

/** The club's rate, on all that it sells in its own currency: what is played abroad is not taxed at home. */
export async function addTaxRate(orgId: OrgId, tx: Tx, today: Date): Promise<void> {
  const percentages = [{ valid_from: tax.validFrom, thousandths: tax.percent * 1000 }]
  await tx`
    insert into tax_rates (org_id, title, country, kind, percentages, on_fees, on_new_prices, created_at, changed_at)
    values (${orgId}, ${tax.title}, ${organisation.country}, 'standard', ${JSON.stringify(percentages)}::jsonb, true, true, ${today}, ${today})`
}

/**
 * Splits what was sold so far, and what of it went back, as a sale and a refund do. Called once before what is told of single orders, which goes
 * on by the program's own hands, and once after. A club without a rate sells without tax.
 */
export async function taxSold(orgId: OrgId, tx: Tx): Promise<void> {
  const rate = await bearRate(orgId, tx)
  if (!rate) return
  const lines = (await findUntaxed(orgId, tx)).map((line) => taxLine(rate, line))
  await storeLines(orgId, tx, lines)
  await storeTickets(orgId, tx, lines)
  await storeOrders(orgId, tx, rate, lines)
  await taxRefunded(orgId, tx, [...new Set(lines.map(({ order_id }) => order_id))])
}

async function bearRate(orgId: OrgId, tx: Tx): Promise<BorneRate | undefined> {
  const [rate] = await tx<BorneRate[]>`
    select tax_rate_id, title, kind, included_in_prices, percentages
    from tax_rates
    where org_id = ${orgId}`
  if (!rate) return undefined
  await tx`
    update prices p
    set tax_rate_id = ${rate.tax_rate_id}
    from events e
    where p.org_id = ${orgId}
      and p.tax_rate_id is null
      and e.org_id = ${orgId}
      and e.event_id = p.event_id
      and e.currency = ${organisation.currency}`
  await tx`
    update membership_types
    set tax_rate_id = ${rate.tax_rate_id}
    where org_id = ${orgId}
      and tax_rate_id is null`
  return rate
}

/** Without what was given up already: what that has returned is written down for ever, without tax. */
const findUntaxed = (orgId: OrgId, tx: Tx) => tx<SoldLine[]>`
  select o.order_id, l.order_line_id, o.transaction_fee_minor as fee_minor, l.quantity * l.price_minor - l.discount_minor as price_minor,
    l.quantity * l.service_fee_minor as service_fee_minor, l.quantity * l.service_tax_minor as service_tax_minor, coalesce((
      select json_agg(json_build_object(
        'ticket_id', t.ticket_id, 'price_minor', t.price_minor - t.discount_minor, 'fee_minor', t.service_fee_minor + t.service_tax_minor
      ) order by t.ticket_id)
      from tickets t
      where t.org_id = ${orgId}
        and t.order_line_id = l.order_line_id
    ), '[]') as tickets
  from orders o
  join order_lines l on l.org_id = ${orgId} and l.order_id = o.order_id
  where o.org_id = ${orgId}
    and o.taxes is null
    and o.currency = ${organisation.currency}
    and o.order_status <> 'expired'
    and not exists (
      select 1
      from debt_releases r
      join debts d on d.org_id = ${orgId} and d.debt_id = r.debt_id
      where r.org_id = ${orgId}
        and d.order_id = o.order_id
    )
  order by l.order_line_id`

/** Its rate has one step only, which every day is of. */
const DAY = tax.validFrom

function taxLine(rate: BorneRate, line: SoldLine): TaxedLine {
  const { price_minor: price, service_fee_minor: fee, service_tax_minor: feeTax } = line
  const ofPrice = splitAmount(rate, price, DAY)
  const ofFee = splitAmount(rate, fee + feeTax, DAY)
  return { ...line, price: ofPrice, fee: ofFee && fee > 0 ? { ...ofFee, taxMinor: feeTax } : null }
}

async function storeLines(orgId: OrgId, tx: Tx, lines: TaxedLine[]): Promise<void> {
  const rows = lines.map(({ order_line_id, price, fee }) => ({
    order_line_id,
    tax_minor: price?.taxMinor,
    fee_tax_minor: fee?.taxMinor,
    rate_id: price?.rate.tax_rate_id,
    thousandths: price?.thousandths,
  }))
  await tx`
    update order_lines l
    set tax_rate_id = n.rate_id, tax_thousandths = n.thousandths, tax_minor = n.tax_minor, fee_tax_minor = n.fee_tax_minor,
      fee_tax_rate_id = case when n.fee_tax_minor is not null then n.rate_id end,
      fee_tax_thousandths = case when n.fee_tax_minor is not null then n.thousandths end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (order_line_id bigint, rate_id bigint, thousandths integer, tax_minor bigint, fee_tax_minor bigint)
    where l.org_id = ${orgId}
      and l.order_line_id = n.order_line_id`
}

async function storeTickets(orgId: OrgId, tx: Tx, lines: TaxedLine[]): Promise<void> {
  const rows = lines.flatMap(({ tickets, price, fee }) => {
    const prices = tickets.map(({ price_minor }) => price_minor)
    const fees = tickets.map(({ fee_minor }) => fee_minor)
    const taxes = price && divide(price.taxMinor, prices)
    const feeTaxes = fee && divide(fee.taxMinor, fees)
    return tickets.map(({ ticket_id }, n) => ({ ticket_id, tax_minor: taxes?.[n], fee_tax_minor: feeTaxes?.[n] }))
  })
  await tx`
    update tickets t
    set tax_minor = n.tax_minor, fee_tax_minor = n.fee_tax_minor
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (ticket_id bigint, tax_minor bigint, fee_tax_minor bigint)
    where t.org_id = ${orgId}
      and t.ticket_id = n.ticket_id`
}

async function storeOrders(orgId: OrgId, tx: Tx, rate: BorneRate, lines: TaxedLine[]): Promise<void> {
  const rows = [...Map.groupBy(lines, ({ order_id }) => order_id)].map(([orderId, ofOrder]) => {
    const feeMinor = ofOrder[0]?.fee_minor ?? 0
    const fee = feeMinor > 0 ? splitAmount(rate, feeMinor, DAY) : null
    const taxes = sharesOf([...ofOrder.flatMap((line) => [line.price, line.fee]), fee])
    return {
      order_id: orderId,
      taxes,
      rate_id: fee?.rate.tax_rate_id,
      thousandths: fee?.thousandths,
      tax_minor: fee?.taxMinor,
    }
  })
  await tx`
    update orders o
    set taxes = n.taxes, fee_tax_rate_id = n.rate_id, fee_tax_thousandths = n.thousandths, fee_tax_minor = n.tax_minor
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (order_id bigint, taxes jsonb, rate_id bigint, thousandths integer, tax_minor bigint)
    where o.org_id = ${orgId}
      and o.order_id = n.order_id`
}

type Refund = { refund_id: number; order_id: number; amount_minor: number; ticket_ids: number[] }

async function taxRefunded(orgId: OrgId, tx: Tx, orderIds: number[]): Promise<void> {
  const refunds = await tx<Refund[]>`
    select r.refund_id, p.order_id, r.amount_minor, array(
        select t.ticket_id
        from tickets t
        where t.org_id = ${orgId}
          and t.refund_id = r.refund_id
      ) as ticket_ids
    from refunds r
    join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
    where r.org_id = ${orgId}
      and p.order_id = any (${orderIds}::bigint[])
    order by r.refund_id`
  for (const { refund_id, order_id, amount_minor, ticket_ids } of refunds) {
    const taxes = await noteReturnedTax(orgId, tx, order_id, amount_minor, ticket_ids)
    await tx`
      update refunds
      set taxes = ${taxes}::jsonb
      where org_id = ${orgId}
        and refund_id = ${refund_id}`
  }
}
