import { publish } from '../../messages/webhooks/publish.ts'
import { type CustomerRow, customerColumns, toCustomer } from '../../people/customers/customer.ts'
import type { MemberRow } from '../../people/members/member.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { stepOf } from '../../resources/change-operations.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { findOrderForMessage } from '../orders/order.ts'
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

type CreditedOrder = { user_id: number | null; currency: string; amount_minor: number; is_confirmed: boolean }

/**
 * The first payment confirms the order, as any other order is confirmed by being paid, and says so. The payment is on record like
 * any other, so that takings and books have it.
 */
async function creditOrder(
  at: ChangeContext,
  { instalment_id, membership_order_id: orderId }: InstalmentRow,
): Promise<void> {
  const { orgId, tx, clock } = at
  const now = clock()
  const [credited] = await tx<CreditedOrder[]>`
    with order_before as materialized (
      select order_id, order_status
      from orders
      where org_id = ${orgId}
        and order_id = ${orderId}
      for no key update
    )
    update orders o
    set paid_minor = coalesce(o.paid_minor, 0) + i.amount_minor,
      order_status = case when o.order_status = 'pending' then 'confirmed' else o.order_status end,
      payment_method = coalesce(o.payment_method, 'instalments'),
      confirmed_at = coalesce(o.confirmed_at, ${now}),
      changed_at = ${now}
    from instalments i, order_before b
    where o.org_id = ${orgId}
      and o.order_id = b.order_id
      and i.org_id = ${orgId}
      and i.instalment_id = ${instalment_id}
    returning o.user_id, o.currency, i.amount_minor, b.order_status = 'pending' as is_confirmed`
  if (!credited) throw new Error(`instalment ${instalment_id} has no order`)
  await tx`
    insert into payments (
      org_id, instalment_id, provider, idempotency_key, payment_status, amount_minor, currency, succeeded_at, created_at, changed_at
    )
    values (
      ${orgId}, ${instalment_id}, 'manual', ${`instalment_${instalment_id}`}, 'succeeded', ${credited.amount_minor},
      ${credited.currency}, ${now}, ${now}, ${now}
    )`
  if (credited.is_confirmed) await publishCompleted(at, orderId, credited.user_id)
}

async function publishCompleted(
  { orgId, tx, clock }: ChangeContext,
  orderId: number,
  userId: number | null,
): Promise<void> {
  const [customer] = await tx<CustomerRow[]>`
    select ${customerColumns(tx)}
    from customers
    where org_id = ${orgId}
      and user_id = ${userId}`
  const fan = customer ? toCustomer(customer) : null
  await publish(orgId, tx, clock, 'order.completed', { fan, order: await findOrderForMessage(orgId, tx, orderId) })
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
    from order_lines l
    join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.order_id = ${membership_order_id}
      and coalesce(m.membership_order_id, l.order_id) = l.order_id
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
