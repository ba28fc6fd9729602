import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { freeSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type ChangeBy, updateRow } from '../../resources/change-row.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import type { MemberRow } from './member.ts'
import { members } from './member-resource.ts'

type CancelledTerm = { membership_type_id: number | null; season_id: number | null; seat_id: number | null }

/** Takes back terms of a member that have not begun, with their seats and places; `isWanted` says which of the member's terms `t`. */
export async function cancelNextTerms(by: ChangeBy, memberId: number, isWanted: Fragment): Promise<void> {
  const cancel = async (member: MemberRow) => {
    const terms = await markCancelled(by, memberId, isWanted)
    for (const term of terms) await giveTermBack(by, member, term)
    // Nothing on the record changes; receivers are told of the member all the same.
    return terms.length > 0 ? { starts_at: member.starts_at } : {}
  }
  await updateRow(members, by, memberId, cancel, 'term_cancelled')
}

const markCancelled = ({ orgId, tx, clock }: ChangeBy, memberId: number, isWanted: Fragment) => tx<CancelledTerm[]>`
  update member_terms t
  set term_state = 'past', membership_member_status_id = ${memberStatus.cancelled}, changed_at = ${clock(orgId)}
  where t.org_id = ${orgId}
    and t.membership_member_id = ${memberId}
    and t.term_state = 'next'
    and ${isWanted}
  returning t.membership_type_id, t.season_id, t.seat_id`

async function giveTermBack({ orgId, tx, clock }: ChangeBy, member: MemberRow, term: CancelledTerm): Promise<void> {
  const { membership_type_id: typeId, season_id: seasonId, seat_id: seatId } = term
  const isOfType = member.membership_type_id === typeId && member.membership_member_status_id !== memberStatus.cancelled
  if (!isOfType && !(await hasNextTermOf(orgId, tx, member.membership_member_id, typeId)))
    await countMember(orgId, tx, typeId, -1)
  if (seasonId === null) return
  const now = clock(orgId)
  if (seatId === null) await countSeatlessMembers(orgId, tx, now, seasonId, -1)
  else await freeSeasonSeats(orgId, tx, now, seasonId, [seatId])
}

/** Whether a member has bought a term of this type that has not begun: then they have one of its places, whatever becomes of today's. */
export async function hasNextTermOf(orgId: OrgId, tx: Tx, memberId: number, typeId: number | null): Promise<boolean> {
  const rows = await tx`
    select 1
    from member_terms
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
      and membership_type_id = ${typeId}
      and term_state = 'next'
    limit 1`
  return rows.length > 0
}
