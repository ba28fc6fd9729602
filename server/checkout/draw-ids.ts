import type { OrgId } from '../access/principal.ts'
import type { Db } from '../kit/database.ts'

/** Drawn ahead, so that an order, its lines and its payment go to the database together. */
export const drawOrderIds = (sql: Db, count: number) => sql<{ order_id: number; payment_id: number }[]>`
  select nextval('orders_order_id_seq') as order_id, nextval('payments_payment_id_seq') as payment_id
  from generate_series(1, ${count}::integer)`

export const drawLineIds = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<
  { basket_item_id: number; order_line_id: number }[]
>`
  select basket_item_id, nextval('order_lines_order_line_id_seq') as order_line_id
  from (
    select basket_item_id
    from basket_items
    where org_id = ${orgId}
      and basket_id = any (${basketIds}::uuid[])
    order by basket_item_id
  ) as items`

/**
 * One for each place: once the money is there, nobody has to ask what to sign. Those of an order that is not paid are lost, so
 * a basket that cannot be paid for now, however often somebody tries, gets none.
 */
export const drawItemTicketIds = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<
  { basket_item_id: number; id: number }[]
>`
  select i.basket_item_id, nextval('tickets_ticket_id_seq') as id
  from baskets b
  join basket_items i on i.org_id = b.org_id and i.basket_id = b.basket_id
  cross join generate_series(1, i.places)
  where b.org_id = ${orgId}
    and b.basket_id = any (${basketIds}::uuid[])
    and b.basket_status = 'open'`

export const drawTicketIds = (sql: Db, count: number) => sql<{ id: number }[]>`
  select nextval('tickets_ticket_id_seq') as id
  from generate_series(1, ${count}::integer)`
