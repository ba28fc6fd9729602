import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { noteOffset, type StoredClock } from '../../access/clock-offsets.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Integer, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { conflict, invalid } from '../../resources/constraints.ts'
import { SaleError } from '../errors.ts'
import { CLOCK_AHEAD_MAX_MS, ClockReply, toClock } from './clock.ts'
import type { ClockDeps } from './clock-deps.ts'
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
        if (principal.mode !== 'test') throw new SaleError('sandbox_only')
        const [before] = await tx<StoredClock[]>`
          select clock_ahead_ms, clock_target_ms, clock_advancing
          from organisations
          where org_id = ${orgId}
          for no key update`
        if (!before) throw new ApiError('resource_missing')
        noteOffset(deps.offsets, orgId, before.clock_ahead_ms)
        if (before.clock_advancing) throw conflict('The clock is still on its way to where it was moved last.')()
        const now = deps.clock(orgId)
        const targetMs = before.clock_ahead_ms + distanceMs(body, now)
        if (targetMs > CLOCK_AHEAD_MAX_MS) throw tooFar(body)
        const [after] = await tx<StoredClock[]>`
          update organisations
          set clock_target_ms = ${targetMs}, clock_advancing = true
          where org_id = ${orgId}
          returning clock_ahead_ms, clock_target_ms, clock_advancing`
        if (!after) throw new Error('update of organisations lost its row')
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

function distanceMs({ seconds, to_unix: toUnix }: Static<typeof Body>, now: Date): number {
  if (seconds !== undefined && toUnix !== undefined) throw invalid('to_unix', 'Send seconds or to_unix, not both.')()
  if (seconds !== undefined) return seconds * 1000
  if (toUnix === undefined) throw invalid('seconds', 'Send seconds or to_unix.')()
  const ms = toUnix * 1000 - now.getTime()
  if (ms <= 0) throw invalid('to_unix', 'to_unix has passed already: the clock goes forward only.')()
  return ms
}

const tooFar = ({ seconds }: Static<typeof Body>) =>
  invalid(seconds === undefined ? 'to_unix' : 'seconds', 'The clock can be moved by two years in all.')()
