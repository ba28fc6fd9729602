import { invalidParameters } from '../../platform/http/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { missing } from '../../resources/constraints.ts'

/** Types that one price may be for. */
export const TYPES_MAX = 20

type Asked = { membership_type_id?: number | null; membership_type_ids?: number[] | null }

/** The types that a price is to be for, the first of them first; undefined where nothing is said about them. */
export function typesOf({ membership_type_id: first, membership_type_ids: list }: Asked): number[] | undefined {
  if (list === undefined) return first === undefined ? undefined : first === null ? [] : [first]
  const types = [...new Set(list ?? [])]
  if (first !== undefined && first !== (types[0] ?? null)) {
    const message = 'membership_type_id must be the first of membership_type_ids.'
    throw invalidParameters([{ param: 'membership_type_id', code: 'parameter_invalid', message }])
  }
  return types
}

export async function requireTypes({ orgId, tx }: ChangeContext, types: number[]): Promise<void> {
  const [row] = await tx<{ known: number }[]>`
    select count(*)::integer as known
    from membership_types
    where org_id = ${orgId}
      and membership_type_id = any (${types}::bigint[])`
  if (row?.known !== types.length) throw missing('membership_type_ids')()
}

/** Writes the types beside the first, which is a column of the price. */
export async function setOtherTypes({ orgId, tx, clock }: ChangeContext, priceId: number, [, ...others]: number[]) {
  await tx`
    delete from price_membership_types
    where org_id = ${orgId}
      and price_id = ${priceId}`
  await tx`
    insert into price_membership_types (org_id, price_id, membership_type_id, created_at)
    select ${orgId}, ${priceId}, membership_type_id, ${clock(orgId)}
    from unnest(${others}::bigint[]) as other (membership_type_id)`
}
