import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { demoName, numberOf } from './numbered.ts'
import type { RowId } from './writer.ts'

export type OfferedPrice = {
  price_id: RowId
  price_category_id: RowId
  title: string
  price_minor: number
  rebate_minor: number
  service_fee_minor: number
  service_tax_minor: number
  tickets_included: number
  membership_type_id: number | null
  limited: boolean
}
/** A demo event that is or was on sale, with what can be bought. */
export type DemoOffer = {
  event_id: RowId
  currency: string
  starts_at: Date
  published_at: Date
  cancelled_at: Date | null
  prices: OfferedPrice[]
}

/** The offers of these demo events, by number; drafts have none. */
export async function findDemoOffers(orgId: OrgId, tx: Db, events: Iterable<number>): Promise<Map<number, DemoOffer>> {
  const rows = await tx<(Omit<DemoOffer, 'prices'> & OfferedPrice & { url_string: string })[]>`
    select e.event_id, e.url_string, e.currency, e.starts_at, coalesce(e.published_at, e.created_at) as published_at,
      e.cancelled_at, p.price_id, p.price_category_id, p.title, p.price_minor, p.rebate_minor, p.service_fee_minor,
      p.service_tax_minor, p.tickets_included, p.membership_type_id, p.limit_places is not null as limited
    from events e
    join prices p using (org_id, event_id)
    where e.org_id = ${orgId}
      and e.url_string = any(${Array.from(events, demoName)})
      and e.event_status_id <> ${eventStatus.draft}
    order by e.url_string, p.order_by, p.price_id`
  const offers = new Map<number, DemoOffer>()
  for (const row of rows) {
    const offer = offers.get(numberOf(row.url_string))
    if (offer) offer.prices.push(row)
    else offers.set(numberOf(row.url_string), { ...row, prices: [row] })
  }
  return offers
}

/** Orders come in runs to one event, so that a block needs to know few events even where there are a million. */
const ORDERS_A_RUN = 20
/** So that some of them are on sale, where others are drafts. */
const EVENTS_LEAST = 12

/** What each of these orders is for. */
export async function findOffersOf(
  orgId: OrgId,
  tx: Db,
  orders: number[],
  lastEvent: number,
): Promise<(order: number) => DemoOffer> {
  const runOf = (order: number) => Math.floor((order - 1) / ORDERS_A_RUN)
  const eventOf = (run: number) => (run % lastEvent) + 1
  const runs = new Set(orders.map(runOf))
  const [first = 0] = runs
  for (let run = first; runs.size < EVENTS_LEAST; run += 1) runs.add(run)
  const offers = await findDemoOffers(orgId, tx, new Set([...runs].map(eventOf)))
  const all = [...offers.values()]
  return (order) => {
    const run = runOf(order)
    const offer = offers.get(eventOf(run)) ?? all[run % all.length]
    if (!offer) throw new Error('none of the demo events was ever on sale')
    return offer
  }
}
