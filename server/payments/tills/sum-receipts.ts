import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { CloseContent } from './till-close.ts'

export const ClosedTaxRow = Type.Object({
  tax_rate_id: Nullable(Type.Integer()),
  title: Nullable(Type.String()),
  kind: Nullable(Type.String()),
  thousandths: Nullable(Type.Integer()),
  sold_minor: Type.Integer(),
  sold_tax_minor: Type.Integer(),
  returned_minor: Type.Integer(),
  returned_tax_minor: Type.Integer(),
})
export type ClosedTaxRow = Static<typeof ClosedTaxRow>

type Range = { counterId: number; tillId: number; firstReceipt: number; lastReceipt: number }

/** The receipts of a close added up, and their cash. */
export async function sumReceipts(orgId: OrgId, tx: Tx, range: Range) {
  const methods = await byMethod(orgId, tx, range)
  const content: CloseContent = {
    methods,
    taxes: await byRate(orgId, tx, range),
    moved: await movedCash(orgId, tx, range.tillId),
    rounding_minor: await roundings(orgId, tx, range),
  }
  const cash = methods.find(({ payment_method }) => payment_method === 'cash')
  return { content, cashMinor: (cash ? cash.received_minor - cash.paid_back_minor : 0) + content.rounding_minor }
}

const inRange = (orgId: OrgId, tx: Tx, { counterId, firstReceipt, lastReceipt }: Range) => tx`
  r.org_id = ${orgId}
  and r.counter_id = ${counterId}
  and r.receipt_number between ${firstReceipt} and ${lastReceipt}`

const byMethod = (orgId: OrgId, tx: Tx, range: Range) => tx<CloseContent['methods']>`
  select r.payment_method, count(*)::integer as receipts, coalesce(sum(r.amount_minor) filter (where r.amount_minor > 0), 0)::bigint as received_minor,
    coalesce(-sum(r.amount_minor) filter (where r.amount_minor < 0), 0)::bigint as paid_back_minor
  from till_receipts r
  where ${inRange(orgId, tx, range)}
  group by r.payment_method
  order by r.payment_method`

/** The rest of each receipt bears no rate; it comes last. */
const byRate = (orgId: OrgId, tx: Tx, range: Range) => tx<ClosedTaxRow[]>`
  select s.tax_rate_id, t.title, t.kind, s.thousandths, coalesce(sum(s.amount_minor) filter (where s.is_sale), 0)::bigint as sold_minor,
    coalesce(sum(s.tax_minor) filter (where s.is_sale), 0)::bigint as sold_tax_minor,
    coalesce(sum(s.amount_minor) filter (where not s.is_sale), 0)::bigint as returned_minor,
    coalesce(sum(s.tax_minor) filter (where not s.is_sale), 0)::bigint as returned_tax_minor
  from (
    select r.kind = 'sale' as is_sale, x.tax_rate_id, x.thousandths, x.amount_minor, x.tax_minor
    from till_receipts r
    cross join lateral jsonb_to_recordset(r.taxes) as x (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    where ${inRange(orgId, tx, range)}
    union all
    select r.kind = 'sale', null, null, abs(r.sold_minor) - coalesce((
      select sum(x.amount_minor)
      from jsonb_to_recordset(r.taxes) as x (amount_minor bigint)
    ), 0), 0
    from till_receipts r
    where ${inRange(orgId, tx, range)}
  ) s
  left join tax_rates t on t.org_id = ${orgId} and t.tax_rate_id = s.tax_rate_id
  where s.amount_minor <> 0
  group by s.tax_rate_id, t.title, t.kind, s.thousandths
  order by s.tax_rate_id nulls last, s.thousandths`

async function roundings(orgId: OrgId, tx: Tx, range: Range): Promise<number> {
  const [sum] = await tx<{ rounding_minor: number }[]>`
    select coalesce(sum(r.rounding_minor), 0)::bigint as rounding_minor
    from till_receipts r
    where ${inRange(orgId, tx, range)}`
  return sum?.rounding_minor ?? 0
}

async function movedCash(orgId: OrgId, tx: Tx, tillId: number): Promise<CloseContent['moved']> {
  const sums = await tx<{ movement: keyof CloseContent['moved']; amount_minor: number }[]>`
    select movement, sum(amount_minor)::bigint as amount_minor
    from till_movements
    where org_id = ${orgId}
      and till_id = ${tillId}
    group by movement`
  const sumOf = (movement: string) => sums.find((sum) => sum.movement === movement)?.amount_minor ?? 0
  return { deposit: sumOf('deposit'), drop: sumOf('drop'), payout: sumOf('payout') }
}
