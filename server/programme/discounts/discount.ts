import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'

export const Discount = Type.Object(
  {
    discount_id: Type.Integer(),
    code: Type.String({ description: 'what the fan types; any case' }),
    event_id: Nullable(Type.String({ description: 'null: every event of the organisation' })),
    percentage: Nullable(Type.Number({ description: 'off the prices; null when it is an amount' })),
    amount: Nullable(Type.Number({ description: 'off the order, major unit of the currency; null when a percentage' })),
    currency: Nullable(Type.String({ description: 'ISO 4217, of the amount' })),
    available_from_unix: Nullable(Type.Integer({ description: 'null: from the beginning' })),
    available_until_unix: Nullable(Type.Integer({ description: 'null: without an end' })),
    uses_max: Nullable(Type.Integer({ description: 'orders that may take it; null: any number' })),
    used: Type.Integer({ description: 'orders that took it, those being paid included' }),
    discount_status: OneOf(['active', 'inactive', 'archived']),
    created: Type.Integer({ description: 'Unix seconds' }),
    updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
  },
  { title: 'Discount' },
)

export const DiscountRow = Type.Object({
  discount_id: Type.Integer(),
  code: Type.String(),
  event_id: Nullable(Type.Integer()),
  basis_points: Nullable(Type.Integer()),
  amount_minor: Nullable(Type.Integer()),
  currency: Nullable(Type.String()),
  available_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  available_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  uses_max: Nullable(Type.Integer()),
  used: Type.Integer(),
  discount_status: Type.Unsafe<'active' | 'inactive' | 'archived'>({ type: 'string' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type DiscountRow = Static<typeof DiscountRow>

export const discounts: Resource<DiscountRow, Static<typeof Discount>> = {
  singular: 'discount',
  operationNames: { one: 'Discount', many: 'Discounts' },
  object: 'discounts',
  scope: 'programme:manage',
  listPath: '/v1/manage/discounts',
  itemPath: '/v1/manage/discounts/:discount_id',
  table: 'discounts',
  id: 'discount_id',
  tag: 'Discounts',
  schema: Discount,
  select: (sql) => sql`
    select t.discount_id, t.code, t.event_id, t.basis_points, t.amount_minor, t.currency, t.available_from,
      t.available_until, t.uses_max, t.used, t.discount_status, t.created_at, t.changed_at
    from discounts t`,
  toItem: (row) =>
    ({
      discount_id: row.discount_id,
      code: row.code,
      event_id: row.event_id === null ? null : String(row.event_id),
      percentage: row.basis_points === null ? null : row.basis_points / 100,
      amount: row.amount_minor === null ? null : toMajor(row.amount_minor, row.currency ?? ''),
      currency: row.currency,
      available_from_unix: row.available_from && unixSeconds(row.available_from),
      available_until_unix: row.available_until && unixSeconds(row.available_until),
      uses_max: row.uses_max,
      used: row.used,
      discount_status: row.discount_status,
      created: unixSeconds(row.created_at),
      updated_at: unixSeconds(row.changed_at),
    }) satisfies Static<typeof Discount>,
  constraints: {
    discounts_by_code: conflictOn('code', 'Another discount has this code.'),
    discounts_org_id_event_id_fkey: missing('event_id'),
    discounts_one_kind: invalid('percentage', 'Send either percentage or amount.'),
    discounts_sale_window: invalid('available_until_unix', 'available_until_unix must be after available_from_unix.'),
    discounts_not_overused: conflictOn('uses_max', 'uses_max is below the number of orders that took the discount.'),
  },
}
