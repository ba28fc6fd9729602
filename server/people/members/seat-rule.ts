import { ApiError } from '../../platform/http/errors.ts'
import { lockSeatMapStatus } from '../../programme/seat-maps/seat-map.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { missing } from '../../resources/constraints.ts'

const param = 'membership_seat_id'
const refuse = (message: string) => new ApiError('state_conflict', { param, message })

/**
 * A member may have the seat if it is in use and on the map of the member's category. The locks make a block, an archiving
 * and an import of the map wait; that no two members have one seat is for the unique index to say.
 */
export async function chooseSeat(at: ChangeContext, seatId: number, categorySeatMapId: number | null): Promise<void> {
  const seatMapId = await seatMapOf(at, seatId)
  if (seatMapId === undefined) throw missing(param)()
  if ((await lockSeatMapStatus(at.orgId, at.tx, seatMapId)) === 'archived')
    throw refuse('The seat is on an archived seat map.')
  const status = await lockSeatStatus(at, seatId)
  if (status !== 'active') throw refuse(`The seat is ${status}.`)
  if (categorySeatMapId !== null && categorySeatMapId !== seatMapId) {
    throw refuse('The seat is not on the seat map of the member’s category.')
  }
  await refuseSold(at, seatId, seatMapId)
}

/**
 * A seat that a buyer has bought, or is buying, for a coming event that lets the map's members in. Buyers share the lock of
 * the seat's row before they look for a member; this takes it for itself before it looks for a buyer.
 */
async function refuseSold({ tx, orgId, clock }: ChangeContext, seatId: number, seatMapId: number): Promise<void> {
  const [event] = await tx<{ title: string }[]>`
    select e.title
    from seat_claims a
    join events e on e.org_id = a.org_id and e.event_id = a.event_id
    where a.org_id = ${orgId}
      and a.seat_id = ${seatId}
      and a.membership_member_id is null
      and (a.expires_at is null or a.expires_at > ${clock(orgId)})
      and coalesce(e.membership_seat_map_id, ${seatMapId}) = ${seatMapId}
      and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      and coalesce(e.ends_at, e.starts_at) > ${clock(orgId)}
    limit 1`
  if (event)
    throw new StockError('seat_taken', { param, message: `The seat is sold for a coming event, ${event.title}.` })
}

/** A seat never moves to another map. */
export async function seatMapOf(
  { tx, orgId }: Pick<ChangeContext, 'tx' | 'orgId'>,
  seatId: number,
): Promise<number | undefined> {
  const [seat] = await tx<{ seat_map_id: number }[]>`
    select seat_map_id
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}`
  return seat?.seat_map_id
}

async function lockSeatStatus({ tx, orgId }: ChangeContext, seatId: number): Promise<string | undefined> {
  const [seat] = await tx<{ seat_status: string }[]>`
    select seat_status
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}
    for no key update`
  return seat?.seat_status
}
