import type { OrgId } from '../../access/principal.ts'
import { endOfDay } from '../../people/members/membership-end.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { addDays } from './days.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { pictureOf } from './pictures.ts'
import { amountIn, ensureDemoVenues } from './venues.ts'
import { stamp, Writer } from './writer.ts'

export type DemoType = {
  membership_type_id: number
  title: string
  price_minor: number
  seat_map_id: number | null
  expires: Date | null
}
export type DemoOption = {
  membership_payment_option_id: number
  title: string
  number_of_instalments: number
  months_between: number
}
export type DemoCatalogue = { currency: string; seatMapId: number; types: DemoType[]; options: DemoOption[] }

const { stand, seasonDays, categories, types, options } = HARBOUR_CITY.memberships
const activeOf = (items: readonly { status: string }[]) => items.filter(({ status }) => status === 'active').length

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
      and c.title = any(${categories.map(({ title }) => title)})
      and t.title = any(${types.map(({ title }) => title)})
      and coalesce(s.title, ${stand}) = ${stand}
    order by t.order_by, t.membership_type_id`
  const soldOptions = await tx<DemoOption[]>`
    select membership_payment_option_id, title, number_of_instalments, months_between
    from membership_payment_options
    where org_id = ${orgId}
      and status = ${catalogueStatus.active}
      and title = any(${options.map(({ title }) => title)})
    order by order_by, membership_payment_option_id`
  const seatMapId = rows.find(({ seat_map_id }) => seat_map_id !== null)?.seat_map_id
  const [first] = rows
  const isComplete = rows.length >= activeOf(types) && soldOptions.length >= activeOf(options)
  if (!first || seatMapId === undefined || seatMapId === null || !isComplete) return undefined
  const soldTypes = rows.map(({ membership_type_id, title, price_minor, seat_map_id, last_day, timezone }) => ({
    membership_type_id,
    title,
    price_minor,
    seat_map_id,
    expires: last_day === null ? null : endOfDay(last_day, timezone),
  }))
  return { currency: first.currency, seatMapId, types: soldTypes, options: [...soldOptions] }
}

async function makeCatalogue(orgId: OrgId, tx: Db, today: Date): Promise<void> {
  const [organisation] = await tx<{ currency: string }[]>`select currency from organisations where org_id = ${orgId}`
  if (!organisation) throw new Error(`there is no organisation ${orgId}`)
  const [home] = await ensureDemoVenues(orgId, tx, 1, today)
  const seasonEnd = addDays(today, seasonDays)
  const writer = new Writer(orgId)
  const mapId = writer.id('seat_maps')
  writer.add('seat_maps', { seat_map_id: mapId, venue_id: home?.venueId ?? null, title: stand, ...stamp(today) })
  const seasonId = writer.id('seasons')
  writer.add('seasons', {
    season_id: seasonId,
    title: `Season ${seasonEnd.getUTCFullYear()}`,
    seat_map_id: mapId,
    first_day: addDays(today, -seasonDays).toISOString().slice(0, 10),
    last_day: seasonEnd.toISOString().slice(0, 10),
    ...stamp(today),
  })
  for (const [n, { title, isSeated, isGameDay, color }] of categories.entries()) {
    const categoryId = writer.id('membership_categories')
    writer.add('membership_categories', {
      membership_category_id: categoryId,
      membership_seat_map_id: isSeated ? mapId : null,
      title,
      game_day_access: isGameDay,
      hex_color: color,
      image: pictureOf(n, 'scarves'),
      order_by: n,
      ...stamp(today),
    })
    for (const [at, type] of types.entries()) {
      if (type.category !== n) continue
      writer.add('membership_types', {
        membership_category_id: categoryId,
        title: type.title,
        price_minor: amountIn(organisation.currency, type.dollars),
        season_id: isSeated || isGameDay ? seasonId : null,
        seating: isSeated ? 'required' : 'none',
        expires: seasonEnd.toISOString().slice(0, 10),
        offer_auto_renew: type.status === 'active',
        game_day_access: isGameDay,
        age_until: type.ageUntil ?? null,
        order_by: at,
        status: catalogueStatus[type.status],
        ...stamp(today),
      })
    }
  }
  for (const [n, { title, instalments, months, renews, status }] of options.entries()) {
    writer.add('membership_payment_options', {
      title,
      auto_renewal: renews,
      // A member who pays by the month has paid when the season ends, whenever they began.
      fixed_end_date: renews ? seasonEnd : null,
      number_of_instalments: instalments,
      months_between: months,
      order_by: n,
      status: catalogueStatus[status],
      ...stamp(today),
    })
  }
  await writer.write(tx)
}
