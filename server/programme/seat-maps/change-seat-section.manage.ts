import { Type } from 'typebox'
import { type BestSeatRule, bestSeatRules } from '../../../faces/kit/seat-map/best-in-middle.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { audit, type ChangeContext, inChange } from '../../resources/change-row.ts'
import { LayoutInput, layoutColumns } from './layout.ts'
import { findSections, SeatSection, toSection } from './seat-map-with-sections.ts'
import { lockOpenMap, seatSections } from './seat-section.ts'
import { drawAnew } from './store-plan.ts'
import { refuseSameLabels } from './unique-labels.ts'

const Changes = Input({
  title: Type.Optional(Text(100)),
  sub_section_title: Type.Optional(Nullable(Text(100))),
  order_by: Type.Optional(Integer({ minimum: 0, maximum: 1_000_000 })),
  layout: LayoutInput,
  best_seats: Type.Optional(
    OneOf([...bestSeatRules], {
      description: 'of the whole stand, which is all sections of its title: front or middle',
    }),
  ),
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
      const { layout, best_seats: rule, ...labels } = request.body
      return inChange(seatSections, deps, request, reply, async (at) => {
        await lockOpenMap(at, seatMapId)
        const before = await requireSection(at, seatMapId, sectionId)
        const columns = { ...labels, ...(layout === undefined ? {} : layoutColumns(layout)) }
        if (Object.keys(columns).length === 0 && rule === undefined) return before
        if (rule !== undefined) await setRule(at, seatMapId, before.title, rule)
        await at.tx`
          update seat_sections
          set ${at.tx({ ...columns, changed_at: at.clock(at.orgId) })}
          where org_id = ${at.orgId}
            and seat_map_id = ${seatMapId}
            and seat_section_id = ${sectionId}`
        if (labels.title !== undefined || labels.sub_section_title !== undefined)
          await refuseSameLabels(at.orgId, at.tx, seatMapId)
        await drawAnew(at.orgId, at.tx, seatMapId)
        const after = await requireSection(at, seatMapId, sectionId)
        await audit(seatSections, at, sectionId, 'changed', { before, after })
        return after
      })
    },
  )

const setRule = ({ orgId, tx }: ChangeContext, seatMapId: number, title: string, rule: BestSeatRule) => tx`
  update seat_sections
  set best_seats = ${rule}
  where org_id = ${orgId}
    and seat_map_id = ${seatMapId}
    and title = ${title}`

async function requireSection({ orgId, tx, clock }: ChangeContext, seatMapId: number, sectionId: number) {
  const rows = await findSections(orgId, tx, clock(orgId), seatMapId)
  const section = rows.find(({ seat_section_id }) => seat_section_id === sectionId)
  if (!section) throw new ApiError('resource_missing')
  return toSection(section)
}
