import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Drawn ahead, so that an order, its lines and its payment go to the database together. */
export const drawOrderIds = (sql: Db, count: number) => sql<{ order_id: number; payment_id: number }[]>`
  select nextval('orders_order_id_seq') as order_id, nextval('payments_payment_id_seq') as payment_id
  from generate_series(1, ${count}::integer)`

/**
 * For every item an order line, and for each of its places a ticket: once the money is there, nobody has to ask what to sign.
 * Those of an order that is not paid are lost, so a basket that cannot be paid for now, however often somebody tries, gets no
 * tickets.
 */
export const drawItemIds = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<
  { basket_item_id: number; order_line_id: number; ticket_ids: number[] }[]
>`
  select basket_item_id, nextval('order_lines_order_line_id_seq') as order_line_id,
    array(
      select nextval('tickets_ticket_id_seq')
      from generate_series(1, places)
    ) as ticket_ids
  from (
    select i.basket_item_id, case when b.basket_status = 'open' then i.places else 0 end as places
    from baskets b
    join basket_items i on i.org_id = b.org_id and i.basket_id = b.basket_id
    where b.org_id = ${orgId}
      and b.basket_id = any (${basketIds}::uuid[])
    order by i.basket_item_id
  ) as items`

export const drawTicketIds = (sql: Db, count: number) => sql<{ id: number }[]>`
  select nextval('tickets_ticket_id_seq') as id
  from generate_series(1, ${count}::integer)`
