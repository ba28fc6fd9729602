import type { OrgId } from '../../access/principal.ts'
import { publishSelected } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { membersAndSeats } from './member.ts'
import { memberObjectColumns } from './member-object.ts'

/** `member.updated` for each, as it is now. */
export const tellUpdated = (orgId: OrgId, tx: Tx, clock: Clock, memberIds: number[]): Promise<void> =>
  publishSelected(
    orgId,
    tx,
    clock,
    tx`
      select 'member.updated' as type, json_build_object('member', row_to_json(member)) as data,
        member.membership_member_id as place
      from (
        select ${memberObjectColumns(tx)}
        from ${membersAndSeats(tx)}
        where t.org_id = ${orgId}
          and t.membership_member_id = any (array(select unnest(${memberIds}::bigint[])))
      ) member`,
  )
