import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { demoName, numberOf } from './bulk.ts'

export type OfferedPrice = {
  price_id: number
  price_category_id: number
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
  event_id: number
  url_string: string
  currency: string
  starts_at: Date
  published_at: Date
  cancelled_at: Date | null
  prices: OfferedPrice[]
}

/** Orders come in runs to one event, so that a block needs to know few events even where there are a million. */
const ORDERS_A_RUN = 20
/** So that some of them are on sale, where others are drafts. */
const EVENTS_LEAST = 12

export async function findDemoOffers(
  orgId: OrgId,
  tx: Db,
  numbers: number[],
  lastEvent: number,
): Promise<(n: number) => DemoOffer> {
  const runOf = (n: number) => Math.floor((n - 1) / ORDERS_A_RUN)
  const runs = new Set(numbers.map(runOf))
  const [first = 0] = runs
  for (let run = first; runs.size < EVENTS_LEAST; run += 1) runs.add(run)
  const eventNames = new Set([...runs].map((run) => demoName((run % lastEvent) + 1)))
  const rows = await tx<(Omit<DemoOffer, 'prices'> & OfferedPrice)[]>`
    select e.event_id, e.url_string, e.currency, e.starts_at, coalesce(e.published_at, e.created_at) as published_at,
      e.cancelled_at, p.price_id, p.price_category_id, p.price_minor, p.rebate_minor, p.service_fee_minor,
      p.service_tax_minor, p.tickets_included, p.membership_type_id, p.limit_places is not null as limited
    from events e
    join prices p using (org_id, event_id)
    where e.org_id = ${orgId}
      and e.url_string = any(${[...eventNames]})
      and e.event_status_id <> ${eventStatus.draft}
    order by e.url_string, p.order_by, p.price_id`
  const offers = new Map<number, DemoOffer>()
  for (const row of rows) {
    const offer = offers.get(numberOf(row.url_string))
    if (offer) offer.prices.push(row)
    else offers.set(numberOf(row.url_string), { ...row, prices: [row] })
  }
  const all = [...offers.values()]
  return (n) => {
    const run = runOf(n)
    const offer = offers.get((run % lastEvent) + 1) ?? all[run % all.length]
    if (!offer) throw new Error('none of the demo events was ever on sale')
    return offer
  }
}
