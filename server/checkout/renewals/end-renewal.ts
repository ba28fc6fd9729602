import { type Actor, recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { publishRenewal, type RenewalReason } from './renewal.ts'

type At = { orgId: OrgId; tx: Tx; clock: Clock; actor?: Actor }

const isOpen = (tx: Tx) => tx`renewal_status in ('announced', 'under_way')`

/** It was not made, and will not be by itself: fan and staff are told, once. */
export async function failRenewal({ orgId, tx, clock }: At, renewalId: number, reason: RenewalReason): Promise<void> {
  const now = clock(orgId)
  const [failed] = await tx<{ notice_order_id: number | null }[]>`
    update membership_renewals
    set renewal_status = 'failed', reason = ${reason}, next_attempt_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and membership_renewal_id = ${renewalId}
      and ${isOpen(tx)}
    returning notice_order_id`
  if (!failed) return
  await tellFailed({ orgId, tx, clock }, renewalId, failed.notice_order_id)
}

export async function tellFailed({ orgId, tx, clock }: At, renewalId: number, orderId: number | null): Promise<void> {
  if (orderId !== null) {
    const messageId = `renewal-${renewalId}-failed`
    await noteMails(orgId, tx, clock(orgId), [{ kind: 'renewal_failed', orderId, aboutId: renewalId, messageId }])
  }
  await publishRenewal(orgId, tx, clock, 'renewal.failed', renewalId)
}

/**
 * What is open for a member who is not to be renewed by itself any more ends. Once there is an order it is being charged: that one is
 * followed to its end. The end of the term is looked at again should it be wanted after all.
 */
export async function stopRenewals(at: At, memberId: number): Promise<void> {
  const { orgId, tx, clock, actor = systemActor(orgId) } = at
  const now = clock(orgId)
  const stopped = await tx<{ membership_renewal_id: number }[]>`
    update membership_renewals
    set renewal_status = 'stopped', next_attempt_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
      and renewal_status = 'announced'
    returning membership_renewal_id`
  for (const { membership_renewal_id: objectId } of stopped) {
    await tx`
      update members
      set renewal_noted_for = null
      where org_id = ${orgId}
        and membership_member_id = ${memberId}`
    await recordAs(tx, clock, actor, {
      action: 'membership_renewal.stopped',
      objectType: 'membership_renewal',
      objectId,
      after: { membership_member_id: memberId },
    })
    await publishRenewal(orgId, tx, clock, 'renewal.stopped', objectId)
  }
}

/** The membership goes on, or ends, in another way; there is nothing to tell. */
export const supersedeRenewal = ({ orgId, tx, clock }: At, renewalId: number) => tx`
  update membership_renewals
  set renewal_status = 'superseded', next_attempt_at = null, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and membership_renewal_id = ${renewalId}
    and ${isOpen(tx)}`
