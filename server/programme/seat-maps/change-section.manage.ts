import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { audit, type ChangeContext, inChange } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { lockRow } from '../../resources/resource.ts'
import { LayoutInput, layoutColumns } from './layout.ts'
import { lockSeatMapStatus, seatMaps } from './seat-map.ts'
import { findSections, SeatSection, toSection } from './seat-map-with-sections.ts'
import { PlanSection, planSeats, SEATS_MAX } from './seat-plan.ts'
import { addToMap, drawAnew } from './store-plan.ts'

const sections = {
  ...seatMaps,
  singular: 'seat_section',
  constraints: {
    seat_sections_by_title: conflictOn('title', 'Another section of the map has this title.'),
  },
}

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
      return inChange(sections, deps, request, reply, async (at) => {
        await lockMap(at, seatMapId)
        const before = await findSections(at.orgId, at.tx, seatMapId)
        const { title, sub_section_title = null } = request.body
        if (before.some((row) => row.title === title && row.sub_section_title === sub_section_title)) {
          throw sections.constraints.seat_sections_by_title()
        }
        const seats = before.reduce((sum, row) => sum + row.seats, plan.seats.length)
        if (seats > SEATS_MAX) throw conflictOn('rows', `A map has at most ${SEATS_MAX} seats.`)()
        await addToMap(at.orgId, at.tx, seatMapId, plan, at.clock())
        const section = (await findSections(at.orgId, at.tx, seatMapId)).find(
          (row) => row.title === title && row.sub_section_title === sub_section_title,
        )
        if (!section) throw new Error('the section that was added is gone')
        const after = toSection(section)
        await audit(sections, at, after.seat_section_id, 'created', { before: undefined, after })
        return after
      })
    },
  )

const Changes = Input({
  title: Type.Optional(Text(100)),
  sub_section_title: Type.Optional(Nullable(Text(100))),
  order_by: Type.Optional(Integer({ minimum: 0, maximum: 1_000_000 })),
  layout: LayoutInput,
})

export const changeSeatSection: Operation = (app, deps) =>
  app.patch(
    '/v1/manage/seat_maps/:seat_map_id/sections/:seat_section_id',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'changeSeatSection',
        summary: 'Change a section of a seat map',
        description: 'What is not sent stays as it is; without a layout of its own, one is computed.',
        tags: ['Seat maps'],
        params: Input({ seat_map_id: Id(), seat_section_id: Id() }),
        body: Changes,
        response: { 200: SeatSection },
      },
    },
    (request, reply) => {
      const { seat_map_id: seatMapId, seat_section_id: sectionId } = request.params
      const { layout, ...labels } = request.body
      return inChange(sections, deps, request, reply, async (at) => {
        await lockMap(at, seatMapId)
        const before = await requireSection(at, seatMapId, sectionId)
        const columns = { ...labels, ...(layout === undefined ? {} : layoutColumns(layout)) }
        if (Object.keys(columns).length === 0) return before
        await at.tx`
          update seat_sections
          set ${at.tx({ ...columns, changed_at: at.clock() })}
          where org_id = ${at.orgId}
            and seat_map_id = ${seatMapId}
            and seat_section_id = ${sectionId}`
        await drawAnew(at.orgId, at.tx, seatMapId)
        const after = await requireSection(at, seatMapId, sectionId)
        await audit(sections, at, sectionId, 'changed', { before, after })
        return after
      })
    },
  )

async function lockMap({ orgId, tx }: ChangeContext, seatMapId: number): Promise<void> {
  await lockRow(seatMaps, orgId, tx, seatMapId)
  const status = await lockSeatMapStatus(orgId, tx, seatMapId)
  if (status === undefined) throw new ApiError('resource_missing')
  if (status === 'archived') throw new ApiError('state_conflict', { message: 'The seat map is archived.' })
}

async function requireSection({ orgId, tx }: ChangeContext, seatMapId: number, sectionId: number) {
  const rows = await findSections(orgId, tx, seatMapId)
  const section = rows.find(({ seat_section_id }) => seat_section_id === sectionId)
  if (!section) throw new ApiError('resource_missing')
  return toSection(section)
}
