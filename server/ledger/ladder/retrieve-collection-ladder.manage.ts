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
        description:
          'At which hour instalments are charged, on which days one that failed is tried again, and after how many days its member is overdue, softly and hard. An organisation that has said nothing has the usual one.',
        tags: ['Members'],
        response: { 200: CollectionLadder },
      },
    },
    ({ orgId }) => findLadder(orgId, sql),
  )
