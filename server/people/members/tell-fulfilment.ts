import type { OrgId } from '../../access/principal.ts'
import { publishSelected } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { membersAndSeats } from './member.ts'
import { memberObjectColumns } from './member-object.ts'

type Told = { membership_member_id: number; was_fulfilled: boolean }

/** `member.fulfilled` for who was not, `member.updated` for who only got another tracking code. */
export function tellFulfilment(orgId: OrgId, tx: Tx, clock: Clock, told: Told[]): Promise<void> {
  const ids = told.map(({ membership_member_id }) => membership_member_id)
  const fulfilledBefore = told.filter(({ was_fulfilled }) => was_fulfilled).map((one) => one.membership_member_id)
  return publishSelected(
    orgId,
    tx,
    clock,
    tx`
      select
        case
          when member.membership_fulfilled = 'no' or member.membership_member_id = any (${fulfilledBefore}::bigint[])
          then 'member.updated'
          else 'member.fulfilled'
        end as type,
        json_build_object('member', row_to_json(member)) as data, member.membership_member_id as place
      from (
        select ${memberObjectColumns(tx)}
        from ${membersAndSeats(tx)}
        where t.org_id = ${orgId}
          and t.membership_member_id = any (array(select unnest(${ids}::bigint[])))
      ) member`,
  )
}
