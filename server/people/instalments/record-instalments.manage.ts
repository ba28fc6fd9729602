import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { stepOf } from '../../resources/change-operations.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import type { MemberRow } from '../members/member.ts'
import { members } from '../members/member-resource.ts'
import { memberStatusAfter } from '../members/member-status.ts'
import { type InstalmentRow, instalments, isInstalmentOpen } from './instalment.ts'

export const manageInstalments: Operation[] = [
  retrieveOf(instalments),
  stepOf(
    instalments,
    {
      verb: 'record_payment',
      done: 'paid',
      summary: 'Record that an instalment was paid',
      description: 'Its members pay by instalments from the first one on, and are paid with the last one.',
    },
    async (instalment, at) => {
      requireOpen(instalment)
      await creditOrder(at, instalment)
      await moveMembers(at, instalment)
      return { instalment_status: 'paid', paid_at: at.clock(), next_attempt_at: null }
    },
  ),
  stepOf(
    instalments,
    {
      verb: 'record_failure',
      done: 'failed',
      summary: 'Record that an instalment could not be collected',
      description: 'It can still be paid. Once its day has passed, its members are overdue at the gates.',
    },
    (instalment, { tx }) => {
      requireOpen(instalment)
      return { instalment_status: 'failed', attempts: tx`attempts + 1`, next_attempt_at: null }
    },
  ),
]

function requireOpen({ instalment_status: status }: InstalmentRow): void {
  if (!isInstalmentOpen(status)) throw new ApiError('state_conflict', { message: `The instalment is ${status}.` })
}

async function creditOrder(at: ChangeContext, { instalment_id, membership_order_id }: InstalmentRow): Promise<void> {
  const { orgId, tx, clock } = at
  await tx`
    update membership_orders o
    set paid_minor = o.paid_minor + i.amount_minor,
      membership_order_status = case when o.membership_order_status = 'pending' then 'confirmed' else o.membership_order_status end,
      changed_at = ${clock()}
    from instalments i
    where o.org_id = ${orgId}
      and o.membership_order_id = ${membership_order_id}
      and i.org_id = ${orgId}
      and i.instalment_id = ${instalment_id}`
}

/**
 * Members whose status the table of steps does not let go that way, cancelled ones for one, stay as they are; so do those who
 * have renewed since, whose status is that of their present order.
 */
async function moveMembers(at: ChangeContext, { instalment_id, membership_order_id }: InstalmentRow): Promise<void> {
  const { orgId, tx } = at
  const rows = await tx<{ member_id: number; is_last: boolean }[]>`
    select m.membership_member_id as member_id, not exists (
      select 1
      from instalments i
      where i.org_id = ${orgId}
        and i.membership_order_id = ${membership_order_id}
        and i.instalment_id <> ${instalment_id}
        and i.instalment_status in ('due', 'failed')
    ) as is_last
    from membership_order_lines l
    join members m on m.org_id = l.org_id and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.membership_order_id = ${membership_order_id}
      and coalesce(m.membership_order_id, l.membership_order_id) = l.membership_order_id
    order by m.membership_member_id`
  for (const { member_id, is_last } of rows) {
    const action = is_last ? 'paid' : 'paying_by_instalments'
    await updateRow(members, at, member_id, (member) => statusColumns(member, is_last), action)
  }
}

function statusColumns({ membership_member_status_id: status }: MemberRow, isLast: boolean): ColumnValues<MemberRow> {
  if (isLast && (status === memberStatus.unpaid || status === memberStatus.instalments)) {
    return { membership_member_status_id: memberStatusAfter('mark_paid', status) ?? status }
  }
  if (isLast || status !== memberStatus.unpaid) return {}
  return { membership_member_status_id: memberStatus.instalments, instalments: true }
}
