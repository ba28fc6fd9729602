import { ApiError } from '../kit/errors.ts'
import type { Work } from '../manage/change-row.ts'
import { missing } from '../manage/constraints.ts'

const param = 'membership_seat_id'
const refuse = (message: string) => new ApiError('state_conflict', { param, message })

/**
 * A member may have the seat if it is in use and on the map of the member's category. The locks make a block, an archiving
 * and an import of the map wait; that no two members have one seat is for the unique index to say.
 */
export async function chooseSeat(at: Work, seatId: number, categorySeatMapId: number | null): Promise<void> {
  const seatMapId = await seatMapOf(at, seatId)
  if (seatMapId === undefined) throw missing(param)()
  if ((await lockedMapStatus(at, seatMapId)) === 'archived') throw refuse('The seat is on an archived seat map.')
  const status = await lockedSeatStatus(at, seatId)
  if (status !== 'active') throw refuse(`The seat is ${status}.`)
  if (categorySeatMapId !== null && categorySeatMapId !== seatMapId) {
    throw refuse('The seat is not on the seat map of the member’s category.')
  }
}

/** A seat never moves to another map. */
export async function seatMapOf({ tx, orgId }: Work, seatId: number): Promise<number | undefined> {
  const [seat] = await tx<{ seat_map_id: number }[]>`
    select seat_map_id
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}`
  return seat?.seat_map_id
}

async function lockedMapStatus({ tx, orgId }: Work, seatMapId: number): Promise<string | undefined> {
  const [map] = await tx<{ seat_map_status: string }[]>`
    select seat_map_status
    from seat_maps
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
    for share`
  return map?.seat_map_status
}

async function lockedSeatStatus({ tx, orgId }: Work, seatId: number): Promise<string | undefined> {
  const [seat] = await tx<{ seat_status: string }[]>`
    select seat_status
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}
    for share`
  return seat?.seat_status
}
