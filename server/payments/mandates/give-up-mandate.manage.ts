import { mandates } from '../../people/mandates/mandate.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { stepOf } from '../../resources/change-operations.ts'

/*
 * Operations (written by npm run openapi):
 * giveUpMandate
 */

/**
 * Nothing is debited by it any more. The worker asks the fan when it comes to an instalment: on its day, or now where it was to be
 * presented again. The link of that mail takes other means, by which the plan goes on.
 */
export const giveUpMandate = stepOf(
  mandates,
  {
    verb: 'give_up',
    done: 'given_up',
    summary: 'Give a mandate up',
    description:
      'A debit that is under way comes to its end; no other is submitted, and what was kept is taken off the provider. What is open stays owed: the fan is asked by mail instead, with a link that pays or takes other means, on the day of each instalment, and at once for what was to be presented again.',
  },
  async ({ mandate_id: mandateId, mandate_status: status }, { orgId, tx, clock }) => {
    if (status !== 'active') {
      throw new ApiError('state_conflict', {
        message: status === 'failed' ? 'The mandate has failed already.' : 'The mandate is given up already.',
      })
    }
    const now = clock(orgId)
    const meansId = meansOf(tx, orgId, mandateId)
    await tx`
      update debts
      set next_attempt_at = ${now}, changed_at = ${now}
      where org_id = ${orgId}
        and membership_plan_id in (
          select p.membership_plan_id
          from membership_plans p
          where p.org_id = ${orgId}
            and p.payment_means_id = (${meansId})
            and p.collection_status = 'running'
        )
        and closed_at is null
        and attempt_payment_id is null
        and next_attempt_at is not null
        and first_failed_at is not null`
    await tx`
      update payment_means
      set means_status = 'given_up', release_at = '-infinity', changed_at = ${now}
      where org_id = ${orgId}
        and payment_means_id = (${meansId})
        and means_status <> 'given_up'`
    return { mandate_status: 'given_up', ended_at: now }
  },
)

const meansOf = (sql: Db, orgId: number, mandateId: number) => sql`
          select m.payment_means_id
          from mandates m
          where m.org_id = ${orgId}
            and m.mandate_id = ${mandateId}`
