import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { sendTogether } from '../../platform/batches/begin-batch.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { firstMembershipType } from '../../programme/stock/first-membership-type.ts'
import { BorneRateColumn, borneRate, supplyDay, TaxSharesColumn } from '../../programme/tax-rates/borne-rate.ts'
import { TranslationsColumn } from '../../programme/translations.ts'
import { categoryEntrance, seatEntrance } from '../../programme/venues/entrance.ts'
import type { OrderStatus } from '../../tickets/orders/order.ts'
import { type BasketMembershipRow, findBasketMemberships } from '../membership-sale/basket-memberships.ts'
import type { BasketStatus } from './basket-state.ts'
import { feeColumns } from './transaction-fee.ts'

export const BasketRow = Type.Object({
  basket_id: Type.String(),
  basket_status: Type.Unsafe<BasketStatus>({ type: 'string' }),
  event_id: Nullable(Type.Integer()),
  currency: Nullable(Type.String()),
  reserved_seating: Type.Boolean(),
  has_memberships: Type.Boolean(),
  discount_id: Nullable(Type.Integer()),
  discount_code: Nullable(Type.String()),
  discount_event_id: Nullable(Type.Integer()),
  discount_currency: Nullable(Type.String()),
  basis_points: Nullable(Type.Integer()),
  amount_minor: Nullable(Type.Integer()),
  order_id: Nullable(Type.Integer()),
  order_uuid: Nullable(Type.String()),
  order_status: Type.Unsafe<OrderStatus | null>({ type: ['string', 'null'] }),
  order_discount_minor: Nullable(Type.Integer()),
  order_transaction_fee_minor: Nullable(Type.Integer()),
  fee_currency: Type.String(),
  fee_fixed_minor: Type.Integer(),
  fee_basis_points: Type.Integer(),
  fee_max_minor: Nullable(Type.Integer()),
  fee_free_orders: Type.Boolean(),
  fee_boxoffice: Type.Boolean(),
  fee_tax_rate: BorneRateColumn,
  supply_day: Nullable(Type.String({ description: 'the event’s own, YYYY-MM-DD' })),
  order_taxes: TaxSharesColumn,
  order_added_tax_minor: Nullable(Type.Integer()),
  terms_version: Nullable(Type.Integer()),
  expires_at: Type.Unsafe<Date>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type BasketRow = Static<typeof BasketRow>

export const BasketItemRow = Type.Object({
  basket_id: Type.String(),
  basket_item_id: Type.Integer(),
  event_id: Type.Integer(),
  price_category_id: Type.Integer(),
  price_category_title: Type.String(),
  section_label: Nullable(Type.String()),
  gate: Nullable(Type.String()),
  entrance: Nullable(Type.String()),
  price_id: Type.Integer(),
  title: Type.String(),
  price_translations: TranslationsColumn,
  category_translations: TranslationsColumn,
  membership_type_id: Nullable(Type.Integer()),
  max_per_customer: Nullable(Type.Integer()),
  quantity: Type.Integer(),
  places: Type.Integer(),
  price_minor: Type.Integer(),
  rebate_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
})
export type BasketItemRow = Static<typeof BasketItemRow>

export type BasketSeatRow = {
  basket_id: string
  basket_item_id: number
  seat_id: number
  section_label: string
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string
  /** That of the seat; null where its price category says it. */
  gate: string | null
  entrance: string | null
}

/** A basket with what is in it, as it was read. */
export type BasketContents = {
  row: BasketRow
  items: BasketItemRow[]
  seats: BasketSeatRow[]
  memberships: BasketMembershipRow[]
}

/** The version of the terms that a buyer has to agree to; null where the organisation `g` does not ask. */
const termsToAccept = (orgId: OrgId, sql: Db) => sql`case when g.terms_consent then (
  select l.version
  from legal_pages l
  where l.org_id = ${orgId}
    and l.kind = 'terms'
    and l.pages <> '{}'
    and not exists (
      select 1
      from legal_pages n
      where n.org_id = ${orgId}
        and n.kind = 'terms'
        and n.version > l.version
    )
) end`

/** Baskets by their uuid, put together from what was read. */
export function contentsOf(
  rows: BasketRow[],
  items: BasketItemRow[],
  seats: BasketSeatRow[],
  memberships: BasketMembershipRow[],
): Map<string, BasketContents> {
  const membershipsOf = Map.groupBy(memberships, ({ basket_id }) => basket_id)
  const itemsOf = Map.groupBy(items, ({ basket_id }) => basket_id)
  const seatsOf = Map.groupBy(seats, ({ basket_id }) => basket_id)
  return new Map(
    rows.map((row) => [
      row.basket_id,
      {
        row,
        items: itemsOf.get(row.basket_id) ?? [],
        seats: seatsOf.get(row.basket_id) ?? [],
        memberships: membershipsOf.get(row.basket_id) ?? [],
      },
    ]),
  )
}

/** In the order of their ids, as all transactions lock them. Whatever is read afterwards is as it is under the locks. */
export const lockBaskets = (orgId: OrgId, tx: Tx, basketIds: string[]) => tx<
  { basket_id: string; has_memberships: boolean }[]
>`
  select basket_id, has_memberships
  from baskets
  where org_id = ${orgId}
    and basket_id = any (${basketIds}::uuid[])
  order by basket_id
  for no key update`

export const findBaskets = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<BasketRow[]>`
  select b.basket_id, b.basket_status, b.event_id, coalesce(e.currency, case when b.has_memberships then g.currency end) as currency,
    coalesce(e.reserved_seating, false) as reserved_seating, b.has_memberships,
    b.discount_id, d.code as discount_code, d.event_id as discount_event_id, d.currency as discount_currency,
    d.basis_points, d.amount_minor, o.order_id, o.order_uuid, o.order_status, o.discount_minor as order_discount_minor,
    o.transaction_fee_minor as order_transaction_fee_minor, ${feeColumns(orgId, sql)}, ${supplyDay(sql, 'e')} as supply_day, o.taxes as order_taxes, o.added_tax_minor as order_added_tax_minor, ${termsToAccept(orgId, sql)} as terms_version, b.expires_at, b.created_at
  from baskets b
  join organisations g on g.org_id = ${orgId}
  left join events e on e.org_id = b.org_id and e.event_id = b.event_id
  left join discounts d on d.org_id = b.org_id and d.discount_id = b.discount_id
  left join orders o on o.org_id = b.org_id and o.basket_id = b.basket_id
  where b.org_id = ${orgId}
    and b.basket_id = any (${basketIds}::uuid[])`

export const findBasketItems = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<BasketItemRow[]>`
  select i.basket_id, i.basket_item_id, i.event_id, i.price_category_id, c.title as price_category_title,
    c.section_label, ${categoryEntrance(orgId, sql)}, i.price_id, p.title,
    p.translations as price_translations, c.translations as category_translations, ${firstMembershipType(orgId, sql, 'p')} as membership_type_id, p.max_per_customer, i.quantity, i.places, i.price_minor, i.rebate_minor, i.service_fee_minor,
    i.service_tax_minor, ${borneRate(orgId, sql, 'p')} as tax_rate
  from basket_items i
  join prices p on p.org_id = i.org_id and p.price_id = i.price_id
  join price_categories c on c.org_id = i.org_id and c.price_category_id = i.price_category_id
  where i.org_id = ${orgId}
    and i.basket_id = any (${basketIds}::uuid[])
  order by i.basket_id, i.created_at, i.basket_item_id`

export const findBasketSeats = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<BasketSeatRow[]>`
  select a.basket_id, a.basket_item_id, a.seat_id, n.title as section_label, n.sub_section_title, s.seat_level,
    s.seat_aisle, s.seat_row, s.seat_title, ${seatEntrance(orgId, sql)}
  from seat_claims a
  join events e on e.org_id = a.org_id and e.event_id = a.event_id
  join seats s on s.org_id = a.org_id and s.seat_id = a.seat_id
  join seat_sections n
    on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id and n.seat_section_id = s.seat_section_id
  where a.org_id = ${orgId}
    and a.basket_id = any (${basketIds}::uuid[])
  order by a.basket_item_id, s.seat_section_id, s.row_position, s.seat_position`

/** Baskets by their uuid, each with its items and, where there can be any, its seats. */
export async function readBaskets(orgId: OrgId, sql: Db, basketIds: string[]): Promise<Map<string, BasketContents>> {
  const { rows, items } = await sendTogether({
    rows: findBaskets(orgId, sql, basketIds),
    items: findBasketItems(orgId, sql, basketIds),
  })
  const seats = rows.some((row) => row.reserved_seating) ? await findBasketSeats(orgId, sql, basketIds) : []
  return contentsOf(rows, items, seats, await membershipsIn(orgId, sql, rows))
}

/** Of those baskets that have some. */
export const membershipsIn = async (orgId: OrgId, sql: Db, rows: BasketRow[]): Promise<BasketMembershipRow[]> => {
  const basketIds = rows.filter((row) => row.has_memberships).map(({ basket_id }) => basket_id)
  return basketIds.length > 0 ? findBasketMemberships(orgId, sql, basketIds) : []
}
