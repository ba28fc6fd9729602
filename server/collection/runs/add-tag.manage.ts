import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeTag, requireTagging, TaggedObject, TagOfObject } from './tagged-object.ts'

export const addTag: Operation = (app, deps) =>
  app.post(
    '/v1/manage/tags',
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'addTag',
        summary: 'Tag an order, customer or member',
        description:
          'One that it has already stays. ' +
          'It needs the scope of what is tagged besides: orders:manage, customers:manage or members:manage. Many at once: a run.',
        tags: ['Runs'],
        body: TagOfObject,
        response: { 200: TaggedObject },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      requireTagging(request, body.object_type)
      return change({ ...deps, orgId, request, reply }, (tx) => changeTag(orgId, tx, deps.clock, request, body, true))
    },
  )
