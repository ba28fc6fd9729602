import type { OrgId } from '../../access/principal.ts'
import { publishSelected } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { memberObjectColumns, membersAndSeats } from './member.ts'

type FulfilmentChange = { membership_member_id: number; was_fulfilled: boolean }

/** `member.updated` for each, and before it `member.fulfilled` for those who were not. */
export function publishFulfilment(orgId: OrgId, tx: Tx, clock: Clock, changes: FulfilmentChange[]): Promise<void> {
  const memberIds = changes.map(({ membership_member_id }) => membership_member_id)
  const fulfilledBefore = changes.filter(({ was_fulfilled }) => was_fulfilled)
  const fulfilledBeforeIds = fulfilledBefore.map(({ membership_member_id }) => membership_member_id)
  return publishSelected(
    orgId,
    tx,
    clock,
    tx`
      select told.type, ${data(tx)}, array[m.membership_member_id, told.place] as place
      from ${membersNow(orgId, tx, memberIds)}
      cross join (values ('member.fulfilled', 1), ('member.updated', 2)) told (type, place)
      where told.type = 'member.updated'
        or m.membership_fulfilled = 'yes' and not m.membership_member_id = any (${fulfilledBeforeIds}::bigint[])`,
  )
}

/** `member.created` for each, and behind it `member.updated`, which tells of every change. */
export const publishMembersCreated = (orgId: OrgId, tx: Tx, clock: Clock, memberIds: number[]): Promise<void> =>
  publishWithUpdated(orgId, tx, clock, 'member.created', memberIds)

/** The same of members who have bought another term. */
export const publishMembersRenewed = (orgId: OrgId, tx: Tx, clock: Clock, memberIds: number[]): Promise<void> =>
  publishWithUpdated(orgId, tx, clock, 'member.renewed', memberIds)

const publishWithUpdated = (
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  type: 'member.created' | 'member.renewed',
  memberIds: number[],
): Promise<void> =>
  publishSelected(
    orgId,
    tx,
    clock,
    tx`
      select told.type, ${data(tx)}, array[m.membership_member_id, told.place] as place
      from ${membersNow(orgId, tx, memberIds)}
      cross join (values (${type}::text, 1), ('member.updated', 2)) told (type, place)`,
  )

/** `member.updated` for each, as it is now. */
export const publishMembersUpdated = (orgId: OrgId, tx: Tx, clock: Clock, memberIds: number[]): Promise<void> =>
  publishSelected(
    orgId,
    tx,
    clock,
    tx`
      select 'member.updated' as type, ${data(tx)}, m.membership_member_id as place
      from ${membersNow(orgId, tx, memberIds)}`,
  )

const data = (tx: Tx) => tx`json_build_object('member', row_to_json(m)) as data`

const membersNow = (orgId: OrgId, tx: Tx, memberIds: number[]) => tx`
  (
    select ${memberObjectColumns(tx)}
    from ${membersAndSeats(orgId, tx)}
    where t.org_id = ${orgId}
      and t.membership_member_id = any (array(select unnest(${memberIds}::bigint[])))
  ) m`
