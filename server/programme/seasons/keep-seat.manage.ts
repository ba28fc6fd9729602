import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type ChangeContext, inChange } from '../../resources/change-row.ts'
import { StockError } from '../stock/errors.ts'
import { keepHolders } from './keep-seats.ts'
import { answerSeason, KeptSeatParams, lockFollowing, noteKept, seatsOfHolders } from './kept-seat.ts'
import { freeKeptOf } from './kept-seats.ts'
import { Season } from './season.ts'
import { withPools } from './season-event.ts'

const param = 'seat_id'

const Body = Input({ seat_id: Id({ description: 'a seat on the map of the season that is free' }) })

export const keepSeat: Operation = (app, deps) =>
  app.put(
    '/v1/manage/seasons/:season_id/kept_seats/:membership_member_id',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'keepSeat',
        summary: 'Keep another seat for a member',
        description:
          'For a holder of the season before whose seat this season does not have, or who is to sit elsewhere. It takes the place of the one that was kept.',
        tags: ['Seasons'],
        params: KeptSeatParams,
        body: Body,
        response: { 200: Season },
      },
    },
    (request, reply) =>
      inChange(withPools, deps, request, reply, async (at) => {
        const { season_id: seasonId, membership_member_id: memberId } = request.params
        const { seat_id: seatId } = request.body
        const followedId = await lockFollowing(at, seasonId)
        const seats = await seatsOfHolders(at, followedId, [memberId], 'membership_member_id')
        const until = await requireKeeping(at, seasonId, memberId)
        await requireOnMap(at, seasonId, seatId)
        await keepInstead(at, seasonId, { memberId, seatId, until, fromSeatId: seats.get(memberId) ?? 0 })
        await noteKept(at, seasonId, 'seat_kept', { membership_member_id: memberId, seat_id: seatId })
        return answerSeason(at, seasonId)
      }),
  )
async function requireKeeping({ orgId, tx, clock }: ChangeContext, seasonId: number, memberId: number): Promise<Date> {
  const now = clock(orgId)
  const [season] = await tx<{ until: Date; has_place: boolean; in_basket: boolean }[]>`
    select greatest(n.seats_kept_until, k.kept_until) as until, k.basket_item_id is not null and k.kept_until > ${now} as in_basket, exists (
      select 1
      from season_seats o
      where o.org_id = ${orgId}
        and o.season_id = ${seasonId}
        and o.membership_member_id = ${memberId}
    ) as has_place
    from seasons n
    left join season_seats k
      on k.org_id = n.org_id and k.season_id = n.season_id and k.kept_for_member_id = ${memberId}
    where n.org_id = ${orgId}
      and n.season_id = ${seasonId}`
  if (!season || season.has_place || season.in_basket) {
    throw new ApiError('state_conflict', { message: 'The member has a seat of the season, or is buying one now.' })
  }
  if (season.until <= now) {
    throw new ApiError('state_conflict', { message: 'The time until which the season keeps seats is over.' })
  }
  return season.until
}

async function requireOnMap({ orgId, tx }: ChangeContext, seasonId: number, seatId: number): Promise<void> {
  const [seat] = await tx<{ is_of_map: boolean; seat_status: string }[]>`
    select s.seat_map_id = n.seat_map_id as is_of_map, s.seat_status
    from seats s
    join seasons n on n.org_id = s.org_id and n.season_id = ${seasonId}
    where s.org_id = ${orgId}
      and s.seat_id = ${seatId}
    for share of s`
  if (!seat) throw new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
  if (!seat.is_of_map) {
    throw new ApiError('state_conflict', { param, message: 'The seat is not on the seat map of the season.' })
  }
  if (seat.seat_status !== 'active') {
    throw new ApiError('state_conflict', { param, message: `The seat is ${seat.seat_status}.` })
  }
}

type Move = { memberId: number; seatId: number; until: Date; fromSeatId: number }

async function keepInstead(
  { orgId, tx, clock }: ChangeContext,
  seasonId: number,
  { memberId, seatId, until, fromSeatId }: Move,
): Promise<void> {
  const now = clock(orgId)
  await freeKeptOf(orgId, tx, now, { seasonId, memberId })
  await tx`
    delete from season_keeps
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and membership_member_id = ${memberId}`
  const holder = { membership_member_id: memberId, from_seat_id: fromSeatId, seat_id: seatId, kept_until: until }
  const count = await keepHolders(orgId, tx, now, { seasonId, param }, [holder])
  if (count === 0) throw new StockError('seat_taken', { param, seat_ids: [seatId] })
}
