import { type Static, Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import type { Db } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import { Nullable } from '../kit/schema.ts'

export const BasketDiscount = Type.Object({
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
  const [found] = await selectDiscount(orgId, sql, code)
  if (!found) throw new ApiError('resource_missing', { param, message: 'There is no such discount code.' })
  const refusal = refusalOf(found, now)
  if (refusal) throw refusal
  return found
}

export const selectDiscount = (orgId: OrgId, sql: Db, code: string) => sql<BasketDiscount[]>`
  select discount_id, code as discount_code, event_id as discount_event_id, currency as discount_currency, basis_points,
    amount_minor, discount_status, available_from, available_until, uses_max, used
  from discounts
  where org_id = ${orgId}
    and lower(code) = lower(${code})`

/** Why a discount cannot be used now, whatever is in the basket. */
export function refusalOf(discount: Omit<BasketDiscount, 'used' | 'uses_max'> & UseLimit, now: Date): ApiError | null {
  const refuse = (message: string) => new ApiError('state_conflict', { param, message })
  const { available_from: from, available_until: until, uses_max, used } = discount
  if (discount.discount_status !== 'active') return refuse('The discount code is not in use.')
  if (from !== null && from > now) return refuse('The discount code cannot be used yet.')
  if (until !== null && until <= now) return refuse('The discount code has run out.')
  if (uses_max !== null && used >= uses_max) return refuse('The discount code has been used up.')
  return null
}

type UseLimit = { uses_max: number | null; used: number }
