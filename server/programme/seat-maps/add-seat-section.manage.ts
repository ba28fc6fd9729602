import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { audit, inChange } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { findSections, SeatSection, toSection } from './seat-map-with-sections.ts'
import { PlanSection, planSeats, SEATS_MAX } from './seat-plan.ts'
import { lockOpenMap, seatSections } from './seat-section.ts'
import { addToMap } from './store-plan.ts'

export const addSeatSection: Operation = (app, deps) =>
  app.post(
    '/v1/manage/seat_maps/:seat_map_id/sections',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'addSeatSection',
        summary: 'Add a section to a seat map',
        description: 'With its rows and seats; the rest of the map stays as it is.',
        tags: ['Seat maps'],
        params: Input({ seat_map_id: Id() }),
        body: PlanSection,
        response: { 201: SeatSection },
      },
    },
    (request, reply) => {
      reply.code(201)
      const { seat_map_id: seatMapId } = request.params
      const plan = planSeats([request.body])
      return inChange(seatSections, deps, request, reply, async (at) => {
        await lockOpenMap(at, seatMapId)
        const before = await findSections(at.orgId, at.tx, at.clock(at.orgId), seatMapId)
        const { title, sub_section_title = null } = request.body
        if (before.some((row) => row.title === title && row.sub_section_title === sub_section_title)) {
          throw seatSections.constraints.seat_sections_by_title()
        }
        const seats = before.reduce((sum, row) => sum + row.seats, plan.seats.length)
        if (seats > SEATS_MAX) throw conflictOn('rows', `A map has at most ${SEATS_MAX} seats.`)()
        await addToMap(at.orgId, at.tx, seatMapId, plan, at.clock(at.orgId))
        const section = (await findSections(at.orgId, at.tx, at.clock(at.orgId), seatMapId)).find(
          (row) => row.title === title && row.sub_section_title === sub_section_title,
        )
        if (!section) throw new Error('the section that was added is gone')
        const after = toSection(section)
        await audit(seatSections, at, after.seat_section_id, 'created', { before: undefined, after })
        return after
      })
    },
  )
