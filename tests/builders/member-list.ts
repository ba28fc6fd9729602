import type { OrgId } from '../../server/access/principal.ts'
import type { MemberFilters } from '../../server/people/members/member-filters.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'

/** Ids of members in this many blocks of the list, with gaps between them. */
const ID_STEP = 977

export type Listed = {
  id: number
  changed: number
  created: number
  fulfilled: 'yes' | 'no'
  status: number
  type: number | null
  seatMap: number | null
  userId: number
  email: string | null
  number: string
  barcode: string
  text: string
}

/** So many members of every kind, drawn by `lot`; ids are far apart, so that a page has to look in many blocks. */
export async function addMixedMembers(orgId: OrgId, sql: Sql, count: number, firstId = 1): Promise<void> {
  await sql`
    insert into seat_maps (org_id, title)
    values (${orgId}, 'North'), (${orgId}, 'South')`
  await sql`
    insert into membership_categories (org_id, title, membership_seat_map_id)
    select ${orgId}::bigint, 'On ' || title, seat_map_id
    from seat_maps
    where org_id = ${orgId}
    union all
    select ${orgId}::bigint, 'Nowhere', null`
  await sql`
    insert into membership_types (org_id, membership_category_id, title, price_minor)
    select ${orgId}, membership_category_id, title || ' ' || n, 100
    from membership_categories
    cross join generate_series(1, 2) n
    where org_id = ${orgId}`
  await sql`
    insert into customers (org_id, user_id, org_customer_id)
    values (${orgId}, ${firstId}, 'behind-most'), (${orgId}, ${firstId + 1}, 'behind-some')`
  await sql`
    insert into members (
      org_id, membership_member_id, user_id, member_number, barcode, membership_type_id, membership_member_status_id,
      first_name, last_name, email_address, fulfilled_at, created_at, changed_at
    )
    select ${orgId}, ${firstId}::bigint + n * ${ID_STEP}, ${firstId}::bigint + (lot % 11 / 10), 'M' || n, 'B' || n,
      (
        select array_agg(membership_type_id order by membership_type_id)
        from membership_types
        where org_id = ${orgId}
      )[1 + lot % 7],
      lot / 7 % 4, (array['Ada', 'Åsa', 'Per%cent'])[1 + lot % 3], 'Okafor',
      case when lot % 5 > 0 then 'Fan' || lot % 40 || '@example.org' end, case when lot / 28 % 2 = 0 then now() end, at,
      case when lot / 56 % 3 = 0 then at + lot % 50 * interval '1 day' else at end
    from generate_series(0, ${count - 1}::int) n
    cross join lateral (select abs(hashint4(n)::bigint) as lot) drawn
    cross join lateral (select timestamptz '2026-01-01' + lot / 168 % 60 * interval '1 day' as at) born`
}

/** The members as they are, for a slow and obvious recomputation. */
export async function allListed(orgId: OrgId, sql: Sql): Promise<Listed[]> {
  return [
    ...(await sql<Listed[]>`
      select m.membership_member_id as id, extract(epoch from m.changed_at)::bigint as changed,
        extract(epoch from m.created_at)::bigint as created, m.membership_fulfilled as fulfilled,
        m.membership_member_status_id as status, m.membership_type_id as type, c.membership_seat_map_id as "seatMap",
        m.user_id as "userId", m.email_address as email, m.member_number as number, m.barcode,
        concat_ws(' ', m.first_name, m.last_name, coalesce(m.email_address, ''), m.member_number) as text
      from members m
      left join membership_types y using (org_id, membership_type_id)
      left join membership_categories c using (org_id, membership_category_id)
      where m.org_id = ${orgId}
      order by m.membership_member_id`),
  ]
}

export const matches = (member: Listed, f: MemberFilters): boolean =>
  (f.updated_since === undefined || member.changed > f.updated_since) &&
  (f.updated_until === undefined || member.changed < f.updated_until) &&
  (f.created_since === undefined || member.created > f.created_since) &&
  (f.created_until === undefined || member.created < f.created_until) &&
  (f.membership_fulfilled === undefined || member.fulfilled === f.membership_fulfilled) &&
  (f.membership_member_status_id === undefined || member.status === f.membership_member_status_id) &&
  (f.membership_type_id === undefined || member.type === f.membership_type_id) &&
  (f.membership_seat_map_id === undefined || member.seatMap === f.membership_seat_map_id) &&
  (f.user_id === undefined || member.userId === f.user_id) &&
  (f.email_address === undefined || member.email?.toLowerCase() === f.email_address.toLowerCase()) &&
  (f.member_number === undefined || member.number === f.member_number) &&
  (f.barcode === undefined || member.barcode === f.barcode) &&
  (f.search === undefined || member.text.toLowerCase().includes(f.search.toLowerCase()))
