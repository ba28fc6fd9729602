import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { audit, type ChangeContext, inChange } from '../../resources/change-row.ts'
import { findItem, lockRow } from '../../resources/resource.ts'
import { eventStatus } from '../statuses.ts'
import { seatMaps } from './seat-map.ts'
import { findSeatMapWithSections, SeatMapWithSections } from './seat-map-with-sections.ts'
import { planSeats, type SeatPlan, Sections } from './seat-plan.ts'
import { storePlan } from './store-plan.ts'

/** 60,000 seats with all their labels are about 4 MB of JSON. */
const MAP_BYTES_MAX = 4 * 1024 * 1024

const Params = Input({ seat_map_id: Id() })
const Body = Input({
  title: Text(200),
  venue_id: Type.Optional(Nullable(Id())),
  sections: Sections,
})

export const importSeatMap: Operation = (app, deps) =>
  app.post(
    '/v1/manage/seat_maps',
    {
      bodyLimit: MAP_BYTES_MAX,
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'importSeatMap',
        summary: 'Import a seat map',
        description: 'Sections, their rows and the seats in those: up to 60,000 seats and 4 MiB.',
        tags: ['Seat maps'],
        body: Body,
        response: { 201: SeatMapWithSections },
      },
    },
    (request, reply) => {
      reply.code(201)
      const plan = planSeats(request.body.sections)
      return inChange(seatMaps, deps, request, reply, async (at) => {
        const seatMapId = await insertSeatMap(at, request.body)
        await storePlan(at.orgId, at.tx, seatMapId, plan, at.clock())
        return report(at, seatMapId, 'created', plan)
      })
    },
  )

export const reimportSeatMap: Operation = (app, deps) =>
  app.put(
    '/v1/manage/seat_maps/:seat_map_id',
    {
      bodyLimit: MAP_BYTES_MAX,
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'reimportSeatMap',
        summary: 'Import a seat map again',
        description:
          'Seats with the same section, row and title keep their ids and whoever sits there; new ones are added; those ' +
          'that are left out are archived, unless somebody has one of them (409 seat_taken). A blocked seat stays blocked.',
        tags: ['Seat maps'],
        params: Params,
        body: Body,
        response: { 200: SeatMapWithSections },
      },
    },
    (request, reply) => {
      const { seat_map_id: seatMapId } = request.params
      const plan = planSeats(request.body.sections)
      return inChange(seatMaps, deps, request, reply, async (at) => {
        await lockPools(at, seatMapId)
        await lockRow(seatMaps, at.orgId, at.tx, seatMapId)
        const before = await findItem(seatMaps, at.orgId, at.tx, seatMapId, at.clock())
        if (!before) throw new ApiError('resource_missing')
        if (before.status === 'archived') throw new ApiError('state_conflict', { message: 'The seat map is archived.' })
        const seats = await countSeats(at.orgId, at.tx, seatMapId)
        await updateSeatMap(at, seatMapId, request.body)
        await storePlan(at.orgId, at.tx, seatMapId, plan, at.clock())
        return report(at, seatMapId, 'imported', plan, { ...before, seats })
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

async function insertSeatMap(
  { tx, orgId, clock }: ChangeContext,
  { title, venue_id }: Static<typeof Body>,
): Promise<number> {
  const now = clock()
  const [row] = await tx<{ seat_map_id: number }[]>`
    insert into seat_maps (org_id, title, venue_id, created_at, changed_at)
    values (${orgId}, ${title}, ${venue_id ?? null}, ${now}, ${now})
    returning seat_map_id`
  if (!row) throw new Error('insert into seat_maps left no row')
  return row.seat_map_id
}

const updateSeatMap = (
  { tx, orgId, clock }: ChangeContext,
  seatMapId: number,
  { title, venue_id }: Static<typeof Body>,
) => tx`
  update seat_maps
  set ${tx({ title, changed_at: clock(), ...(venue_id === undefined ? {} : { venue_id }) })}
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

/** The audit row counts the seats: all their labels would not fit, and the seats are there to be read. */
async function report(at: ChangeContext, seatMapId: number, action: string, plan: SeatPlan, before?: object) {
  const seatMap = await findSeatMapWithSections(at.orgId, at.tx, seatMapId)
  if (!seatMap) throw new Error('the imported seat map is gone')
  const { sections: _sections, ...map } = seatMap
  await audit(seatMaps, at, seatMapId, action, { before, after: { ...map, seats: plan.seats.length } })
  return seatMap
}
