import type { OrgId } from '../../access/principal.ts'
import { publishSelected } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { memberObjectColumns, membersAndSeats } from './member.ts'

type FulfilmentChange = { membership_member_id: number; was_fulfilled: boolean }

/** `member.fulfilled` for those who were not, `member.updated` for those who only got another tracking code. */
export function publishFulfilment(orgId: OrgId, tx: Tx, clock: Clock, changes: FulfilmentChange[]): Promise<void> {
  const memberIds = changes.map(({ membership_member_id }) => membership_member_id)
  const fulfilledBefore = changes.filter(({ was_fulfilled }) => was_fulfilled)
  const fulfilledBeforeIds = fulfilledBefore.map(({ membership_member_id }) => membership_member_id)
  const type = tx`
    case
      when m.membership_fulfilled = 'no' or m.membership_member_id = any (${fulfilledBeforeIds}::bigint[])
      then 'member.updated'
      else 'member.fulfilled'
    end`
  return publishSelected(orgId, tx, clock, tx`select ${type} as type, ${messageOf(orgId, tx, memberIds)}`)
}

/** `member.updated` for each, as it is now. */
export const publishMembersUpdated = (orgId: OrgId, tx: Tx, clock: Clock, memberIds: number[]): Promise<void> =>
  publishSelected(orgId, tx, clock, tx`select 'member.updated' as type, ${messageOf(orgId, tx, memberIds)}`)

/** What such a message carries: the member, in the order of ids. */
const messageOf = (orgId: OrgId, tx: Tx, memberIds: number[]) => tx`
  json_build_object('member', row_to_json(m)) as data, m.membership_member_id as place
  from (
    select ${memberObjectColumns(tx)}
    from ${membersAndSeats(tx)}
    where t.org_id = ${orgId}
      and t.membership_member_id = any (array(select unnest(${memberIds}::bigint[])))
  ) m`
