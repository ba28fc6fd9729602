import { systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { beginNextTerm } from '../../people/members/begin-terms.ts'
import {
  publishMembersCreated,
  publishMembersRenewed,
  publishMembersUpdated,
} from '../../people/members/member-messages.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { BasketMembershipRow } from './basket-memberships.ts'
import type { IssuedMember } from './issue-members.ts'

/** Tells of new members, and of those whose membership goes on: where the term before is over, the new one begins at once. */
export async function tellOfMembers(orgId: OrgId, tx: Tx, clock: Clock, issued: IssuedMember[]): Promise<void> {
  const idsOf = (isWanted: (row: BasketMembershipRow) => boolean) =>
    issued.filter(({ row }) => isWanted(row)).map(({ memberId }) => memberId)
  const created = idsOf((row) => row.membership_member_id === null)
  const upgraded = idsOf((row) => row.is_upgrade)
  const renewed = idsOf((row) => row.membership_member_id !== null && !row.is_upgrade)
  if (created.length > 0) await publishMembersCreated(orgId, tx, clock, created)
  if (upgraded.length > 0) await publishMembersUpdated(orgId, tx, clock, upgraded)
  if (renewed.length > 0) await publishMembersRenewed(orgId, tx, clock, renewed)
  const actor = systemActor(orgId)
  for (const memberId of renewed) await beginNextTerm({ orgId, tx, clock, actor }, memberId)
}
