import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'

/**
 * What a desk looks into beside the orders, of which there is as much: for each a payment, an entry in the log, a mail and a message that
 * was delivered. One in a hundred or so went wrong.
 */
export async function addDesk(orgId: OrgId, sql: Db): Promise<void> {
  // Without keys and figures about them, each of the joins below would be a loop within a loop.
  await sql`analyze orders, tickets, seats, scans`
  await seatSome(orgId, sql)
  await sellSomeAtTheCounter(orgId, sql)
  await addPayments(orgId, sql)
  await addLog(orgId, sql)
  await addMails(orgId, sql)
  await addDeliveries(orgId, sql)
  await addDebts(orgId, sql)
  await addSettlements(orgId, sql)
  await addConflicts(orgId, sql)
  await addTags(orgId, sql)
}

/** One in ten has a tag that many have, one in two thousand another as well. */
async function addTags(orgId: OrgId, sql: Db): Promise<void> {
  await sql`
    update orders
    set tags = case when order_id % 2000 = 1 then array['season', 'sponsor'] else array['season'] end
    where org_id = ${orgId}
      and order_id % 10 = 1`
  await sql`
    update customers
    set tags = case when user_id % 2000 = 1 then array['season', 'sponsor'] else array['season'] end
    where org_id = ${orgId}
      and user_id % 10 = 1`
  await sql`
    update members
    set tags = case when membership_member_id % 2000 = 1 then array['season', 'sponsor'] else array['season'] end
    where org_id = ${orgId}
      and membership_member_id % 10 = 1`
}

/** One ticket in five is for a seat, and no seat is sold twice for one event. */
async function seatSome(orgId: OrgId, sql: Db): Promise<void> {
  const seats = await sql<{ seat_id: number }[]>`
    select seat_id
    from seats
    where org_id = ${orgId}
    order by seat_id`
  await sql`
    update tickets
    set seat_id = (${seats.map(({ seat_id }) => seat_id)}::bigint[])[1 + order_id / 40 % ${seats.length}]
    where org_id = ${orgId}
      and order_id % 5 = 0`
}

/** Two in a hundred, half of them to people who gave a name and no address. */
const sellSomeAtTheCounter = (orgId: OrgId, sql: Db) => sql`
  update orders
  set sales_channel = 'boxoffice', payment_method = 'cash', user_id = case when order_id % 100 < 50 then user_id end,
    email_address = case when order_id % 100 < 50 then email_address end
  where org_id = ${orgId}
    and order_id % 50 = 7`

async function addPayments(orgId: OrgId, sql: Db): Promise<void> {
  await sql`
    insert into payments (
      org_id, payment_id, order_id, provider, idempotency_key, provider_reference, payment_status, amount_minor, currency,
      refunded_minor, card_last4, failure_code, succeeded_at, created_at, changed_at
    )
    select ${orgId}, order_id, order_id, case when sales_channel = 'online' then 'test' else 'manual' end, 'seed-' || order_id,
      'pay_seed_' || order_id, case when failed then 'failed' else 'succeeded' end, total_minor, currency, refunded_minor,
      case when sales_channel = 'online' then lpad((order_id * 7919 % 10000)::text, 4, '0') end,
      case when failed then 'card_declined' end, case when not failed then created_at end, created_at, created_at
    from orders
    cross join lateral (select order_status = 'cancelled' and order_id % 3 = 0 as failed) went
    where org_id = ${orgId}`
  await sql`
    insert into refunds (
      org_id, refund_id, payment_id, idempotency_key, provider_reference, refund_status, amount_minor, created_at, changed_at
    )
    select ${orgId}, order_id, order_id, 'seed-' || order_id, 'refund_seed_' || order_id, 'succeeded', refunded_minor, closed_at,
      closed_at
    from orders
    where org_id = ${orgId}
      and refunded_minor > 0`
}

const addLog = (orgId: OrgId, sql: Db) => sql`
  insert into audit_log (org_id, audit_id, actor_kind, actor_id, actor_name, action, object_type, object_id, created_at)
  select ${orgId}, order_id, 'staff', (1 + order_id % 20)::text, 'Clerk ' || 1 + order_id % 20, 'order.created', 'order',
    order_id::text, created_at
  from orders
  where org_id = ${orgId}`

const addMails = (orgId: OrgId, sql: Db) => sql`
  insert into mails (
    org_id, mail_id, mail_message_id, mail_status, kind, order_id, email_address, error_code, due_at, give_up_at, created_at, changed_at
  )
  select ${orgId}, order_id, 'seed-' || order_id, case when order_id % 200 = 0 then 'failed' else 'sent' end, 'order_confirmed',
    order_id, email_address, case when order_id % 200 = 0 then 'mailbox_missing' end, created_at, created_at + interval '1 day',
    created_at, created_at
  from orders
  where org_id = ${orgId}
    and email_address is not null`

