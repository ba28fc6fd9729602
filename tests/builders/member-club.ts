import assert from 'node:assert/strict'
import { addCustomer } from '../examples/customers.ts'
import { type Answer, type Call, type House, openHouse, type Tenant } from '../harness/house.ts'

/** A club with a seat map, for the tests of members: what they do over and over, in a word each. */
export async function openClub() {
  const house = await openHouse()
  const club = await house.organisation()
  const call = (method: string, path: string, options: Omit<Call, 'key'> = {}, { key }: Tenant = club) =>
    house.call(method, path, { key, ...options })

  async function userId(tenant: Tenant = club): Promise<number> {
    const org_customer_id = await addCustomer(house, tenant)
    const [row] = await house.sql<{ user_id: number }[]>`
      select user_id
      from customers
      where org_id = ${tenant.orgId}
        and org_customer_id = ${org_customer_id}`
    return row?.user_id ?? 0
  }

  const create = async (fields: object = {}, tenant: Tenant = club): Promise<Answer> => {
    const body = { user_id: await userId(tenant), first_name: 'Ada', last_name: 'Okafor', ...fields }
    return call('POST', '/v1/members', { body }, tenant)
  }

  return {
    house,
    club,
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
    step: (member: Answer['body'], verb: string) =>
      call('POST', `/v1/manage/members/${member.membership_member_id}/${verb}`),
    change: (member: Answer['body'], body: object) =>
      call('PATCH', `/v1/manage/members/${member.membership_member_id}`, { body }),
    seat: (member: Answer['body'], seatId: number) =>
      call('PUT', `/v1/manage/members/${member.membership_member_id}/seat`, { body: { membership_seat_id: seatId } }),
    unseat: (member: Answer['body']) => call('DELETE', `/v1/manage/members/${member.membership_member_id}/seat`),
    seatMap: (titles: string[]) => seatMap(house, club, titles),
    type: (fields: object = {}, category: object = {}) => membershipType(house, club, fields, category),
  }
}

async function seatMap(house: House, { key }: Tenant, titles: string[]) {
  const rows = [{ title: 'A', aisle: '7', level: '2', seats: titles.map((title) => ({ title })) }]
  const body = { title: 'Ground', sections: [{ title: 'North', gate: 'G1', rows }] }
  const map = (await house.call('POST', '/v1/manage/seat_maps', { key, body })).body
  const { data } = (await house.call('GET', `/v1/manage/seat_maps/${map.seat_map_id}/seats`, { key })).body
  const seatIds: number[] = data.map(({ seat_id }: { seat_id: number }) => seat_id)
  return { seat_map_id: map.seat_map_id as number, seatIds, seatId: (nth: number) => seatIds[nth] ?? 0 }
}

async function membershipType(house: House, { key }: Tenant, fields: object, category: object) {
  const made = await house.call('POST', '/v1/manage/membership_categories', {
    key,
    body: { title: 'Season', ...category },
  })
  const { membership_category_id } = made.body
  const body = { membership_category_id, title: 'Adult', price: 100, ...fields }
  return (await house.call('POST', '/v1/manage/membership_types', { key, body })).body
}
