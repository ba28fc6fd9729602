import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { debts } from '../ledger/debt.ts'
import { type CollectionStage, collectionStages, isInStage } from './collection-stage.ts'

const CollectionStages = Type.Object(
  {
    stages: Type.Array(
      Type.Object({
        stage: OneOf([...collectionStages]),
        currency: Type.String({ description: 'ISO 4217' }),
        instalments: Type.Integer(),
        open: Type.Number({ description: 'what is left of them' }),
      }),
      { description: 'of each stage and currency that has any' },
    ),
  },
  { title: 'CollectionStages' },
)

export const CollectionStageRow = Type.Object({
  stage: Type.Unsafe<CollectionStage>({ type: 'string' }),
  currency: Type.String(),
  instalments: Type.Integer(),
  open_minor: Type.Integer(),
})
type CollectionStageRow = Static<typeof CollectionStageRow>

export const retrieveCollectionStages: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/collection_stages',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'retrieveCollectionStages',
        summary: 'Retrieve how many instalments are due, failed and under way',
        description:
          'With what they come to. `due_soon`: within seven days; `failed`: charged again by itself; `needs_fan`: late or failed, and nothing follows by itself; `returned`: what was paid came back; `under_way`: being collected. The list of debts by `stage` has each of them.',
        tags: [debts.tag],
        response: { 200: CollectionStages },
      },
    },
    async ({ orgId }) => ({
      stages: (await countStages(orgId, sql, clock(orgId))).map(({ stage, currency, instalments, open_minor }) => ({
        stage,
        currency,
        instalments,
        open: toMajor(open_minor, currency),
      })),
    }),
  )

async function countStages(orgId: OrgId, sql: Db, now: Date): Promise<CollectionStageRow[]> {
  const counts = await Promise.all(
    collectionStages.map(
      (stage) => sql<CollectionStageRow[]>`
        select ${stage}::text as stage, currency, count(*) as instalments,
          sum(amount_minor - settled_minor - waived_minor - cancelled_minor)::bigint as open_minor
        from debts
        where org_id = ${orgId}
          and ${isInStage(sql, now, stage)}
        group by currency
        order by currency`,
    ),
  )
  return counts.flat()
}
