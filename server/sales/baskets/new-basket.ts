import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import type { BasketContents } from './basket.ts'
import type { BasketDiscount } from './basket-discount.ts'
import { HOLD_MS } from './basket-life.ts'

/** A basket that is about to be opened, with nothing in it. */
export const newBasket = (basketId: string, discount: BasketDiscount | null, now: Date): BasketContents => ({
  row: {
    basket_id: basketId,
    basket_status: 'open',
    event_id: null,
    currency: null,
    reserved_seating: false,
    discount_id: discount?.discount_id ?? null,
    discount_code: discount?.discount_code ?? null,
    discount_event_id: discount?.discount_event_id ?? null,
    discount_currency: discount?.discount_currency ?? null,
    basis_points: discount?.basis_points ?? null,
    amount_minor: discount?.amount_minor ?? null,
    order_id: null,
    order_uuid: null,
    order_status: null,
    order_discount_minor: null,
    expires_at: new Date(now.getTime() + HOLD_MS),
    created_at: now,
  },
  items: [],
  seats: [],
})

const columns = { basket_id: 'uuid', event_id: 'bigint', discount_id: 'bigint', expires_at: 'timestamptz' } as const

/** With the event of what is in them. */
export const insertBaskets = (orgId: OrgId, sql: Db, now: Date, baskets: BasketContents[]) => sql`
  insert into baskets (org_id, ${namesOf(sql, columns)}, created_at, changed_at)
  select ${orgId}, r.*, ${now}, ${now}
  from ${records(
    sql,
    columns,
    baskets.map(({ row }) => row),
  )}`
