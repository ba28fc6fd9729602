import type { OrgId } from '../../access/principal.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { MemberFilters } from './member-filters.ts'
import { isExactlyNamed, namedAs, type Put } from './named-members.ts'

const { unpaid, paid, instalments, cancelled } = memberStatus

export type Span = {
  /** Members after this id. */
  after: number
  /** And up to this one, below which no caller is inserting members any more. */
  until: number
  rows: number
  /** Matching members to pass over first. */
  offset?: number
}

/** Ids of the members that match, in their order: a subquery of one column. */
export function memberIds(orgId: OrgId, sql: Db, filters: MemberFilters, span: Span, put: Put): Fragment {
  if (isEmpty(filters.created_since, filters.created_until) || isEmpty(filters.updated_since, filters.updated_until))
    return sql`select null::bigint as membership_member_id where false`
  if (isExactlyNamed(filters) || filters.search !== undefined || filters.tag !== undefined)
    return idsOfNamed(orgId, sql, filters, span, put)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return isFiltered ? idsByBlock(orgId, sql, filters, span, put) : idsInOrder(orgId, sql, span, put)
}

/** Nothing is both after a time and before an earlier one; looking for it would go through every block. */
const isEmpty = (since: number | undefined, until: number | undefined) =>
  since !== undefined && until !== undefined && since >= until

const idsInOrder = (orgId: OrgId, sql: Db, { after, until, rows, offset = 0 }: Span, put: Put): Fragment => sql`
  select m.membership_member_id
  from members m
  where m.org_id = ${put(orgId)}
    and m.membership_member_id > ${put(after)}
    and m.membership_member_id <= ${put(until)}
  order by m.membership_member_id
  limit ${put(rows)}
  offset ${put(offset)}`

/**
 * Members by what names them. An exact name is about few, and its index finds them all; `+ 0` keeps the planner from walking the
 * primary key in hope of them. Part of a name may match many members: what the statistics say of it decides whether its index is
 * quicker or that walk.
 */
function idsOfNamed(orgId: OrgId, sql: Db, filters: MemberFilters, span: Span, put: Put): Fragment {
  const { membership_fulfilled: fulfilled, membership_member_status_id: statusId } = filters
  return sql`
    select m.membership_member_id
    from members m
    where m.org_id = ${put(orgId)}
      ${namedAs(sql, filters, put)}
      ${when(sql, filters.tag, (tag) => sql`and m.tags @> array[${put(tag)}]::text[] and m.tags <> '{}'`)}
      ${ofTypes(orgId, sql, filters, put)}
      ${when(sql, fulfilled, (value) => sql`and m.membership_fulfilled = ${fulfilment(sql, value)}`)}
      ${when(sql, statusId, (value) => sql`and m.membership_member_status_id = ${status(sql, value, put)}`)}
      ${timeBetween(sql, 'changed_at', filters.updated_since, filters.updated_until, put) ?? sql``}
      ${timeBetween(sql, 'created_at', filters.created_since, filters.created_until, put) ?? sql``}
      and m.membership_member_id > ${put(span.after)}
      and m.membership_member_id <= ${put(span.until)}
    order by m.membership_member_id ${isExactlyNamed(filters) ? sql`+ 0` : sql``}
    limit ${put(span.rows)}
    offset ${put(span.offset ?? 0)}`
}

/**
 * Block after block of ids, from the cursor on, each with the members that match in it, until there are enough. Only blocks in
 * which the organisation has a member are looked at. Where few match, more blocks are taken at once: a step costs as much as
 * the probes of several blocks.
 */
const idsByBlock = (orgId: OrgId, sql: Db, filters: MemberFilters, span: Span, put: Put): Fragment => sql`
  with recursive walk (block, width, ids, total) as (
    select (${put(span.after)}::bigint >> 13) - 1, 1::bigint, array[]::bigint[], 0::bigint
    union all
    select stretch.block + walk.width - 1,
      case when cardinality(matches.ids) < 64 then least(walk.width * 2, ${put(widthMost(filters))}::bigint) else walk.width end,
      matches.ids, walk.total + cardinality(matches.ids)
    from walk
    cross join lateral (
      select nearest.block, array(select generate_series(nearest.block, nearest.block + walk.width - 1)) as blocks
      from (
        select m.membership_member_id >> 13 as block
        from members m
        where m.org_id = ${put(orgId)}
          and m.membership_member_id >= greatest(${put(span.after)}::bigint + 1, (walk.block + 1) << 13)
          and m.membership_member_id <= ${put(span.until)}
        order by m.membership_member_id
        limit 1
      ) nearest
    ) stretch
    cross join lateral (
      select array(
        ${matchesInBlock(orgId, sql, filters, span, put)}
      ) as ids
      offset 0
    ) matches
    where walk.total < ${put(span.rows + (span.offset ?? 0))}
  )
  select unnest(walk.ids) as membership_member_id
  from walk
  order by membership_member_id
  limit ${put(span.rows)}
  offset ${put(span.offset ?? 0)}`

