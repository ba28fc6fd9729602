import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'

export const BasketDiscount = Type.Object({
  /** The code in the letters in which it was asked for. */
  typed: Type.String(),
  discount_id: Type.Integer(),
  discount_code: Type.String(),
  discount_event_id: Nullable(Type.Integer()),
  discount_currency: Nullable(Type.String()),
  basis_points: Nullable(Type.Integer()),
  amount_minor: Nullable(Type.Integer()),
  discount_status: Type.String(),
  available_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  available_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  uses_max: Nullable(Type.Integer()),
  used: Type.Integer(),
})
export type BasketDiscount = Static<typeof BasketDiscount>

const param = 'discount_code'

/** The discount behind a code that a fan typed; in any case of letters. */
export async function findDiscount(orgId: OrgId, sql: Db, code: string, now: Date): Promise<BasketDiscount> {
  const discount = discountsByCode(await findDiscounts(orgId, sql, [code]), [code], now).get(code) ?? unknown()
  if (discount instanceof Error) throw discount
  return discount
}

export const findDiscounts = (orgId: OrgId, sql: Db, codes: string[]) => sql<BasketDiscount[]>`
  select t.typed, d.discount_id, d.code as discount_code, d.event_id as discount_event_id, d.currency as discount_currency,
    d.basis_points, d.amount_minor, d.discount_status, d.available_from, d.available_until, d.uses_max, d.used
  from unnest(${codes}::text[]) as t (typed)
  join discounts d on d.org_id = ${orgId} and lower(d.code) = lower(t.typed)`

/** The discounts behind codes, or why one of them cannot be had. */
export function discountsByCode(
  rows: BasketDiscount[],
  codes: string[],
  now: Date,
): Map<string, BasketDiscount | ApiError> {
  const byCode = new Map(rows.map((row) => [row.typed, row]))
  return new Map(
    codes.map((code) => {
      const row = byCode.get(code)
      return [code, row ? (discountRefusal(row, now) ?? row) : unknown()]
    }),
  )
}

const unknown = () => new ApiError('resource_missing', { param, message: 'There is no such discount code.' })

export const notForEvent = () =>
  new ApiError('state_conflict', { param, message: 'The discount code is not for this event.' })

/** Why a discount cannot be used now, whatever is in the basket. */
export function discountRefusal(discount: Omit<BasketDiscount, 'typed'>, now: Date): ApiError | null {
  const refuse = (message: string) => new ApiError('state_conflict', { param, message })
  const { available_from: from, available_until: until, uses_max, used } = discount
  if (discount.discount_status !== 'active') return refuse('The discount code is not in use.')
  if (from !== null && from > now) return refuse('The discount code cannot be used yet.')
  if (until !== null && until <= now) return refuse('The discount code has run out.')
  if (uses_max !== null && used >= uses_max) return refuse('The discount code has been used up.')
  return null
}
