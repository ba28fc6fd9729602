import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { publishMandates } from './mandate.ts'

/** The bank will not hear of it again; the fan gives another. Without a mandate nothing does. */
export async function failMandate(orgId: OrgId, tx: Tx, clock: Clock, mandateId: number | null): Promise<void> {
  const now = clock(orgId)
  const failed = await tx<{ mandate_id: number }[]>`
    update mandates
    set mandate_status = 'failed', ended_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and mandate_id = ${mandateId}
      and mandate_status = 'active'
    returning mandate_id`
  await publishMandates(orgId, tx, clock, 'mandate.failed', failed)
}

/** What was left with the provider is charged no more, so nothing is debited by it. */
export async function giveUpMandates(orgId: OrgId, tx: Tx, clock: Clock, meansId: number): Promise<void> {
  const now = clock(orgId)
  const ended = await tx<{ mandate_id: number }[]>`
    update mandates
    set mandate_status = 'given_up', ended_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_means_id = ${meansId}
      and mandate_status = 'active'
    returning mandate_id`
  await publishMandates(orgId, tx, clock, 'mandate.given_up', ended)
}

/** Of a person who is erased. Their bank's reference and the words stay: what was debited has to be accounted for. */
export async function forgetMandates(orgId: OrgId, tx: Tx, clock: Clock, userId: number): Promise<void> {
  const now = clock(orgId)
  const ended = await tx<{ mandate_id: number }[]>`
    update mandates
    set mandate_status = 'given_up', ended_at = ${now}
    where org_id = ${orgId}
      and user_id = ${userId}
      and mandate_status = 'active'
    returning mandate_id`
  await tx`
    update mandates
    set last4 = null, bank_name = null, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${userId}`
  await publishMandates(orgId, tx, clock, 'mandate.given_up', ended)
}
