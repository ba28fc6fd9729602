import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { NOTHING_RETURNED, type ReturnedShare, returnTax } from '../../programme/tax-rates/return-tax.ts'
import type { TaxShare } from '../../programme/tax-rates/split-tax.ts'

export type CashReceipt = {
  kind: 'sale' | 'refund' | 'payment' | 'reversal'
  source_id: number
  /** The amount does not contain its rounding. */
  cash_minor: number
  sold_minor: number
  taxes: TaxShare[]
}

type TaxedOrder = { total_minor: number; taxes: TaxShare[] }

/**
 * The tax in so much of an order, from one amount to another: each amount has the share of each rate, and of its tax, that a refund of it would
 * return. So the shares of parts that follow each other add up to the order's tax, by rate and to the unit, however many they are.
 */
export function taxBetween({ total_minor, taxes }: TaxedOrder, fromMinor: number, toMinor: number): ReturnedShare[] {
  const upTo = (amountMinor: number) =>
    returnTax({ total_minor, taxes, returned: NOTHING_RETURNED }, Math.min(Math.max(amountMinor, 0), total_minor))
  const before = upTo(fromMinor)
  const after = upTo(toMinor)
  return taxes.map(({ tax_rate_id, thousandths }) => {
    const of = (shares: ReturnedShare[]) =>
      shares.find((share) => share.tax_rate_id === tax_rate_id && share.thousandths === thousandths)
    return {
      tax_rate_id,
      thousandths,
      amount_minor: (of(after)?.amount_minor ?? 0) - (of(before)?.amount_minor ?? 0),
      tax_minor: (of(after)?.tax_minor ?? 0) - (of(before)?.tax_minor ?? 0),
    }
  })
}

/** Above zero, whichever way the cash goes. */
export async function taxesOfCash(orgId: OrgId, sql: Db, receipt: CashReceipt): Promise<ReturnedShare[]> {
  const { kind, cash_minor: cashMinor, sold_minor: soldMinor, taxes } = receipt
  if (kind === 'refund') return taxes
  // The other ways to pay come after the cash.
  if (kind === 'sale') return taxBetween({ total_minor: soldMinor, taxes }, 0, cashMinor)
  const parts = await partsOf(orgId, sql, receipt)
  return parts.flatMap(({ from_minor: from, amount_minor, total_minor, taxes: of }) =>
    taxBetween({ total_minor, taxes: of ?? [] }, from, from + amount_minor),
  )
}

export const CashPartRow = Type.Object({
  total_minor: Type.Integer(),
  taxes: Type.Unsafe<TaxShare[] | null>({ type: ['array', 'null'] }),
  from_minor: Type.Integer(),
  amount_minor: Type.Integer(),
})
type CashPartRow = Static<typeof CashPartRow>

/**
 * What a payment for debts has paid, or what of it was taken back, order by order. The debts of a sale stand behind what was paid at once, in their
 * order; what came back is the last part of its order; and what was paid of a debt before comes first.
 */
const partsOf = (orgId: OrgId, sql: Db, { kind, source_id: sourceId }: CashReceipt) => sql<CashPartRow[]>`
  select o.total_minor, o.taxes, (o.total_minor - coalesce((
      select sum(later.amount_minor)
      from debts later
      where later.org_id = ${orgId}
        and later.order_id = d.order_id
        and later.owed_by = 'fan'
        and later.kind <> 'returned_payment'
        and later.debt_id >= d.debt_id
        and d.kind <> 'returned_payment'
    ), d.amount_minor) + coalesce((
      select sum(earlier.amount_minor)
      from settlements earlier
      where earlier.org_id = ${orgId}
        and earlier.debt_id = s.debt_id
        and earlier.settlement_id < s.settlement_id
    ), 0))::bigint as from_minor, p.amount_minor
  from (
    select x.payment_id, x.debt_id, x.amount_minor
    from payment_debts x
    where x.org_id = ${orgId}
      and x.payment_id = ${kind === 'payment' ? sourceId : null}
    union all
    select v.payment_id, v.debt_id, v.amount_minor
    from payment_reversals v
    where v.org_id = ${orgId}
      and v.payment_reversal_id = ${kind === 'reversal' ? sourceId : null}
  ) p
  join settlements s on s.org_id = ${orgId} and s.payment_id = p.payment_id and s.debt_id = p.debt_id and s.reverses_settlement_id is null
  join debts d on d.org_id = ${orgId} and d.debt_id = p.debt_id
  join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
  order by s.settlement_id`