async function addDeliveries(orgId: OrgId, sql: Db): Promise<void> {
  const [endpoint] = await sql<{ id: number }[]>`
    insert into webhook_endpoints (org_id, url, types, webhook_endpoint_status)
    values (${orgId}, 'https://hooks.example.com/seed', ${['order.completed']}::text[], 'deleted')
    returning webhook_endpoint_id as id`
  await sql`
    insert into webhook_messages (org_id, message_id, sequence, type, payload, created_at)
    select ${orgId}, order_id, order_id, 'order.completed', '{"type":"order.completed"}', created_at
    from orders
    where org_id = ${orgId}`
  await sql`
    insert into webhook_sequences (org_id, last_sequence)
    select ${orgId}, max(message_id)
    from webhook_messages
    where org_id = ${orgId}`
  await sql`
    insert into webhook_deliveries (
      org_id, webhook_delivery_id, webhook_endpoint_id, message_id, sequence, type, webhook_delivery_status, attempts, due_at,
      succeeded_at, created_at, changed_at
    )
    select ${orgId}, message_id, ${endpoint?.id ?? 0}, message_id, sequence, type,
      case when message_id % 100 = 0 then 'failed' else 'succeeded' end, 1, created_at,
      case when message_id % 100 > 0 then created_at end, created_at, created_at
    from webhook_messages
    where org_id = ${orgId}`
  await sql`
    insert into webhook_attempts (
      org_id, webhook_delivery_id, attempt_number, webhook_endpoint_id, response_status, duration_ms, created_at
    )
    select ${orgId}, webhook_delivery_id, 1, webhook_endpoint_id, case when webhook_delivery_id % 100 = 0 then 500 else 204 end, 40,
      created_at
    from webhook_deliveries
    where org_id = ${orgId}`
}

/**
 * Ten for one order in ten: as many as there are orders. One order in a hundred has invoices and payments that came back, the others are
 * plans, and one debt in ten thousand is the club's. What is due lies in the past, and one in ten is still open; of what is closed, some
 * was written off or cancelled.
 */
const addDebts = (orgId: OrgId, sql: Db) => sql`
  insert into debts (
    org_id, debt_id, owed_by, kind, order_id, event_id, user_id, currency, instalment_number, amount_minor, settled_minor, waived_minor, cancelled_minor,
    last_outcome, due_at, closed_at, created_at, changed_at
  )
  select ${orgId}, order_id + n, case when kind = 'payout' then 'club' else 'fan' end, kind, order_id, event_id, user_id, currency,
    case when kind = 'instalment' then n end, 1000,
    case when n < 10 and order_id % 170 > 20 then 1000 else 0 end,
    case when n < 10 and order_id % 170 = 10 then 1000 else 0 end,
    case when n < 10 and order_id % 170 in (0, 20) then 1000 else 0 end,
    case when n = 10 and order_id % 130 = 0 then 'failed' when n = 10 and order_id % 190 = 0 then 'returned' end,
    created_at + n * interval '3 days', case when n < 10 then created_at + n * interval '3 days' end, created_at, created_at
  from (
    select order_id, event_id, user_id, currency, created_at, n,
      case
        when order_id % 1000 = 0 and n in (1, 10) then 'payout'
        when order_id % 100 = 0 then case when n % 3 = 0 then 'returned_payment' else 'invoice' end
        else 'instalment'
      end as kind
    from orders
    cross join generate_series(1, 10) n
    where org_id = ${orgId}
      and order_id % 10 = 0
  ) as d`

/** Each by the payment of its order, as if that had been for debts. */
const addSettlements = (orgId: OrgId, sql: Db) => sql`
  insert into settlements (org_id, debt_id, payment_id, amount_minor, created_at)
  select ${orgId}, d.debt_id, p.payment_id, d.settled_minor, d.closed_at
  from debts d
  join payments p on p.org_id = ${orgId} and p.order_id = d.order_id
  where d.org_id = ${orgId}
    and d.settled_minor > 0`

const addConflicts = (orgId: OrgId, sql: Db) => sql`
  insert into scan_conflicts (
    org_id, scan_conflict_id, event_id, second_scan_id, scan_conflict_status, resolved_at, created_at, changed_at
  )
  select ${orgId}, scan_id, event_id, scan_id, case when scan_id % 1000 = 0 then 'open' else 'resolved' end,
    case when scan_id % 1000 > 0 then scanned_at end, scanned_at, scanned_at
  from scans
  where org_id = ${orgId}
    and scan_id % 20 = 0`
