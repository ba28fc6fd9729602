import type { Static } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { CollectionLadder, findLadder, ladderInput } from './collection-ladder.ts'

const Body = Input(ladderInput)

export const replaceCollectionLadder: Operation = (app, deps) =>
  app.put(
    '/v1/manage/collection_ladder',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'replaceCollectionLadder',
        summary: 'Replace what follows when an instalment is not paid',
        description: [
          'Members become overdue by it at once, and are no longer; scanners learn of it with their next list. Charges that are',
          'planned already keep their day. Days are never counted from the due day itself, and paying undoes all of it.',
        ].join(' '),
        tags: ['Members'],
        body: Body,
        response: { 200: CollectionLadder },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        refuseTangled(body)
        const before = await findLadder(orgId, tx, { lock: true })
        const now = deps.clock(orgId)
        await tx`
          update organisations
          set collection_hour = ${body.collection_hour}, retry_days = ${body.retry_days.toSorted((a, b) => a - b)},
            soft_overdue_days = ${body.soft_overdue_days}, hard_overdue_days = ${body.hard_overdue_days},
            seat_free_days = ${body.seat_free_days ?? null}, end_days = ${body.end_days ?? null}, ladder_changed_at = ${now},
            changed_at = ${now}
          where org_id = ${orgId}`
        await tx`
          update debts
          set ladder_at = ${now}
          where org_id = ${orgId}
            and kind = 'instalment'
            and closed_at is null
            and due_at <= ${now}`
        const after = await findLadder(orgId, tx)
        const entry = { action: 'collection_ladder.changed', objectType: 'organisation', objectId: orgId }
        await record(tx, deps.clock, request, { ...entry, before, after })
        return after
      })
    },
  )

/** A member is told before they are refused, refused before their seat is sold, and the end comes last. */
function refuseTangled(body: Static<typeof Body>): void {
  const { soft_overdue_days: soft, hard_overdue_days: hard, seat_free_days: seat = null, end_days: end = null } = body
  refuseUnless('soft_overdue_days', soft === null || (hard !== null && soft < hard), 'before hard_overdue_days')
  refuseUnless('seat_free_days', seat === null || (hard !== null && seat > hard), 'after hard_overdue_days')
  const isLast = end === null || (hard !== null && end > Math.max(hard, seat ?? 0))
  refuseUnless('end_days', isLast, 'after hard_overdue_days and seat_free_days')
}

function refuseUnless(param: string, isRight: boolean, place: string): void {
  if (isRight) return
  throw new ApiError('parameter_invalid', { param, message: `must be ${place}, and hard_overdue_days has to be set` })
}
