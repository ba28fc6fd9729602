import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeTag, requireTagging, TaggedObject, TagOfObject } from './tagged-object.ts'

export const removeTag: Operation = (app, deps) =>
  app.post(
    '/v1/manage/tags/remove',
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'removeTag',
        summary: 'Take a tag away',
        description:
          'One that it does not have is nothing to do. ' +
          'It needs the scope of what is tagged besides: orders:manage, customers:manage or members:manage. Many at once: a run.',
        tags: ['Runs'],
        body: TagOfObject,
        response: { 200: TaggedObject },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      requireTagging(request, body.object_type)
      return change({ ...deps, orgId, request, reply }, (tx) => changeTag(orgId, tx, deps.clock, request, body, false))
    },
  )
