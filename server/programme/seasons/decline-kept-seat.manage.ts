import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { declineSeat } from './decline-seat.ts'
import { answerSeason, KeptSeatParams, lockFollowing, noteKept, seatsOfHolders } from './kept-seat.ts'
import { Season } from './season.ts'
import { withPools } from './season-event.ts'

export const declineKeptSeat: Operation = (app, deps) =>
  app.post(
    '/v1/manage/seasons/:season_id/kept_seats/:membership_member_id/decline',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'declineKeptSeat',
        summary: 'Decline a kept seat for a member',
        description:
          'The seat is free at once, and none is kept for the member in this season any more. 409 state_conflict while the member has it in a basket.',
        tags: ['Seasons'],
        params: KeptSeatParams,
        response: { 200: Season },
      },
    },
    (request, reply) =>
      inChange(withPools, deps, request, reply, async (at) => {
        const { orgId, tx, clock } = at
        const { season_id: seasonId, membership_member_id: memberId } = request.params
        const followedId = await lockFollowing(at, seasonId)
        const seats = await seatsOfHolders(at, followedId, [memberId], 'membership_member_id')
        const fromSeatId = seats.get(memberId) ?? 0
        const isNew = await declineSeat(orgId, tx, clock(orgId), { seasonId, memberId, fromSeatId })
        if (isNew) await noteKept(at, seasonId, 'seat_declined', { membership_member_id: memberId })
        return answerSeason(at, seasonId)
      }),
  )
