import type { Db, Tx } from '../../server/platform/postgres/database.ts'
import { joinSeasons } from '../../server/programme/seasons/join-season.ts'
import { assignSeasonSeats } from '../../server/programme/seasons/season-seats.ts'
import { addMembershipCategory, addMembershipType } from './membership-catalogue.ts'
import { addRow, type Columns, type Owner, type Store } from './rows.ts'

/** Before whatever a test's clock says: every event is to come. */
const EARLY = new Date('2000-01-01T00:00:00Z')

/** A season that never ends, of the map. */
export const addSeason = (store: Store, owner: Owner, columns: Columns = {}): Promise<number> =>
  addRow(store, owner, 'seasons', 'season_id', {
    title: 'Season',
    first_day: '2000-01-01',
    last_day: '2999-12-31',
    ...columns,
  })

/** The season of a map and a membership type that is for it; made on the first call, with the events of the map. */
export async function seasonOfMap(store: Store, owner: Owner, seatMapId: number) {
  const [season] = await store.sql<{ season_id: number; membership_type_id: number }[]>`
    select n.season_id, y.membership_type_id
    from seasons n
    join membership_types y on y.org_id = n.org_id and y.season_id = n.season_id
    where n.org_id = ${owner.orgId}
      and n.seat_map_id = ${seatMapId}
    order by n.season_id, y.membership_type_id
    limit 1`
  if (season) return { seasonId: season.season_id, typeId: season.membership_type_id }
  const seasonId = await addSeason(store, owner, { seat_map_id: seatMapId })
  const categoryId = await addMembershipCategory(store, owner, { membership_seat_map_id: seatMapId })
  const type = { membership_category_id: categoryId, season_id: seasonId, expires: null }
  const typeId = await addMembershipType(store, owner, type)
  const events = await store.sql<{ event_id: number }[]>`
    select event_id
    from events
    where org_id = ${owner.orgId}
      and coalesce(membership_seat_map_id, seat_map_id) = ${seatMapId}`
  for (const { event_id } of events) await joinByRule(store, owner, event_id)
  return { seasonId, typeId }
}

/** As when the API makes the event. */
export const joinByRule = (store: Store, { orgId }: Owner, eventId: number): Promise<void> =>
  inTransaction(store.sql, (tx) => joinSeasons(orgId, tx, EARLY, eventId, undefined))

/** As when the API gives the member the seat. */
export async function giveSeasonSeat(
  store: Store,
  owner: Owner,
  { seasonId, seatId, memberId }: { seasonId: number; seatId: number; memberId: number },
): Promise<void> {
  const wanted = { seasonId, owners: [{ seatId, memberId }], param: 'membership_seat_id' }
  await inTransaction(store.sql, (tx) => assignSeasonSeats(owner.orgId, tx, EARLY, wanted))
}

/** A builder may be within a transaction that goes on. */
const inTransaction = (sql: Db, work: (tx: Tx) => Promise<void>): Promise<void> =>
  'begin' in sql
    ? (sql as unknown as { begin(work: (tx: Tx) => Promise<void>): Promise<void> }).begin(work)
    : work(sql as Tx)
