import { type Static, Type } from 'typebox'
import { toMajor } from '../../platform/values/money.ts'
import { zonedIso } from '../../platform/values/time.ts'

export const SsoOrder = Type.Object(
  {
    order_id: Type.String(),
    order_date: Type.String({ description: 'ISO 8601 with the offset of the event’s zone' }),
    total: Type.Number({ description: 'prices less discounts, plus all fees and tax; major unit of the currency' }),
    event_id: Type.String(),
    event_title: Type.String(),
    event_start: Type.String({ description: 'ISO 8601 with the offset of the event’s zone' }),
  },
  { title: 'SsoOrder' },
)

export const SsoOrderRow = Type.Object({
  order_id: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  total_minor: Type.Integer(),
  currency: Type.String(),
  event_id: Type.Integer(),
  event_title: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  timezone: Type.String(),
})
export type SsoOrderRow = Static<typeof SsoOrderRow>

export const toSsoOrder = (row: SsoOrderRow) =>
  ({
    order_id: String(row.order_id),
    order_date: zonedIso(row.created_at, row.timezone),
    total: toMajor(row.total_minor, row.currency),
    event_id: String(row.event_id),
    event_title: row.event_title,
    event_start: zonedIso(row.starts_at, row.timezone),
  }) satisfies Static<typeof SsoOrder>
