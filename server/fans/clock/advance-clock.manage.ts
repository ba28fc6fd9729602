import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { Input, Integer, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { CLOCK_AHEAD_MAX_MS, ClockReply, toClock } from './clock.ts'
import type { ClockDeps } from './clock-deps.ts'
import { ClockError } from './errors.ts'
import { setTarget } from './set-target.ts'
import { findUpcoming } from './upcoming.ts'

const Body = Input({
  seconds: Type.Optional(
    Integer({ minimum: 1, maximum: CLOCK_AHEAD_MAX_MS / 1000, description: 'how far; or to_unix' }),
  ),
  to_unix: Type.Optional(UnixSeconds({ description: 'to when, in the organisation’s time; or seconds' })),
})

export const advanceClock: Operation<ClockDeps> = (app, deps) =>
  app.post(
    '/v1/manage/clock/advance',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'advanceClock',
        summary: 'Move a sandbox’s clock forward',
        description:
          'By `seconds` or `to_unix`, two years in all, and never back. Whatever is due on the way happens as if the time had passed, in order: ' +
          'the answer comes at once, and `GET /v1/manage/clock` has `advancing_to_unix` until all of it is done. No other organisation is touched. ' +
          'Keys, sessions, limits and the timestamps of webhooks stay with the real time. A live organisation is refused: `403 sandbox_only`.',
        tags: ['Organisation'],
        body: Body,
        response: { 200: ClockReply },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, principal, body } = request
        if (principal.mode !== 'test') throw new ClockError('sandbox_only')
        const { now, after } = await setTarget(orgId, tx, deps, body)
        const clock = toClock(now, principal.mode, after, await findUpcoming(orgId, tx, now))
        await record(tx, deps.clock, request, {
          action: 'clock.advanced',
          objectType: 'organisation',
          objectId: orgId,
          before: { now_unix: clock.now_unix },
          after: { now_unix: clock.advancing_to_unix },
        })
        return clock
      }),
  )
