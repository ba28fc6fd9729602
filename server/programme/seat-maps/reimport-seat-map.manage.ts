import type { Static } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ChangeContext, inChange } from '../../resources/change-row.ts'
import { findItem, lockRow } from '../../resources/resource.ts'
import { eventStatus } from '../statuses.ts'
import { seatMaps } from './seat-map.ts'
import { reportImport, SEAT_MAP_BYTES_MAX, SeatMapFile } from './seat-map-import.ts'
import { SeatMapWithSections } from './seat-map-with-sections.ts'
import { planSeats } from './seat-plan.ts'
import { storePlan } from './store-plan.ts'

const Params = Input({ seat_map_id: Id() })

export const reimportSeatMap: Operation = (app, deps) =>
  app.put(
    '/v1/manage/seat_maps/:seat_map_id',
    {
      bodyLimit: SEAT_MAP_BYTES_MAX,
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'reimportSeatMap',
        summary: 'Import a seat map again',
        description:
          'Seats with the same section, row and title keep their ids and their holders; new ones are added; those ' +
          'that are left out are archived, unless a member or ticket has one of them (409 seat_taken). A blocked seat stays blocked.',
        tags: ['Seat maps'],
        params: Params,
        body: SeatMapFile,
        response: { 200: SeatMapWithSections },
      },
    },
    (request, reply) => {
      const { seat_map_id: seatMapId } = request.params
      const plan = planSeats(request.body.sections)
      return inChange(seatMaps, deps, request, reply, async (at) => {
        await lockPools(at, seatMapId)
        await lockRow(seatMaps, at.orgId, at.tx, seatMapId)
        const before = await findItem(seatMaps, at.orgId, at.tx, seatMapId, at.clock(at.orgId))
        if (!before) throw new ApiError('resource_missing')
        if (before.status === 'archived') throw new ApiError('state_conflict', { message: 'The seat map is archived.' })
        const seats = await countSeats(at.orgId, at.tx, seatMapId)
        await updateSeatMap(at, seatMapId, request.body)
        await storePlan(at.orgId, at.tx, seatMapId, plan, at.clock(at.orgId))
        return reportImport(at, seatMapId, 'imported', plan, { ...before, seats })
      })
    },
  )

/**
 * A sale holds the lock of the pool while it locks seats, those of one basket after those of another, in whatever order. Storing
 * a plan locks all seats of the map in an order of its own, so it locks the pools first.
 */
const lockPools = ({ tx, orgId }: ChangeContext, seatMapId: number) => tx`
  select 1
  from price_categories c
  join events e on e.org_id = c.org_id and e.event_id = c.event_id
  where c.org_id = ${orgId}
    and e.org_id = ${orgId}
    and e.seat_map_id = ${seatMapId}
    and e.event_status_id = ${eventStatus.live}
  order by c.price_category_id
  for no key update of c`

const updateSeatMap = (
  { tx, orgId, clock }: ChangeContext,
  seatMapId: number,
  { title, venue_id }: Static<typeof SeatMapFile>,
) => tx`
  update seat_maps
  set ${tx({ title, changed_at: clock(orgId), ...(venue_id === undefined ? {} : { venue_id }) })}
  where org_id = ${orgId}
    and seat_map_id = ${seatMapId}`

async function countSeats(orgId: OrgId, sql: Db, seatMapId: number): Promise<number> {
  const [row] = await sql<{ seats: number }[]>`
    select count(*)::int as seats
    from seats
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
      and seat_status <> 'archived'`
  return row?.seats ?? 0
}
