import type { Static } from 'typebox'
import type { Operation } from '../../platform/operation.ts'
import { type ChangeContext, inChange } from '../../resources/change-row.ts'
import { seatMaps } from './seat-map.ts'
import { reportImport, SEAT_MAP_BYTES_MAX, SeatMapFile } from './seat-map-import.ts'
import { SeatMapWithSections } from './seat-map-with-sections.ts'
import { planSeats } from './seat-plan.ts'
import { storePlan } from './store-plan.ts'

export const importSeatMap: Operation = (app, deps) =>
  app.post(
    '/v1/manage/seat_maps',
    {
      bodyLimit: SEAT_MAP_BYTES_MAX,
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'importSeatMap',
        summary: 'Import a seat map',
        description: 'Sections, their rows and the seats in those: up to 60,000 seats and 4 MiB.',
        tags: ['Seat maps'],
        body: SeatMapFile,
        response: { 201: SeatMapWithSections },
      },
    },
    (request, reply) => {
      reply.code(201)
      const plan = planSeats(request.body.sections)
      return inChange(seatMaps, deps, request, reply, async (at) => {
        const seatMapId = await insertSeatMap(at, request.body)
        await storePlan(at.orgId, at.tx, seatMapId, plan, at.clock(at.orgId))
        return reportImport(at, seatMapId, 'created', plan)
      })
    },
  )

async function insertSeatMap(
  { tx, orgId, clock }: ChangeContext,
  { title, venue_id }: Static<typeof SeatMapFile>,
): Promise<number> {
  const now = clock(orgId)
  const [row] = await tx<{ seat_map_id: number }[]>`
    insert into seat_maps (org_id, title, venue_id, created_at, changed_at)
    values (${orgId}, ${title}, ${venue_id ?? null}, ${now}, ${now})
    returning seat_map_id`
  if (!row) throw new Error('insert into seat_maps left no row')
  return row.seat_map_id
}
