import { type Static, Type } from 'typebox'
import { Id, Input, Integer, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict, conflictOn } from '../../resources/constraints.ts'
import { pathId } from '../../resources/paths.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { lockOpenEvent, type OpenEvent } from '../events/require-event.ts'
import { lockSeasonsOf, recountCategory } from '../seasons/recount-event.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import { translationsInput } from '../translations.ts'
import { setGates, setSections } from './category-places.ts'
import { PLACES_MAX } from './limit-places.ts'
import { type PriceCategoryRow, priceCategories } from './price-category.ts'

/*
 * Operations (written by npm run openapi):
 * archivePriceCategory, changePriceCategory, createPriceCategory, listPriceCategories, retrievePriceCategory
 */

const Body = Input({
  title: Text(200),
  capacity: Integer({ minimum: 0, maximum: PLACES_MAX, description: 'places in all' }),
  section_label: Type.Optional(Nullable(Text(100, { description: 'printed on tickets without a seat' }))),
  translations: translationsInput({
    title: Type.Optional(Text(200)),
    section_label: Type.Optional(Text(100)),
  }),
  price_category_status: Type.Optional(OneOf(['active', 'inactive'], { default: 'active' })),
  order_by: Type.Optional(Integer({ minimum: -1_000_000, maximum: 1_000_000, default: 0 })),
  gate_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: 200, description: 'gates of the venue that let it in; null or none: all' })),
  ),
  seat_section_ids: Type.Optional(
    Nullable(Type.Array(Id(), { maxItems: 1000, description: 'sections of the event’s map whose seats it sells' })),
  ),
})
type Body = Static<typeof Body>

export const managePriceCategories: Operation[] = [
  listOf(priceCategories),
  retrieveOf(priceCategories),
  createOf(
    priceCategories,
    Body,
    async (body, at) => {
      await lockOpenEvent(at.orgId, at.tx, pathId(at.request, 'event_id'))
      return toColumns(body)
    },
    async (body, at, id) => {
      await setPlaces(at, await lockOpenEvent(at.orgId, at.tx, pathId(at.request, 'event_id')), id, body)
    },
  ),
  changeOf(priceCategories, Body, async (body, category, at) => {
    const event = await lockOpenEvent(at.orgId, at.tx, category.event_id)
    if (body.capacity !== undefined) await makeRoom(at, category, body.capacity)
    await setPlaces(at, event, category.price_category_id, body)
    const columns = toColumns(body)
    // Gates and sections are rows of other tables; the category counts as changed all the same.
    return Object.keys(body).length === 0 ? columns : { ...columns, changed_at: at.clock(at.orgId) }
  }),
  stepOf(
    priceCategories,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a price category',
      description: [
        'None of its prices can be sold any more. Refused while places of it are sold, held or taken by season seats: people are coming for them.',
        'To stop sales alone, set `price_category_status` to inactive; that also brings it back.',
      ].join(' '),
    },
    async (category, at) => {
      await lockOpenEvent(at.orgId, at.tx, category.event_id)
      if (category.sold + category.held + category.season > 0) {
        throw conflict('Places of the category are sold, held or taken by season seats.')()
      }
      return { price_category_status: 'archived' }
    },
  ),
]

const toColumns = ({ gate_ids, seat_section_ids, ...columns }: Partial<Body>): ColumnValues<PriceCategoryRow> => columns

async function setPlaces(at: ChangeContext, event: OpenEvent, categoryId: number, body: Partial<Body>): Promise<void> {
  if (body.gate_ids !== undefined) await setGates(at, event, categoryId, body.gate_ids ?? [])
  if (body.seat_section_ids !== undefined) await setSections(at, event, categoryId, body.seat_section_ids ?? [])
  if (body.seat_section_ids === undefined && body.title === undefined) return
  // Which pool season seats and members count in follows from its sections and its title; the title itself is written afterwards.
  await lockSeasonsOf(at.orgId, at.tx, event.event_id)
  const title = body.title === undefined ? {} : { title: body.title }
  await recountCategory(at.orgId, at.tx, at.clock(at.orgId), { eventId: event.event_id, categoryId, ...title })
}

/** The check in the table counts expired holds too, so those go first. */
async function makeRoom(at: ChangeContext, category: PriceCategoryRow, capacity: number): Promise<void> {
  const { price_category_id, sold, held, season } = category
  const least = sold + held + season
  if (capacity < least) {
    const seasonPlaces = season > 0 ? ` and ${season} are taken by season seats` : ''
    const message = `capacity must be at least ${least}: ${sold} places are sold and ${held} are held${seasonPlaces}.`
    throw conflictOn('capacity', message)()
  }
  if (capacity < category.capacity) await reclaimExpiredHolds(at.orgId, at.tx, price_category_id, at.clock(at.orgId))
}