/** Blocks that one step takes at the most: one where both times are filtered, since each block decides which of them leads. */
const widthMost = (filters: MemberFilters): number => {
  const byChange = filters.updated_since ?? filters.updated_until
  const byCreation = filters.created_since ?? filters.created_until
  return byChange === undefined || byCreation === undefined ? 8 : 1
}

function matchesInBlock(orgId: OrgId, sql: Db, filters: MemberFilters, span: Span, put: Put): Fragment {
  const changedBetween = timeBetween(sql, 'changed_at', filters.updated_since, filters.updated_until, put)
  const createdBetween = timeBetween(sql, 'created_at', filters.created_since, filters.created_until, put)
  const conditions = blockConditions(orgId, sql, filters, span, put)
  const most = put(span.rows + (span.offset ?? 0))
  if (changedBetween && createdBetween) return matchesByRarerTime(sql, conditions, changedBetween, createdBetween, most)
  // `+ 0` keeps the planner from walking the primary key in hope of a match: it read every id of the block where few match.
  return sql`
    select m.membership_member_id
    from members m
    where ${conditions}
      ${changedBetween ?? createdBetween ?? sql``}
    order by m.membership_member_id + 0
    limit ${most}`
}

/** Of fulfilment and status every value is asked for where no filter names one, since they stand before the block in the index. */
const blockConditions = (
  orgId: OrgId,
  sql: Db,
  filters: MemberFilters,
  { after, until }: Span,
  put: Put,
): Fragment => sql`
  m.org_id = ${put(orgId)}
  ${ofTypes(orgId, sql, filters, put)}
  and m.membership_fulfilled = ${fulfilment(sql, filters.membership_fulfilled)}
  and m.membership_member_status_id = ${status(sql, filters.membership_member_status_id, put)}
  and m.membership_member_id >> 13 = any (stretch.blocks)
  and m.membership_member_id > ${put(after)}
  and m.membership_member_id <= ${put(until)}`

const fulfilment = (sql: Db, value: MemberFilters['membership_fulfilled']): Fragment =>
  value === undefined ? sql`any (array['no', 'yes'])` : value === 'yes' ? sql`'yes'` : sql`'no'`

const status = (sql: Db, value: number | undefined, put: Put): Fragment =>
  value === undefined
    ? sql`any (array[${put(unpaid)}, ${put(paid)}, ${put(instalments)}, ${put(cancelled)}]::smallint[])`
    : sql`${put(value)}::smallint`

/** One condition for both filters: with two, the index would look for the types of the map and drop those of other types after. */
function ofTypes(orgId: OrgId, sql: Db, filters: MemberFilters, put: Put): Fragment {
  const { membership_type_id: typeId, membership_seat_map_id: seatMapId } = filters
  if (seatMapId === undefined) return when(sql, typeId, (id) => sql`and m.membership_type_id = ${put(id)}`)
  return sql`
    and m.membership_type_id = any (array(
      select y.membership_type_id
      from membership_categories c
      join membership_types y using (org_id, membership_category_id)
      where c.org_id = ${put(orgId)}
        and c.membership_seat_map_id = ${put(seatMapId)}
        ${when(sql, typeId, (id) => sql`and y.membership_type_id = ${put(id)}`)}
    ))`
}

/** Both ends are open: after the one and before the other. */
function timeBetween(
  sql: Db,
  column: 'changed_at' | 'created_at',
  since: number | undefined,
  until: number | undefined,
  put: Put,
): Fragment | undefined {
  if (since === undefined && until === undefined) return undefined
  return sql`
    ${when(sql, since, (unix) => sql`and ${sql(`m.${column}`)} > to_timestamp(${put(unix)})`)}
    ${when(sql, until, (unix) => sql`and ${sql(`m.${column}`)} < to_timestamp(${put(unix)})`)}`
}

/**
 * Of two times the rarer one leads, decided anew in each block by a look at a few rows of each: led by the wrong one, a page
 * reads every member of the organisation. The index of the one includes the other. `limit 0` leaves a branch out. Where
 * neither is rare, creation leads: it goes with the ids, so that it leaves out a block or leaves in nearly all of it.
 */
const matchesByRarerTime = (
  sql: Db,
  conditions: Fragment,
  changedBetween: Fragment,
  createdBetween: Fragment,
  most: Fragment,
) => sql`
  select match.membership_member_id
  from (
    select count(*) as changed
    from (select from members m where ${conditions} ${changedBetween} limit 300) sample
  ) a
  cross join (
    select count(*) as created
    from (select from members m where ${conditions} ${createdBetween} limit 300) sample
  ) b
  cross join lateral (
    select m.membership_member_id
    from (
      select m.membership_member_id, m.created_at
      from members m
      where ${conditions} ${changedBetween}
      limit case when a.changed < b.created then null else 0 end
    ) m
    where true ${createdBetween}
    union all
    select m.membership_member_id
    from (
      select m.membership_member_id, m.changed_at
      from members m
      where ${conditions} ${createdBetween}
      limit case when a.changed < b.created then 0 else null end
    ) m
    where true ${changedBetween}
  ) match
  order by match.membership_member_id
  limit ${most}`
