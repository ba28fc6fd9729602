import { noteOffset, readStoredClock } from '../../access/clock-offsets.ts'
import type { Operation } from '../../platform/operation.ts'
import { ClockReply, toClock } from './clock.ts'
import type { ClockDeps } from './clock-deps.ts'
import { findUpcoming } from './upcoming.ts'

export const retrieveClock: Operation<ClockDeps> = (app, { sql, clock, offsets }) =>
  app.get(
    '/v1/manage/clock',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'retrieveClock',
        summary: 'Retrieve the organisation’s time',
        description: 'The real time, unless this is a sandbox whose clock was moved; and what happens next by it.',
        tags: ['Organisation'],
        response: { 200: ClockReply },
      },
    },
    async ({ orgId, principal }) => {
      const stored = await readStoredClock(orgId, sql)
      noteOffset(offsets, orgId, stored.clock_ahead_ms)
      const now = clock(orgId)
      return toClock(now, principal.mode, stored, await findUpcoming(orgId, sql, now))
    },
  )
