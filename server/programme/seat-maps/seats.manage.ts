import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { StockError } from '../stock/errors.ts'
import { type SeatRow, seats } from './seat.ts'
import { SeatFlags, sumOf } from './seat-flags.ts'
import { isOccupied } from './seat-occupancy.ts'
import { drawAnew } from './store-plan.ts'

/*
 * Operations (written by npm run openapi):
 * blockSeat, changeSeat, retrieveSeat, unblockSeat
 */

const Label = Type.Optional(Nullable(Text(50)))
const Changes = Input({ seat_aisle: Label, seat_level: Label, seat_gate: Label, flags: SeatFlags })

export const manageSeats: Operation[] = [
  retrieveOf(seats),
  changeOf({ ...seats, lock: lockMapAndSeat }, Changes, async ({ flags, ...labels }, seat, at) => {
    refuseArchived(seat)
    await drawAnew(at.orgId, at.tx, seat.seat_map_id)
    return { ...labels, ...(flags === undefined ? {} : { flags: sumOf(flags) }) }
  }),
  stepOf(
    seats,
    {
      verb: 'block',
      done: 'blocked',
      summary: 'Block a seat',
      description: 'A blocked seat is neither sold nor assigned. One that a member or ticket has cannot be blocked.',
    },
    async (seat, at) => {
      refuseArchived(seat)
      if (seat.seat_status === 'blocked') return {}
      await refuseOccupied(at, seat.seat_id)
      return { seat_status: 'blocked' }
    },
  ),
  stepOf(
    seats,
    { verb: 'unblock', done: 'unblocked', summary: 'Unblock a seat', description: 'It can be sold again.' },
    (seat) => {
      refuseArchived(seat)
      return seat.seat_status === 'active' ? {} : { seat_status: 'active' }
    },
  ),
]

function refuseArchived({ seat_status }: SeatRow): void {
  if (seat_status === 'archived') throw new ApiError('state_conflict', { message: 'The seat is no longer on its map.' })
}

async function refuseOccupied({ tx, orgId, clock }: ChangeContext, seatId: number): Promise<void> {
  const [seat] = await tx`
    select 1 as one
    from seats s
    where s.org_id = ${orgId}
      and s.seat_id = ${seatId}
      and ${isOccupied(orgId, tx, clock(orgId))}`
  if (seat) throw new StockError('seat_taken')
}

/** The map first, as an import does, which locks all of its seats. */
async function lockMapAndSeat(orgId: OrgId, sql: Db, seatId: number): Promise<void> {
  await sql`
    select 1
    from seat_maps
    where org_id = ${orgId}
      and seat_map_id = (
        select seat_map_id
        from seats
        where org_id = ${orgId}
          and seat_id = ${seatId}
      )
    for no key update`
  await sql`
    select 1
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}
    for no key update`
}
