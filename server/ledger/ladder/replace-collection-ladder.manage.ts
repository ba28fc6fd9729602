import { record } from '../../access/audit/record.ts'
import { Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { CollectionLadder, findLadder, ladderInput } from './collection-ladder.ts'
import { refuseTangled } from './refuse-tangled.ts'

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
