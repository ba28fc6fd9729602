import type { Db } from '../../server/platform/postgres/database.ts'
import type { Season } from './seed-season.ts'

const BATCH = 100

/**
 * The rows that a sale of season seats leaves, in batches and without HTTP: customers, members, season seats, and the claims with their
 * counters.
 */
export async function writeRows({ sql, orgId, seasonId, typeId, seatIds }: Season): Promise<number> {
  const began = performance.now()
  for (let start = 0; start < seatIds.length; start += BATCH) {
    const seats = seatIds.slice(start, start + BATCH)
    await sql.begin(async (tx) => {
      const people = await tx<{ user_id: number }[]>`
        insert into customers (org_id, org_customer_id, email_address, first_name, last_name)
        select ${orgId}, 'raw' || seat_id, 'raw' || seat_id || '@example.org', 'Ada', 'Okafor'
        from unnest(${seats}::bigint[]) as s (seat_id)
        returning user_id`
      const members = await tx<{ id: number }[]>`
        insert into members (org_id, user_id, member_number, membership_type_id, barcode, membership_member_status_id, membership_seat_id,
          first_name, last_name)
        select ${orgId}, p.user_id, 'raw' || p.user_id, ${typeId}, 'raw' || p.user_id, 1, p.seat_id, 'Ada', 'Okafor'
        from unnest(${people.map(({ user_id }) => user_id)}::bigint[], ${seats}::bigint[]) as p (user_id, seat_id)
        returning membership_member_id as id`
      await tx`
        insert into season_seats (org_id, season_id, seat_id, membership_member_id)
        select ${orgId}, ${seasonId}, m.seat_id, m.member_id
        from unnest(${members.map(({ id }) => id)}::bigint[], ${seats}::bigint[]) as m (member_id, seat_id)`
      await claim(tx, { orgId, seasonId, seats })
    })
  }
  return (performance.now() - began) / 1000
}

type Claiming = Pick<Season, 'orgId' | 'seasonId'> & { seats: number[] }

const claim = (tx: Db, of: Claiming) => tx`
  with claimed as (
    insert into seat_claims (org_id, event_id, seat_id, season_id)
    select ${of.orgId}, v.event_id, s.seat_id, ${of.seasonId}
    from season_events v
    cross join unnest(${of.seats}::bigint[]) as s (seat_id)
    where v.org_id = ${of.orgId}
      and v.season_id = ${of.seasonId}
    returning event_id
  )
  update price_categories c
  set season = c.season + f.places
  from (
    select event_id, count(*) as places
    from claimed
    group by event_id
  ) f
  where c.org_id = ${of.orgId}
    and c.event_id = f.event_id`

/** The claims of all sold season seats at one more event, in one statement. */
export async function writeJoin({ sql, orgId, seasonId, joiningId }: Season): Promise<number> {
  const began = performance.now()
  await sql.begin(async (tx) => {
    await tx`
      insert into seat_claims (org_id, event_id, seat_id, season_id)
      select ${orgId}, ${joiningId}, seat_id, ${seasonId}
      from season_seats
      where org_id = ${orgId}
        and season_id = ${seasonId}`
    await tx`
      update price_categories
      set season = season + (select count(*) from season_seats where org_id = ${orgId} and season_id = ${seasonId})
      where org_id = ${orgId}
        and event_id = ${joiningId}`
  })
  return (performance.now() - began) / 1000
}
