import type { OrgId } from '../../access/principal.ts'
import { endOfDay } from '../../people/members/membership-end.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { copyInto, drawIds } from './bulk.ts'
import { addDays } from './demo-day.ts'
import { ensureDemoVenues } from './demo-venues.ts'
import { amountIn } from './places.ts'

export type DemoType = {
  membership_type_id: number
  title: string
  price_minor: number
  seat_map_id: number | null
  expires: Date | null
}
export type DemoOption = { membership_payment_option_id: number; number_of_instalments: number; months_between: number }
export type DemoCatalogue = { currency: string; seatMapId: number; types: DemoType[]; options: DemoOption[] }

const SEASON_DAYS = 200
const { inactive, active, archived } = catalogueStatus
const CATEGORIES = [
  { title: 'Reserved seat', seated: true, gameDay: true, color: '#0b3d91' },
  { title: 'General admission', seated: false, gameDay: true, color: '#1f8a4c' },
  { title: 'Supporter', seated: false, gameDay: false, color: '#8a1f4c' },
] as const
const TYPES = [
  { category: 0, title: 'Adult seat', dollars: 480, status: active },
  { category: 0, title: 'Junior seat', dollars: 220, status: active },
  { category: 1, title: 'Adult', dollars: 280, status: active },
  { category: 1, title: 'Concession', dollars: 180, status: active },
  { category: 2, title: 'Supporter', dollars: 25, status: active },
  { category: 2, title: 'Founder', dollars: 100, status: archived },
] as const
const OPTIONS = [
  { title: 'Pay in full', instalments: 1, months: 1, renews: false, status: active },
  { title: 'Quarterly', instalments: 4, months: 3, renews: false, status: active },
  { title: 'Monthly', instalments: 10, months: 1, renews: true, status: active },
  { title: 'Two halves', instalments: 2, months: 6, renews: false, status: inactive },
] as const

const MAP = 'Members’ stand'

/** What memberships there are to be had, and the stand in which the seated ones sit; made on the first call. */
export async function ensureDemoCatalogue(orgId: OrgId, tx: Db, today: Date): Promise<DemoCatalogue> {
  const earlier = await findDemoCatalogue(orgId, tx)
  if (earlier) return earlier
  await makeCatalogue(orgId, tx, today)
  const catalogue = await findDemoCatalogue(orgId, tx)
  if (!catalogue) throw new Error('the demo catalogue was not made')
  return catalogue
}

async function findDemoCatalogue(orgId: OrgId, tx: Db): Promise<DemoCatalogue | undefined> {
  const rows = await tx<(DemoType & { currency: string; timezone: string; last_day: string | null })[]>`
    select t.membership_type_id, t.title, t.price_minor, c.membership_seat_map_id as seat_map_id,
      t.expires::text as last_day, o.currency, o.timezone
    from membership_types t
    join membership_categories c using (org_id, membership_category_id)
    join organisations o using (org_id)
    left join seat_maps s on s.org_id = c.org_id and s.seat_map_id = c.membership_seat_map_id
    where t.org_id = ${orgId}
      and t.status = ${catalogueStatus.active}
      and c.title = any(${CATEGORIES.map(({ title }) => title)})
      and t.title = any(${TYPES.map(({ title }) => title)})
      and coalesce(s.title, ${MAP}) = ${MAP}
    order by t.order_by, t.membership_type_id`
  const options = await tx<DemoOption[]>`
    select membership_payment_option_id, number_of_instalments, months_between
    from membership_payment_options
    where org_id = ${orgId}
      and status = ${catalogueStatus.active}
      and title = any(${OPTIONS.map(({ title }) => title)})
    order by order_by, membership_payment_option_id`
  const seatMapId = rows.find(({ seat_map_id }) => seat_map_id !== null)?.seat_map_id
  const [first] = rows
  const isComplete = rows.length >= 5 && options.length >= 3
  if (!first || seatMapId === undefined || seatMapId === null || !isComplete) return undefined
  const types = rows.map(({ membership_type_id, title, price_minor, seat_map_id, last_day, timezone }) => ({
    membership_type_id,
    title,
    price_minor,
    seat_map_id,
    expires: last_day === null ? null : endOfDay(last_day, timezone),
  }))
  return { currency: first.currency, seatMapId, types, options: [...options] }
}

async function makeCatalogue(orgId: OrgId, tx: Db, today: Date): Promise<void> {
  const stamp = { created_at: today, changed_at: today }
  const [organisation] = await tx<{ currency: string }[]>`select currency from organisations where org_id = ${orgId}`
  const currency = organisation?.currency ?? 'AUD'
  const [home] = await ensureDemoVenues(orgId, tx, 1, today)
  const ids = await drawIds(tx, { seat_maps: 1, membership_categories: CATEGORIES.length })
  const mapId = ids.seat_maps()
  await copyInto(tx, 'seat_maps', [
    { org_id: orgId, seat_map_id: mapId, venue_id: home?.venueId ?? null, title: MAP, ...stamp },
  ])
  const categories = CATEGORIES.map(({ title, seated, gameDay, color }, n) => ({
    org_id: orgId,
    membership_category_id: ids.membership_categories(),
    membership_seat_map_id: seated ? mapId : null,
    title,
    game_day_access: gameDay,
    hex_color: color,
    image: `https://images.example.com/membership-${n}.jpg`,
    order_by: n,
    ...stamp,
  }))
  await copyInto(tx, 'membership_categories', categories)
  const types = TYPES.map(({ category, title, dollars, status }, n) => ({
    org_id: orgId,
    membership_category_id: categories[category]?.membership_category_id ?? null,
    title,
    price_minor: amountIn(currency, dollars),
    expires: addDays(today, SEASON_DAYS).toISOString().slice(0, 10),
    offer_auto_renew: status === catalogueStatus.active,
    game_day_access: CATEGORIES[category].gameDay,
    order_by: n,
    status,
    ...stamp,
  }))
  await copyInto(tx, 'membership_types', types)
  const options = OPTIONS.map(({ title, instalments, months, renews, status }, n) => ({
    org_id: orgId,
    title,
    auto_renewal: renews,
    // Whoever pays by the month has paid when the season ends, whenever they began.
    fixed_end_date: renews ? addDays(today, SEASON_DAYS) : null,
    number_of_instalments: instalments,
    months_between: months,
    order_by: n,
    status,
    ...stamp,
  }))
  await copyInto(tx, 'membership_payment_options', options)
}
