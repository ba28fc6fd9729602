import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { asNumberText } from '../../platform/values/typed-text.ts'
import { memberStatus } from '../../programme/statuses.ts'
import {
  expiresAtEvent,
  isOfEvent,
  memberFactColumns,
  memberFactProperties,
  memberProperties,
  membersWithTypes,
  seasonOfMembers,
} from '../scans/holders.ts'
import { otherTermAt } from '../scans/other-terms.ts'
import type { CodeHashes } from './barcode-hash.ts'
import type { ManifestWanted } from './device-binding.ts'

const { barcode: _barcode, ...membersOwn } = memberProperties

export const ManifestMember = Type.Object(
  {
    ...membersOwn,
    barcode_hash: Type.String({ description: 'by barcode_key' }),
    number_hash: Type.String({
      description:
        'by barcode_key, of the number on the card: its letters and digits, in capitals; the first 6 bytes, for a number that a steward types',
    }),
    seat_map_id: Nullable(Type.Integer({ description: 'the map that the member’s own seat is on' })),
    of_event: Nullable(
      Type.Boolean({
        description: 'whether the member’s season lets them in at this event; null: they are of no season',
      }),
    ),
    expires: Nullable(Type.Integer({ description: 'Unix seconds' })),
    overdue_from: Nullable(
      Type.Integer({ description: 'from when on they are refused for an instalment that is not paid' }),
    ),
    soft_overdue_from: Nullable(
      Type.Integer({ description: 'from when on they are let in, and the steward is told of the instalment' }),
    ),
    entries: Type.Integer(),
    exits: Type.Integer(),
    inside: Type.Boolean(),
  },
  { title: 'ManifestMember' },
)

export const ManifestMemberRow = Type.Object({
  ...memberFactProperties,
  member_number: Type.String(),
  of_event: Nullable(Type.Boolean()),
  other: Type.Unsafe<OtherTermAt | null>({ type: ['object', 'null'] }),
  entries: Nullable(Type.Integer()),
  exits: Nullable(Type.Integer()),
  inside: Nullable(Type.Boolean()),
})
export type ManifestMemberRow = Static<typeof ManifestMemberRow>

/** The term of last season or of the next one, at an event of that. */
type OtherTermAt = {
  membership_member_status_id: number
  game_day_access: boolean
  overdue_from: string | null
  soft_overdue_from: string | null
}

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

/** What counts at the event. */
function atEvent(row: ManifestMemberRow): ManifestMemberRow {
  if (row.other === null) return { ...row, expires: expiresAtEvent(row, row.of_event) }
  const { membership_member_status_id, game_day_access, overdue_from, soft_overdue_from } = row.other
  return {
    ...row,
    membership_member_status_id,
    game_day_access,
    overdue_from: dateOrNull(overdue_from),
    soft_overdue_from: dateOrNull(soft_overdue_from),
    expires: null,
    of_event: true,
  }
}

const PAGE = 5000

const unixOrNull = (at: Date | null) => (at ? unixSeconds(at) : null)

/** Of the others a scanner is told that they may not, and not who they are: a delta from long ago has them all. */
const mayCome = (row: ManifestMemberRow): boolean =>
  row.game_day_access && row.membership_member_status_id !== memberStatus.cancelled

const toManifestMember = (row: ManifestMemberRow, { barcode: hash, shortCode: shortHash }: CodeHashes) =>
  ({
    membership_member_id: row.membership_member_id,
    barcode_hash: hash(row.barcode),
    number_hash: shortHash(asNumberText(row.member_number)),
    first_name: mayCome(row) ? row.first_name : '',
    last_name: mayCome(row) ? row.last_name : '',
    membership_member_status_id: row.membership_member_status_id,
    game_day_access: row.game_day_access,
    seat_map_id: row.seat_map_id,
    of_event: row.of_event,
    expires: unixOrNull(row.expires),
    overdue_from: unixOrNull(row.overdue_from),
    soft_overdue_from: unixOrNull(row.soft_overdue_from),
    entries: row.entries ?? 0,
    exits: row.exits ?? 0,
    inside: row.inside ?? false,
  }) satisfies Static<typeof ManifestMember>

/** Members who come in on a card of their own. With `since`, those who changed or were scanned, also if they no longer may. */
export async function* memberRows(orgId: OrgId, sql: Sql, { eventId, since, binding }: ManifestWanted) {
  if (!binding.scansHere) return
  if (since !== undefined) {
    const ids = (await sql.readLong((tx) => readChangedIds(orgId, tx, eventId, since))).map(
      ({ membership_member_id: id }) => id,
    )
    for (let start = 0; start < ids.length; start += PAGE) {
      const rows = await sql.readLong((tx) => readMembersById(orgId, tx, eventId, ids.slice(start, start + PAGE)))
      yield rows.map(atEvent)
    }
    return
  }
  for (let after = 0; ; ) {
    const [pageEnd] = await sql.readLong((tx) => readPageEnd(orgId, tx, after))
    const last = pageEnd?.last
    if (!last) return
    const rows = await sql.readLong((tx) => readMembers(orgId, tx, eventId, after, last))
    if (rows.length > 0) yield rows.map(atEvent)
    after = last
  }
}

