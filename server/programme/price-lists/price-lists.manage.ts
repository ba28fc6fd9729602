import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict, conflictOn, missing } from '../../resources/constraints.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { readOffer } from './offer.ts'
import { type PriceListRow, priceLists } from './price-list.ts'

/*
 * Operations (written by npm run openapi):
 * archivePriceList, changePriceList, createPriceList, listPriceLists, retrievePriceList
 */

/** More than a stadium has; an event beyond it keeps its prices to itself. */
const CATEGORIES_MAX = 200
const PRICES_MAX = 1000

const Body = Input({
  title: Text(200),
  event_id: Id({ description: 'whose categories and prices it takes, as they are now' }),
})

export const managePriceLists: Operation[] = [
  listOf(priceLists),
  retrieveOf(priceLists),
  createOf(priceLists, Body, async ({ title, event_id }, at) => ({ title, ...(await offerColumns(at, event_id)) })),
  changeOf(priceLists, Body, async ({ title, event_id }, list, at) => {
    if (list.price_list_status === 'archived') throw conflict('The price list is archived.')()
    return {
      ...(title === undefined ? {} : { title }),
      ...(event_id === undefined ? {} : await offerColumns(at, event_id)),
    }
  }),
  stepOf(
    priceLists,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a price list',
      description: 'It is used for no further events; those that it was used for stay as they are.',
    },
    () => ({ price_list_status: 'archived' }),
  ),
]

async function offerColumns({ orgId, tx }: ChangeContext, eventId: number): Promise<ColumnValues<PriceListRow>> {
  const [event] = await tx<{ currency: string; seat_map_id: number | null; venue_id: number | null }[]>`
    select currency, seat_map_id, venue_id
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}`
  if (!event) throw missing('event_id')()
  const offer = await readOffer(orgId, tx, eventId)
  const { categories } = offer
  if (categories.length === 0) throw conflictOn('event_id', 'The event has no price categories yet.')()
  if (categories.length > CATEGORIES_MAX || categories.flatMap(({ prices }) => prices).length > PRICES_MAX) {
    const message = `A price list has at most ${CATEGORIES_MAX} categories and ${PRICES_MAX} prices.`
    throw conflictOn('event_id', message)()
  }
  const isSeated = categories.some(({ seat_section_ids }) => seat_section_ids.length > 0)
  const hasGates = categories.some(({ gate_ids }) => gate_ids.length > 0)
  return {
    currency: event.currency,
    seat_map_id: isSeated ? event.seat_map_id : null,
    venue_id: hasGates ? event.venue_id : null,
    offer,
  }
}
