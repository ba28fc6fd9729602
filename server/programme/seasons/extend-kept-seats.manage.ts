import { Type } from 'typebox'
import { Id, Input, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { inChange } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import { keepLonger } from './keep-longer.ts'
import { answerSeason, lockFollowing, noteKept, seatsOfHolders } from './kept-seat.ts'
import { Season } from './season.ts'
import { withPools } from './season-event.ts'

const MEMBERS_MAX = 500

const Body = Input({
  membership_member_ids: Type.Array(Id(), {
    minItems: 1,
    maxItems: MEMBERS_MAX,
    uniqueItems: true,
    description: 'holders of a seat in the season before',
  }),
  kept_until_unix: UnixSeconds({ description: 'until when their seats are kept; in the future' }),
})

export const extendKeptSeats: Operation = (app, deps) =>
  app.post(
    '/v1/manage/seasons/:season_id/kept_seats/extend',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'extendKeptSeats',
        summary: 'Keep seats longer for some members',
        description:
          'Their seats are kept until another time than those of the others, also seats that are free since their time was up, and those of members who have declined. A seat that another buyer has by now is lost. For all holders, change `seats_kept_until_unix` of the season.',
        tags: ['Seasons'],
        params: Input({ season_id: Id() }),
        body: Body,
        response: { 200: Season },
      },
    },
    (request, reply) =>
      inChange(withPools, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { season_id: seasonId } = request.params
        const { membership_member_ids: memberIds, kept_until_unix: untilUnix } = request.body
        const until = fromUnixSeconds(untilUnix)
        const now = clock(orgId)
        if (until === null || until <= now) throw invalid('kept_until_unix', 'kept_until_unix must be in the future.')()
        const followedId = await lockFollowing(at, seasonId)
        await seatsOfHolders(at, followedId, memberIds, 'membership_member_ids')
        await keepLonger(orgId, tx, now, { seasonId, memberIds, until })
        await noteKept(at, seasonId, 'seats_kept_longer', {
          membership_member_ids: memberIds,
          kept_until_unix: untilUnix,
        })
        return answerSeason(at, seasonId)
      }),
  )