export async function* manifestMembers(orgId: OrgId, sql: Sql, wanted: ManifestWanted) {
  for await (const rows of memberRows(orgId, sql, wanted)) yield rows.map((row) => toManifestMember(row, wanted.hashes))
}

const selectMembers = (orgId: OrgId, sql: Db, eventId: number) => sql`
  select ${memberFactColumns(orgId, sql)}, m.member_number, ${isOfEvent(orgId, sql, eventId)} as of_event, to_jsonb(o) as other, a.entries, a.exits, a.inside
  from ${membersWithTypes(sql)}
  ${seasonOfMembers(orgId, sql)}
  left join ${otherTermAt(orgId, sql, eventId)} on true
  left join member_admissions a
    on a.org_id = m.org_id and a.membership_member_id = m.membership_member_id and a.event_id = ${eventId}`

/** The id with which the next page ends, of members with and without access: the ids of one organisation may lie far apart. */
const readPageEnd = (orgId: OrgId, sql: Db, after: number) => sql<{ last: number | null }[]>`
  select max(m.membership_member_id) as last
  from (
    select membership_member_id
    from members
    where org_id = ${orgId}
      and membership_member_id > ${after}
    order by membership_member_id
    limit ${PAGE}
  ) m`

const readMembers = (orgId: OrgId, sql: Db, eventId: number, after: number, last: number) => sql<ManifestMemberRow[]>`
  ${selectMembers(orgId, sql, eventId)}
  where m.org_id = ${orgId}
    and m.membership_member_id > ${after}
    and m.membership_member_id <= ${last}
    and coalesce(o.membership_member_status_id, m.membership_member_status_id) <> ${memberStatus.cancelled}
    and coalesce(o.game_day_access, y.game_day_access or c.game_day_access)`

const readMembersById = (orgId: OrgId, sql: Db, eventId: number, ids: number[]) => sql<ManifestMemberRow[]>`
  ${selectMembers(orgId, sql, eventId)}
  where m.org_id = ${orgId}
    and m.membership_member_id = any (${ids}::bigint[])
  order by m.membership_member_id`

/**
 * One probe of members_by_changed_at for each block of ids that has members, fulfilment and status: see the index. What a member may
 * do also hangs on rows that are not the member's: type, category, season and instalments.
 */
const readChangedIds = (orgId: OrgId, sql: Db, eventId: number, since: Date) => sql<{ membership_member_id: number }[]>`
  select c.membership_member_id
  from (
    with recursive walk (block) as (
      select min(m.membership_member_id) >> 13
      from members m
      where m.org_id = ${orgId}
      union all
      select (
        select min(m.membership_member_id) >> 13
        from members m
        where m.org_id = ${orgId}
          and m.membership_member_id >= (walk.block + 1) << 13
      )
      from walk
      where walk.block is not null
    )
    select block
    from walk
    where block is not null
  ) b
  cross join (values ('yes'), ('no')) as f (fulfilled)
  cross join unnest(${Object.values(memberStatus)}::smallint[]) as status
  cross join lateral (
    select m.membership_member_id
    from members m
    where m.org_id = ${orgId}
      and m.membership_fulfilled = f.fulfilled
      and m.membership_member_status_id = status
      and m.membership_member_id >> 13 = b.block
      and m.changed_at > ${since}
  ) c
  union
  select m.membership_member_id
  from membership_types y
  join membership_categories k on k.org_id = y.org_id and k.membership_category_id = y.membership_category_id
  join members m on m.org_id = y.org_id and m.membership_type_id = y.membership_type_id
  where y.org_id = ${orgId}
    and (y.changed_at > ${since} or k.changed_at > ${since})
  union
  select m.membership_member_id
  from seasons n
  join membership_types y on y.org_id = n.org_id and y.season_id = n.season_id
  join members m on m.org_id = y.org_id and m.membership_type_id = y.membership_type_id
  where n.org_id = ${orgId}
    and n.changed_at > ${since}
  union
  select m.membership_member_id
  from debts i
  join members m on m.org_id = i.org_id and m.membership_order_id = i.order_id
  where i.org_id = ${orgId}
    and i.kind = 'instalment'
    and i.changed_at > ${since}
  union
  select p.membership_member_id
  from debts i
  join membership_plans p on p.org_id = i.org_id and p.membership_plan_id = i.membership_plan_id
  where i.org_id = ${orgId}
    and i.kind = 'instalment'
    and i.changed_at > ${since}
  union
  select p.membership_member_id
  from organisations u
  join membership_plans p on p.org_id = u.org_id
  where u.org_id = ${orgId}
    and p.org_id = ${orgId}
    and u.ladder_changed_at > ${since}
    and p.open_minor > 0
  union
  select m.membership_member_id
  from organisations u
  join debts i on i.org_id = u.org_id
  join members m on m.org_id = i.org_id and m.membership_order_id = i.order_id
  where u.org_id = ${orgId}
    and i.org_id = ${orgId}
    and u.ladder_changed_at > ${since}
    and i.kind = 'instalment'
    and i.closed_at is null
  union
  select membership_member_id
  from member_terms
  where org_id = ${orgId}
    and changed_at > ${since}
  union
  select membership_member_id
  from scans
  where org_id = ${orgId}
    and event_id = ${eventId}
    and created_at > ${since}
    and result in ('admitted', 'exit', 'annulled')
    and membership_member_id is not null`
