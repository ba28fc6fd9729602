import { FreeSeatRow, LostSeatRow } from '../../server/programme/seasons/list-lost-seats.manage.ts'
import { SeasonEventRow } from '../../server/programme/seasons/list-season-events.manage.ts'
import { SeasonSeatRow } from '../../server/programme/seasons/list-season-seats.manage.ts'
import { SeasonRow } from '../../server/programme/seasons/season.ts'
import { addEvent } from '../builders/events.ts'
import { addMember } from '../builders/members.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeason, joinByRule, seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap, addSeats } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

/** A season with two members in their seats, and two events. */
async function addPlayed(house: House, tenant: Tenant) {
  const { seatMapId, sectionId, seatIds } = await addSeatMap(house, tenant, { seats: 3 })
  const { seasonId } = await seasonOfMap(house, tenant, seatMapId)
  const eventIds = []
  for (let n = 0; n < 2; n += 1) {
    const eventId = await addEvent(house, tenant, { membership_seat_map_id: seatMapId })
    await joinByRule(house, tenant, eventId)
    eventIds.push(eventId)
  }
  for (const seatId of seatIds.slice(0, 2)) await addMember(house, tenant, { membership_seat_id: seatId })
  return { seasonId, sectionId, eventId: eventIds[0] ?? 0 }
}

/** The first row has one seat, and a second one has three. */
async function addOtherGround(house: House, tenant: Tenant): Promise<number> {
  const map = await addSeatMap(house, tenant, { seats: 1 })
  await addSeats(house, tenant, map, { seats: 3, firstRow: 2 })
  return map.seatMapId
}

/** A season whose seat is kept for the member who has it in the season before. */
async function addKept(house: House, tenant: Tenant, { isOtherGround = false } = {}) {
  const { seatMapId, seatIds } = await addSeatMap(house, tenant, { seats: 3 })
  const { seasonId: followedId } = await seasonOfMap(house, tenant, seatMapId)
  const memberId = await addMember(house, tenant, { membership_seat_id: seatIds[isOtherGround ? 2 : 0] ?? 0 })
  if (isOtherGround) await addMember(house, tenant, { membership_seat_id: seatIds[1] ?? 0 })
  const nextMapId = isOtherGround ? await addOtherGround(house, tenant) : seatMapId
  const { body } = await house.call('POST', '/v1/manage/seasons', {
    key: tenant.key,
    body: {
      title: 'Next season',
      seat_map_id: nextMapId,
      first_day: '2031-03-01',
      last_day: '2031-10-31',
      follows_season_id: followedId,
      seats_kept_until_unix: KEPT_UNTIL,
    },
  })
  return { seasonId: body.season_id as number, memberId, seatIds }
}

const KEPT_UNTIL = Date.parse('2031-02-01T00:00:00Z') / 1000

const nextOf = async (house: House, { key }: Tenant, path: string): Promise<string> =>
  (await house.call('GET', path, { key })).body.next_cursor

const ids = { 'params.season_id': NOTHING, 'params.event_id': NOTHING }

export const seasonExamples: Record<string, OperationExample> = {
  ...managed({
    one: 'Season',
    many: 'Seasons',
    id: 'season_id',
    row: SeasonRow,
    listPath: () => '/v1/manage/seasons',
    add: (house, tenant) => addSeason(house, tenant),
    create: async (house, tenant) => {
      const { seatMapId } = await addSeatMap(house, tenant)
      const body = {
        title: 'Season 2031',
        seat_map_id: seatMapId,
        first_day: '2031-03-01',
        last_day: '2031-10-31',
        event_ids: [await addEvent(house, tenant)],
      }
      return {
        body,
        otherBody: { ...body, title: 'Season 2032' },
        ids: { 'body.seat_map_id': NOTHING, 'body.event_ids.0': NOTHING },
      }
    },
    change: { body: { title: 'First half', last_day: '2040-12-31' }, otherBody: { takes_new_events: false } },
  }),
  listSeasonEvents: {
    rows: [SeasonEventRow],
    make: async (house, tenant) => {
      const { seasonId } = await addPlayed(house, tenant)
      const cursor = await nextOf(house, tenant, `/v1/manage/seasons/${seasonId}/events?limit=1`)
      return { params: { season_id: seasonId }, filters: { limit: 1, cursor }, ids: { 'params.season_id': NOTHING } }
    },
  },
  addSeasonEvent: {
    rows: [SeasonRow],
    make: async (house, tenant) => {
      const { seasonId } = await addPlayed(house, tenant)
      return { params: { season_id: seasonId, event_id: await addEvent(house, tenant) }, ids }
    },
  },
  removeSeasonEvent: {
    rows: [SeasonRow],
    make: async (house, tenant) => {
      const { seasonId, eventId } = await addPlayed(house, tenant)
      return { params: { season_id: seasonId, event_id: eventId }, ids }
    },
  },
  listSeasonSeats: {
    rows: [SeasonSeatRow, SeasonRow],
    make: async (house, tenant) => {
      const { seasonId, sectionId } = await addPlayed(house, tenant)
      const path = `/v1/manage/seasons/${seasonId}/seats?limit=1`
      const filters = { limit: 1, seat_section_id: sectionId, status: 'sold' }
      return {
        params: { season_id: seasonId },
        filters: { ...filters, cursor: await nextOf(house, tenant, path) },
        together: {
          ...filters,
          cursor: await nextOf(house, tenant, `${path}&seat_section_id=${sectionId}&status=sold`),
        },
        ids: { 'params.season_id': NOTHING, 'filters.seat_section_id': NOTHING },
      }
    },
  },
  extendKeptSeats: {
    rows: [SeasonRow],
    make: async (house, tenant) => {
      const { seasonId, memberId } = await addKept(house, tenant)
      const body = { membership_member_ids: [memberId], kept_until_unix: KEPT_UNTIL + 86_400 }
      return {
        params: { season_id: seasonId },
        body,
        otherBody: { ...body, kept_until_unix: KEPT_UNTIL + 172_800 },
        ids: { 'params.season_id': NOTHING, 'body.membership_member_ids.0': NOTHING },
      }
    },
  },
  keepSeat: {
    rows: [SeasonRow],
    make: async (house, tenant) => {
      const { seasonId, memberId, seatIds } = await addKept(house, tenant)
      return {
        params: { season_id: seasonId, membership_member_id: memberId },
        body: { seat_id: seatIds[1] },
        otherBody: { seat_id: seatIds[2] },
        ids: { 'params.season_id': NOTHING, 'params.membership_member_id': NOTHING, 'body.seat_id': NOTHING },
      }
    },
  },
  listLostSeats: {
    rows: [LostSeatRow, FreeSeatRow],
    make: async (house, tenant) => {
      const { seasonId } = await addKept(house, tenant, { isOtherGround: true })
      const path = `/v1/manage/seasons/${seasonId}/lost_seats?limit=1`
      const cursor = await nextOf(house, tenant, path)
      return { params: { season_id: seasonId }, filters: { limit: 1, cursor }, ids: { 'params.season_id': NOTHING } }
    },
  },
  declineKeptSeat: {
    rows: [SeasonRow],
    make: async (house, tenant) => {
      const { seasonId, memberId } = await addKept(house, tenant)
      return {
        params: { season_id: seasonId, membership_member_id: memberId },
        ids: { 'params.season_id': NOTHING, 'params.membership_member_id': NOTHING },
      }
    },
  },
}
