import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'

type Sales = {
  orders: number
  ticketsAnOrder: number
  /** Over how many days they were sold. */
  days: number
  /** How many of the orders are for the first event. */
  mainOrders: number
  customers: number
  eventIds: number[]
  gateIds: number[]
  deviceIds: number[]
}

/** Orders with one line, and a scan for every ticket; the first event gets the first `mainOrders`. */
export async function addSales(orgId: OrgId, sql: Db, sales: Sales): Promise<void> {
  await numberPrices(orgId, sql)
  await addOrders(orgId, sql, sales)
  await addLinesAndTickets(orgId, sql, sales)
  await addScans(orgId, sql, sales)
  await countSold(orgId, sql)
}

/** Prices by their place within the event, so that an order can be given one by arithmetic. */
const numberPrices = (orgId: OrgId, sql: Db) => sql`
  create temp table bench_prices as
  select event_id, price_id, price_category_id, price_minor, row_number() over (partition by event_id order by price_id) - 1 as nth
  from prices
  where org_id = ${orgId}`

const addOrders = (
  orgId: OrgId,
  sql: Db,
  { orders, ticketsAnOrder, days, mainOrders, customers, eventIds }: Sales,
) => sql`
  insert into orders (
    org_id, order_id, event_id, user_id, order_status, first_name, last_name, email_address, postcode, country_id,
    marketing_opt_in, payment_method, currency, price_minor, service_fee_minor, service_tax_minor, rebate_minor, total_minor,
    refunded_minor, confirmed_at, closed_at, created_at, changed_at
  )
  select ${orgId}, n, p.event_id, 1 + n % ${customers}::bigint,
    case when n % 100 < 95 then 'confirmed' when n % 100 < 98 then 'cancelled' else 'refunded' end,
    'Ada', 'Buyer-' || to_hex(n * 2654435761 % 65536), 'fan' || 1 + n % ${customers}::bigint || '@example.com', '2000', 36,
    n % 2 = 0, 'card', 'AUD', ${ticketsAnOrder}::bigint * p.price_minor, ${ticketsAnOrder}::bigint * 300, ${ticketsAnOrder}::bigint * 30,
    ${ticketsAnOrder}::bigint * 100,
    ${ticketsAnOrder}::bigint * (p.price_minor + 330),
    case when n % 100 < 98 then 0 else ${ticketsAnOrder}::bigint * (p.price_minor + 330) end,
    bought.at, case when n % 100 < 95 then null else bought.at + interval '1 day' end, bought.at, bought.at
  from generate_series(1, ${orders}::bigint) n
  cross join lateral (
    select case when n <= ${mainOrders} then 1 else 2 + n % ${eventIds.length - 1}::int end as nth
  ) chosen
  join bench_prices p on p.event_id = (${eventIds}::bigint[])[chosen.nth] and p.nth = n * 31 % 8
  cross join lateral (select timestamptz '2025-01-01' + n * (${days} * interval '1 day' / ${orders}::bigint) as at) bought`

async function addLinesAndTickets(orgId: OrgId, sql: Db, { ticketsAnOrder }: Sales): Promise<void> {
  await sql`
    insert into order_lines (
      org_id, order_id, order_line_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
      service_fee_minor, service_tax_minor, created_at
    )
    select ${orgId}, o.order_id, o.order_id, o.event_id, p.price_category_id, p.price_id, ${ticketsAnOrder}::bigint,
      ${ticketsAnOrder}::bigint, p.price_minor, 100, 300, 30, o.created_at
    from orders o
    join bench_prices p on p.event_id = o.event_id and p.nth = o.order_id * 31 % 8
    where o.org_id = ${orgId}`
  await sql`
    insert into tickets (
      org_id, ticket_id, event_id, order_id, order_line_id, price_category_id, price_id, ticket_status_id, barcode, ticket_name,
      price_minor, rebate_minor, service_fee_minor, service_tax_minor, created_at, changed_at
    )
    select ${orgId}, (o.order_id - 1) * ${ticketsAnOrder}::bigint + n, o.event_id, o.order_id, o.order_id, p.price_category_id, p.price_id,
      case o.order_status when 'confirmed' then 1 when 'cancelled' then 2 else 3 end,
      'T' || (o.order_id - 1) * ${ticketsAnOrder}::bigint + n, o.first_name || ' ' || o.last_name, p.price_minor, 100, 300, 30,
      o.created_at, o.created_at
    from orders o
    join bench_prices p on p.event_id = o.event_id and p.nth = o.order_id * 31 % 8
    cross join generate_series(1, ${ticketsAnOrder}::int) n
    where o.org_id = ${orgId}`
}

async function addScans(orgId: OrgId, sql: Db, { gateIds, deviceIds }: Sales): Promise<void> {
  await sql`
    insert into scans (
      org_id, scan_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, scanned_at, created_at
    )
    select ${orgId}, t.ticket_id, t.event_id, (${gateIds}::bigint[])[1 + t.ticket_id % ${gateIds.length}],
      (${deviceIds}::bigint[])[1 + t.ticket_id % ${deviceIds.length}], 'seed-' || t.ticket_id, 'entry',
      case
        when t.ticket_status_id = 2 then 'cancelled'
        when t.ticket_status_id = 3 then 'refunded'
        when t.ticket_id % 20 = 0 then 'wrong_gate'
        else 'admitted'
      end,
      t.barcode, t.ticket_id, seen.at, seen.at
    from tickets t
    join events e using (org_id, event_id)
    cross join lateral (select e.starts_at - t.ticket_id * 7919 % 5400 * interval '1 second' as at) seen
    where t.org_id = ${orgId}`
  await sql`
    insert into ticket_admissions (org_id, ticket_id, entries, inside, last_scanned_at, created_at, changed_at)
    select org_id, ticket_id, 1, true, scanned_at, scanned_at, scanned_at
    from scans
    where org_id = ${orgId}
      and result = 'admitted'`
}

const countSold = (orgId: OrgId, sql: Db) => sql`
  update price_categories c
  set sold = t.active
  from (
    select price_category_id, count(*) as active
    from tickets
    where org_id = ${orgId}
      and ticket_status_id = 1
    group by price_category_id
  ) t
  where c.org_id = ${orgId}
    and c.price_category_id = t.price_category_id`
