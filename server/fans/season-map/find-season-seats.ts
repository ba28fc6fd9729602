import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isComing } from '../../programme/seasons/lock-season.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { poolLeft } from '../../programme/stock/places-left.ts'

/** Ids as text with commas between, as of an event's seats. */
const Ids = () => Nullable(Type.String())

export const SeasonSeatsNowRow = Type.Object({
  seat_map_id: Type.Integer(),
  drawing_revision: Type.Integer(),
  on_sale: Type.Boolean(),
  held: Ids(),
  taken: Ids(),
  blocked: Ids(),
})
export type SeasonSeatsNowRow = Static<typeof SeasonSeatsNowRow>

/**
 * Which seats of the season are taken or held, for the season or at one of its events that is to come, as one statement and so at one instant.
 * Claims of the season itself stand for its seats, which are counted once. No row: the season has no seats.
 */
export const findSeasonSeatsNow = (orgId: OrgId, sql: Db, seasonId: number, now: Date) =>
  sql<SeasonSeatsNowRow[]>`
    select m.seat_map_id, m.drawing_revision, n.season_status = 'active' and exists (
      select 1
      from membership_types t
      join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = t.membership_category_id
      where t.org_id = ${orgId}
        and t.season_id = ${seasonId}
        and t.seating <> 'none'
        and t.status = ${catalogueStatus.active}
        and c.status = ${catalogueStatus.active}
        and t.show_online
        and c.show_online
        and (t.available_from is null or t.available_from <= ${now})
        and (t.available_until is null or t.available_until > ${now})
    ) as on_sale, a.held, a.taken, (
      select string_agg(s.seat_id::text, ',')
      from seats s
      where s.org_id = ${orgId}
        and s.seat_map_id = n.seat_map_id
        and s.seat_status = 'blocked'
    ) as blocked
    from seasons n
    join seat_maps m on m.org_id = n.org_id and m.seat_map_id = n.seat_map_id
    cross join (
      select string_agg(d.seat_id::text, ',') filter (where d.is_held) as held,
        string_agg(d.seat_id::text, ',') filter (where not d.is_held) as taken
      from (
        select z.seat_id, z.basket_item_id is not null as is_held
        from season_seats z
        where z.org_id = ${orgId}
          and z.season_id = ${seasonId}
          and (z.expires_at is null or z.expires_at > ${now})
        union all
        select x.seat_id, x.basket_id is not null or (x.expires_at is not null and not x.is_kept)
        from season_events v
        join events e on e.org_id = v.org_id and e.event_id = v.event_id
        join seat_claims x on x.org_id = v.org_id and x.event_id = v.event_id
        where v.org_id = ${orgId}
          and e.org_id = ${orgId}
          and x.org_id = ${orgId}
          and v.season_id = ${seasonId}
          and ${isComing(sql, 'e', now)}
          and x.season_id is distinct from ${seasonId}
          and (x.expires_at is null or x.expires_at > ${now})
      ) d
    ) a
    where n.org_id = ${orgId}
      and m.org_id = ${orgId}
      and n.season_id = ${seasonId}`.freshPlan()

export const FullSectionRow = Type.Object({ seat_section_id: Type.Integer() })
export type FullSectionRow = Static<typeof FullSectionRow>

/** Sections whose places are all gone at one of the events to come: no seat in them can be had for all of them. */
export const findFullSections = (orgId: OrgId, sql: Db, seasonId: number, now: Date) => sql<FullSectionRow[]>`
  select distinct s.seat_section_id
  from season_events v
  join events e on e.org_id = v.org_id and e.event_id = v.event_id
  join price_category_sections s on s.org_id = v.org_id and s.event_id = v.event_id
  join price_categories c on c.org_id = s.org_id and c.price_category_id = s.price_category_id
  where v.org_id = ${orgId}
    and s.org_id = ${orgId}
    and c.org_id = ${orgId}
    and v.season_id = ${seasonId}
    and ${isComing(sql, 'e', now)}
    and ${poolLeft(orgId, sql, 'c', now)} < 1
  order by s.seat_section_id`
