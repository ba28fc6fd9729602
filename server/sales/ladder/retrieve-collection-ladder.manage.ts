import type { Operation } from '../../platform/operation.ts'
import { CollectionLadder, findLadder } from './collection-ladder.ts'

export const retrieveCollectionLadder: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/collection_ladder',
    {
      config: { scope: 'members:manage' },
      schema: {
        operationId: 'retrieveCollectionLadder',
        summary: 'Retrieve what follows when an instalment is not paid',
        tags: ['Members'],
        response: { 200: CollectionLadder },
      },
    },
    ({ orgId }) => findLadder(orgId, sql),
  )
