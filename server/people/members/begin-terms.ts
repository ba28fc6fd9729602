import { type Static, Type } from 'typebox'
import { systemActor } from '../../access/audit/record.ts'
import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type ChangeBy, updateRow } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import type { MemberRow } from './member.ts'
import { members } from './member-resource.ts'
import { seasonOfType } from './member-rules.ts'

const BATCH = 200

/** Lets the next terms of members begin whose term is over. Answers how many were looked at. */
export async function beginTerms({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const { clock } = clocks
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from member_terms
      where term_state = 'next'
        and starts_at <= ${now}`,
    oldest: sql`starts_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, async (orgId) => {
    const due = await findEnded(orgId, sql, clock(orgId))
    const actor = systemActor(orgId)
    for (const { membership_member_id: id } of due)
      await sql.begin((tx) => beginNextTerm({ orgId, tx, clock, actor }, id))
    return due.length
  })
}

/** Members whose term is over, and who have another that is to begin. */
const findEnded = (orgId: OrgId, sql: Sql, now: Date) => sql<{ membership_member_id: number }[]>`
  select distinct m.membership_member_id
  from member_terms t
  join members m on m.org_id = t.org_id and m.membership_member_id = t.membership_member_id
  where t.org_id = ${orgId}
    and t.term_state = 'next'
    and t.starts_at <= ${now}
    and (m.expires <= ${now} or m.membership_member_status_id = ${memberStatus.cancelled})
  order by m.membership_member_id
  limit ${BATCH}`

export const NextTermRow = Type.Object({
  member_term_id: Type.Integer(),
  membership_type_id: Nullable(Type.Integer()),
  seat_id: Nullable(Type.Integer()),
  order_id: Nullable(Type.Integer()),
  membership_member_status_id: Type.Integer(),
  instalments: Type.Boolean(),
  auto_renew: Type.Boolean(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  ends_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
type NextTermRow = Static<typeof NextTermRow>

/**
 * Where the term that a member shows is over, the next one is shown from now on, and the one before is kept as past. It is a change like any
 * other: receivers are told, and a scanner's list has it.
 */
export async function beginNextTerm(by: ChangeBy, memberId: number): Promise<void> {
  await updateRow(members, by, memberId, (member) => turn(by, member), 'term_began')
}

async function turn(by: ChangeBy, member: MemberRow): Promise<ColumnValues<MemberRow>> {
  const { orgId, tx, clock } = by
  const now = clock(orgId)
  const isCancelled = member.membership_member_status_id === memberStatus.cancelled
  if (!isCancelled && (member.expires === null || member.expires > now)) return {}
  const next = await takeNext(orgId, tx, member.membership_member_id)
  if (!next) return {}
  const isSameType = next.membership_type_id === member.membership_type_id
  if (!isCancelled && !isSameType) await countMember(orgId, tx, member.membership_type_id, -1)
  const seasonId = await seasonOfType(by, member.membership_type_id)
  await tx`
    insert into member_terms (
      org_id, membership_member_id, term_state, membership_type_id, season_id, seat_id, order_id, membership_member_status_id, instalments,
      auto_renew, starts_at, ends_at, created_at, changed_at
    )
    values (
      ${orgId}, ${member.membership_member_id}, 'past', ${member.membership_type_id}, ${seasonId}, ${member.membership_seat_id},
      ${member.membership_order_id}, ${member.membership_member_status_id}, ${member.instalments}, ${member.auto_renew},
      ${member.starts_at ?? member.created_at}, ${member.expires}, ${now}, ${now}
    )`
  return {
    membership_type_id: next.membership_type_id,
    membership_seat_id: next.seat_id,
    membership_order_id: next.order_id,
    membership_member_status_id: next.membership_member_status_id,
    instalments: next.instalments,
    auto_renew: next.auto_renew,
    starts_at: next.starts_at,
    expires: next.ends_at,
  }
}

/** The caller has locked the member. */
async function takeNext(orgId: OrgId, tx: Tx, memberId: number): Promise<NextTermRow | undefined> {
  const [next] = await tx<NextTermRow[]>`
    delete from member_terms
    where org_id = ${orgId}
      and member_term_id = (
        select member_term_id
        from member_terms
        where org_id = ${orgId}
          and membership_member_id = ${memberId}
          and term_state = 'next'
        order by starts_at, member_term_id
        limit 1
      )
    returning member_term_id, membership_type_id, seat_id, order_id, membership_member_status_id, instalments, auto_renew, starts_at, ends_at`
  return next
}
