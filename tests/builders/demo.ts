import type { OrgId } from '../../server/access/principal.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'

/** Without what an organisation is born with, at its own moment and with a key of its own. */
const orgTables = (sql: Sql) => sql<{ name: string }[]>`
  select table_name as name
  from information_schema.columns
  where table_schema = 'public'
    and column_name = 'org_id'
    and table_name not in ('organisations', 'shop_keys', 'shop_slugs')
  order by table_name`

export type Fingerprints = Record<string, { rows: number; checksum: string }>

/** Each table's rows of one organisation as a count and a checksum; tables that hold none are left out. */
export async function fingerprints(sql: Sql, orgId: OrgId): Promise<Fingerprints> {
  const tables: Fingerprints = {}
  for (const { name } of await orgTables(sql)) {
    const [row] = await sql<{ rows: number; checksum: string }[]>`
      select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as checksum
      from ${sql(name)} t
      where org_id = ${orgId}`
    if (row && row.rows > 0) tables[name] = { rows: row.rows, checksum: row.checksum }
  }
  return tables
}

/** Each selects what breaks the rule it is named for, by rules that the database cannot state. */
const rules = (sql: Sql, orgId: OrgId) => ({
  'a pool’s sold is the places of its reserved and active tickets': sql`
    select c.price_category_id
    from price_categories c
    where c.org_id = ${orgId}
      and c.sold <> (
        select count(*)
        from tickets t
        where t.org_id = c.org_id and t.price_category_id = c.price_category_id and t.ticket_status_id in (0, 1)
      )`,
  'a limited price counts its tickets too, another counts none': sql`
    select p.price_id
    from prices p
    where p.org_id = ${orgId}
      and p.sold <> case when p.limit_places is null then 0 else (
        select count(*)
        from tickets t
        where t.org_id = p.org_id and t.price_id = p.price_id and t.ticket_status_id in (0, 1)
      ) end`,
  'an order adds up to its lines': sql`
    select o.order_id
    from orders o
    join order_lines l using (org_id, order_id)
    where o.org_id = ${orgId}
    group by o.org_id, o.order_id
    having o.price_minor <> sum(l.quantity * l.price_minor)
      or o.discount_minor <> sum(l.discount_minor)
      or o.service_fee_minor <> sum(l.quantity * l.service_fee_minor)
      or o.service_tax_minor <> sum(l.quantity * l.service_tax_minor)`,
  'a line adds up to its tickets, and has one for each place': sql`
    select l.order_line_id
    from order_lines l
    join orders o using (org_id, order_id)
    left join tickets t using (org_id, order_id, order_line_id)
    where l.org_id = ${orgId}
      and l.kind = 'ticket'
      and o.order_status <> 'expired'
    group by l.org_id, l.order_id, l.order_line_id
    having l.places <> count(t.ticket_id)
      or l.quantity * l.price_minor <> sum(t.price_minor)
      or l.discount_minor <> sum(t.discount_minor)
      or l.quantity * l.rebate_minor <> sum(t.rebate_minor)
      or l.quantity * l.service_fee_minor <> sum(t.service_fee_minor)
      or l.quantity * l.service_tax_minor <> sum(t.service_tax_minor)`,
  'tickets are what their order is': sql`
    select t.ticket_id
    from tickets t
    join orders o using (org_id, order_id)
    where t.org_id = ${orgId}
      and not case o.order_status
        when 'pending' then t.ticket_status_id = 0
        when 'confirmed' then t.ticket_status_id in (1, 3)
        when 'cancelled' then t.ticket_status_id = 2
        when 'refunded' then t.ticket_status_id = 3
        else false
      end`,
  'what was confirmed is paid in full, and nothing else is': sql`
    select o.order_id
    from orders o
    left join payments p using (org_id, order_id)
    where o.org_id = ${orgId}
      and o.paid_minor is null
      and (
        (o.confirmed_at is not null) <> (p.payment_id is not null)
        or p.amount_minor <> o.total_minor
        or p.refunded_minor <> o.refunded_minor
        or p.currency <> o.currency
      )`,
  'refunds are what the order says, and what the refunded tickets cost': sql`
    select o.order_id
    from orders o
    where o.org_id = ${orgId}
      and (
        o.refunded_minor <> coalesce((
          select sum(r.amount_minor)
          from refunds r
          join payments p using (org_id, payment_id)
          where p.org_id = o.org_id and p.order_id = o.order_id
        ), 0)
        or (o.order_status = 'refunded' and o.refunded_minor <> o.total_minor)
        or (o.order_status = 'confirmed' and o.refunded_minor <> coalesce((
          select sum(t.price_minor - t.discount_minor + t.service_fee_minor + t.service_tax_minor + coalesce(t.added_tax_minor, 0))
          from tickets t
          where t.org_id = o.org_id and t.order_id = o.order_id and t.ticket_status_id = 3
        ), 0))
      )`,
  'nothing of an order lies in the future, nor before its event was on sale': sql`
    select o.order_id
    from orders o
    join events e using (org_id, event_id)
    where o.org_id = ${orgId}
      and (o.created_at < e.published_at or o.created_at > e.starts_at or o.closed_at < o.created_at)`,
  'a members-only price is bought by paid members of the type': sql`
    select l.order_line_id
    from order_lines l
    join orders o using (org_id, order_id)
    join prices p using (org_id, price_id)
    where l.org_id = ${orgId}
      and o.user_id is not null
      and p.membership_type_id is not null
      and not exists (
        select 1
        from members m
        where m.org_id = o.org_id and m.user_id = o.user_id and m.membership_type_id = p.membership_type_id
          and m.membership_member_status_id = 1
      )`,
  'a discount counts the orders that took it': sql`
    select d.discount_id
    from discounts d
    where d.org_id = ${orgId}
      and d.used <> (select count(*) from orders o where o.org_id = d.org_id and o.discount_id = d.discount_id)`,
  'an admission is what the ticket’s log adds up to': sql`
    select coalesce(a.ticket_id, s.ticket_id) as ticket_id
    from (
      select ticket_id, count(*) filter (where result = 'admitted') as entries,
        count(*) filter (where result = 'exit') as exits, max(scanned_at) as last_scanned_at,
        (array_agg(result order by scanned_at desc))[1] = 'admitted' as inside
      from scans
      where org_id = ${orgId} and ticket_id is not null and result in ('admitted', 'exit')
      group by ticket_id
    ) s
    full join (select * from ticket_admissions where org_id = ${orgId}) a using (ticket_id)
    where (a.entries, a.exits, a.inside, a.last_scanned_at)
      is distinct from (s.entries, s.exits, s.inside, s.last_scanned_at)`,
  'a member’s admission is what the log adds up to': sql`
    select 1
    from (
      select membership_member_id, event_id, count(*) as entries, max(scanned_at) as last_scanned_at
      from scans
      where org_id = ${orgId} and membership_member_id is not null
      group by membership_member_id, event_id
    ) s
    full join (select * from member_admissions where org_id = ${orgId}) a using (membership_member_id, event_id)
    where (a.entries, a.exits, a.inside, a.last_scanned_at)
      is distinct from (s.entries, 0, true, s.last_scanned_at)`,
  'no ticket is let in twice on a single entry, nor again without an exit, but where a conflict says so': sql`
    select a.ticket_id
    from ticket_admissions a
    join tickets t using (org_id, ticket_id)
    join prices p using (org_id, price_id)
    where a.org_id = ${orgId}
      and (t.ticket_status_id <> 1 or (p.scanning_flag = 1 and a.entries > 1) or (p.scanning_flag = 2 and a.entries > a.exits + 1))
      and not exists (
        select 1
        from scan_conflicts x
        join scans s on s.org_id = x.org_id and s.scan_id = x.second_scan_id
        where x.org_id = a.org_id and s.ticket_id = a.ticket_id
      )`,
  'scans are made at the venue, by a gate that the category may use, after the doors opened': sql`
    select s.scan_id
    from scans s
    join events e using (org_id, event_id)
    join gates g using (org_id, gate_id)
    left join tickets t using (org_id, ticket_id)
    where s.org_id = ${orgId}
      and (
        g.venue_id <> e.venue_id
        or s.scanned_at < e.doors_at
        or t.event_id <> s.event_id
        or (s.result = 'admitted' and exists (
          select 1 from price_category_gates x where x.org_id = s.org_id and x.price_category_id = t.price_category_id
        ) and not exists (
          select 1 from price_category_gates x
          where x.org_id = s.org_id and x.price_category_id = t.price_category_id and x.gate_id = s.gate_id
        ))
      )`,
  'a membership order is the sum of its instalments, and paid as they are': sql`
    select o.order_id
    from orders o
    join debts i on i.org_id = o.org_id and i.order_id = o.order_id
    left join lateral (
      select sum(s.amount_minor) as amount_minor
      from settlements s
      where s.org_id = i.org_id
        and s.debt_id = i.debt_id
    ) p on true
    where o.org_id = ${orgId}
      and i.kind = 'instalment'
    group by o.org_id, o.order_id
    having o.total_minor <> sum(i.amount_minor)
      or o.paid_minor <> coalesce(sum(i.amount_minor) filter (where i.debt_status = 'paid'), 0)
      or o.paid_minor <> coalesce(sum(p.amount_minor), 0)`,
  'a member is paid up, in instalments or unpaid as the order says': sql`
    select m.membership_member_id
    from members m
    join orders o on o.org_id = m.org_id and o.order_id = m.membership_order_id
    where m.org_id = ${orgId}
      and m.membership_member_status_id <> case
        when o.order_status = 'cancelled' then 3
        when o.paid_minor = 0 then 0
        when o.paid_minor = o.total_minor then 1
        else 2
      end`,
  'a season seat is on the map of the member’s category': sql`
    select m.membership_member_id
    from members m
    join membership_types t using (org_id, membership_type_id)
    join membership_categories c using (org_id, membership_category_id)
    left join seats s on s.org_id = m.org_id and s.seat_id = m.membership_seat_id
    where m.org_id = ${orgId}
      and s.seat_map_id is distinct from c.membership_seat_map_id`,
})

/** The names of the rules that some row breaks. */
export async function brokenRules(sql: Sql, orgId: OrgId): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(rules(sql, orgId))) {
    if ((await query).length > 0) broken.push(name)
  }
  return broken
}
