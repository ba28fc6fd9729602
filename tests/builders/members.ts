import assert from 'node:assert/strict'
import { memberStatus } from '../../server/programme/statuses.ts'
import type { Answer, Call, House, Tenant } from '../harness/house.ts'
import { addCustomer } from './customers.ts'
import { addRow, type Columns, type Owner, type Store, unique } from './rows.ts'
import { giveSeasonSeat, seasonOfMap } from './seasons.ts'

/** A member of a customer of their own, unless the columns name one; with a seat, in the season of its map. */
export async function addMember(store: Store, owner: Owner, columns: Columns = {}): Promise<number> {
  const seatId =
    columns.membership_member_status_id === memberStatus.cancelled ? null : (columns.membership_seat_id ?? null)
  const season =
    seatId === null ? undefined : await seasonOfMap(store, owner, await mapOf(store, owner, Number(seatId)))
  const memberId = await addRow(store, owner, 'members', 'membership_member_id', {
    user_id: columns.user_id ?? (await addCustomer(store, owner)).userId,
    member_number: unique('member'),
    barcode: unique('barcode'),
    first_name: 'Ada',
    last_name: 'Okafor',
    ...(season && { membership_type_id: season.typeId }),
    ...columns,
  })
  if (season) await giveSeasonSeat(store, owner, { seasonId: season.seasonId, seatId: Number(seatId), memberId })
  return memberId
}

async function mapOf({ sql }: Store, { orgId }: Owner, seatId: number): Promise<number> {
  const [seat] = await sql<{ seat_map_id: number }[]>`
    select seat_map_id
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}`
  if (!seat) throw new Error('a member has a seat that is not there')
  return seat.seat_map_id
}

/** What the tests of members ask for over and over, in a word each. */
export function membersOf(house: House, club: Tenant) {
  const call = (method: string, path: string, options: Omit<Call, 'key'> = {}, { key }: Tenant = club) =>
    house.call(method, path, { key, ...options })
  const userId = async (tenant: Tenant = club): Promise<number> => (await addCustomer(house, tenant)).userId
  const create = async (fields: object = {}, tenant: Tenant = club): Promise<Answer> => {
    const body = { user_id: await userId(tenant), first_name: 'Ada', last_name: 'Okafor', ...fields }
    return call('POST', '/v1/members', { body }, tenant)
  }
  const manage = (method: string, { membership_member_id }: Answer['body'], path: string, options = {}) =>
    call(method, `/v1/manage/members/${membership_member_id}${path}`, options)
  return {
    call,
    userId,
    create,
    /** The new member, as it was answered but for the fields that only that answer has. */
    async member(fields: object = {}): Promise<Answer['body']> {
      const { status, text, body } = await create(fields)
      assert.equal(status, 201, text)
      const { member_id: _id, ...member } = body
      return member
    },
    step: (member: Answer['body'], verb: string) => manage('POST', member, `/${verb}`),
    change: (member: Answer['body'], body: object) => manage('PATCH', member, '', { body }),
    seat: (member: Answer['body'], seatId: number) =>
      manage('PUT', member, '/seat', { body: { membership_seat_id: seatId } }),
    unseat: (member: Answer['body']) => manage('DELETE', member, '/seat'),
    /** A map of one row with these seats, its season, and a type that is for it. */
    async seatMap(titles: string[]) {
      const rows = [{ title: 'A', aisle: '7', level: '2', seats: titles.map((title) => ({ title })) }]
      const body = { title: 'Ground', sections: [{ title: 'North', gate: 'G1', rows }] }
      const map = (await call('POST', '/v1/manage/seat_maps', { body })).body
      const { data } = (await call('GET', `/v1/manage/seat_maps/${map.seat_map_id}/seats`)).body
      const seatIds: number[] = data.map(({ seat_id }: { seat_id: number }) => seat_id)
      const { seasonId, typeId } = await seasonOfMap(house, club, map.seat_map_id)
      const seatId = (nth: number) => seatIds[nth] ?? 0
      return {
        seat_map_id: map.seat_map_id as number,
        season_id: seasonId,
        membership_type_id: typeId,
        seatIds,
        seatId,
      }
    },
    /** A membership type in a category of its own. */
    async type(fields: object = {}, category: object = {}) {
      const body = { title: 'Season', ...category }
      const { membership_category_id } = (await call('POST', '/v1/manage/membership_categories', { body })).body
      const type = { membership_category_id, title: 'Adult', price: 100, ...fields }
      return (await call('POST', '/v1/manage/membership_types', { body: type })).body
    },
  }
}
