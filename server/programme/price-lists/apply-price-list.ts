import { record } from '../../access/audit/record.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn, missing } from '../../resources/constraints.ts'
import { findRow } from '../../resources/resource.ts'
import { type OfferedEvent, writeOffer } from './offer.ts'
import { type PriceListRow, priceLists } from './price-list.ts'

const PARAM = 'price_list_id'

/** The list that an event is to be sold by. It may be archived later; what it says stays until the transaction ends. */
export async function findPriceList({ orgId, tx, clock }: ChangeContext, priceListId: number): Promise<PriceListRow> {
  await tx`
    select 1
    from price_lists
    where org_id = ${orgId}
      and price_list_id = ${priceListId}
    for share`
  const list = await findRow(priceLists, orgId, tx, priceListId, clock(orgId))
  if (!list) throw missing(PARAM)()
  if (list.price_list_status === 'archived') throw conflictOn(PARAM, 'The price list is archived.')()
  return list
}

type PricedEvent = OfferedEvent & { currency: string; venue_id: number | null }

/** Gives the event the categories and prices of the list. Refused, in words, where they do not fit it. */
export async function applyPriceList(at: ChangeContext, event: PricedEvent, list: PriceListRow): Promise<void> {
  const { orgId, tx, clock, request } = at
  if (list.currency !== event.currency) {
    throw conflictOn(PARAM, `The price list is in ${list.currency}, the event in ${event.currency}.`)()
  }
  await requireSections(at, event, list)
  await requireGates(at, event, list)
  await writeOffer(orgId, tx, clock(orgId), event, list.offer)
  const after = { event_id: String(event.event_id) }
  await record(tx, clock, request, {
    action: 'price_list.used',
    objectType: 'price_list',
    objectId: list.price_list_id,
    after,
  })
}

async function requireSections({ orgId, tx }: ChangeContext, event: PricedEvent, { seat_map_id, offer }: PriceListRow) {
  if (seat_map_id === null) return
  if (event.seat_map_id !== seat_map_id) {
    throw conflictOn(PARAM, 'The price list sells sections of another seat map than the event’s.')()
  }
  const ids = [...new Set(offer.categories.flatMap(({ seat_section_ids }) => seat_section_ids))]
  const [row] = await tx<{ known: number }[]>`
    select count(*)::integer as known
    from seat_sections
    where org_id = ${orgId}
      and seat_map_id = ${seat_map_id}
      and seat_section_id = any (${ids}::bigint[])`
  if (row?.known === ids.length) return
  throw conflictOn(PARAM, 'The price list sells sections that the seat map no longer has.')()
}

async function requireGates({ orgId, tx }: ChangeContext, event: PricedEvent, { venue_id, offer }: PriceListRow) {
  if (venue_id === null) return
  const ids = [...new Set(offer.categories.flatMap(({ gate_ids }) => gate_ids))]
  const [row] = await tx<{ known: number }[]>`
    select count(*)::integer as known
    from gates
    where org_id = ${orgId}
      and gate_id = any (${ids}::bigint[])
      and venue_id = ${event.venue_id}`
  if (row?.known === ids.length) return
  throw conflictOn(PARAM, 'The price list lets people in by gates that the event’s venue lacks.')()
}
