import { MemberRow } from '../../server/members/member.ts'
import type { House, Tenant } from '../harness.ts'
import { addCustomer } from './customers.ts'
import type { Example, OperationExample } from './example.ts'
import { addMembershipType } from './membership-catalogue.ts'
import { addRow, NOTHING, unique } from './rows.ts'
import { addSeatMap } from './seat-maps.ts'

const rows = [MemberRow]

/** The user_id of a new customer. */
export async function addUser(house: House, tenant: Tenant): Promise<number> {
  const org_customer_id = await addCustomer(house, tenant)
  const [row] = await house.sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${tenant.orgId}
      and org_customer_id = ${org_customer_id}`
  return row?.user_id ?? 0
}

type MemberColumns = { membership_member_status_id?: number; membership_seat_id?: number }

export const addMember = async (house: House, tenant: Tenant, columns: MemberColumns = {}) =>
  addRow(house, tenant, 'members', 'membership_member_id', {
    user_id: await addUser(house, tenant),
    member_number: unique('member'),
    barcode: unique('barcode'),
    first_name: 'Ada',
    last_name: 'Okafor',
    ...columns,
  })

/** A request about a member of this status, who has a seat. */
const member =
  (status = 0) =>
  async (house: House, tenant: Tenant): Promise<Example> => {
    const { seatId } = await addSeatMap(house, tenant)
    const columns = { membership_member_status_id: status, membership_seat_id: seatId }
    const membership_member_id = await addMember(house, tenant, columns)
    return { params: { membership_member_id }, ids: { 'params.membership_member_id': NOTHING } }
  }

export const memberExamples: Record<string, OperationExample> = {
  createMember: {
    rows,
    make: async (house, tenant) => {
      const body = {
        user_id: String(await addUser(house, tenant)),
        first_name: 'Ada',
        last_name: 'Okafor',
        membership_type_id: await addMembershipType(house, tenant),
        membership_seat_id: (await addSeatMap(house, tenant)).seatId,
        country_id: 36,
        date_of_birth: '1990-02-28',
        gender: null,
      }
      return {
        body,
        otherBody: { ...body, first_name: 'Grace' },
        ids: {
          'body.user_id': '999999999999',
          'body.membership_type_id': NOTHING,
          'body.membership_seat_id': NOTHING,
        },
        notIds: ['body.country_id'],
      }
    },
  },
  retrieveMember: { rows, make: member() },
  retrieveManagedMember: { rows, make: member() },
  changeMember: {
    rows,
    make: async (house, tenant) => {
      const { ids, ...example } = await member()(house, tenant)
      const body = {
        user_id: await addUser(house, tenant),
        membership_type_id: await addMembershipType(house, tenant),
        person_id: 'P-7',
        date_of_birth: '1990-02-28',
      }
      return {
        ...example,
        body,
        otherBody: { ...body, person_id: 'P-8' },
        ids: { ...ids, 'body.user_id': NOTHING, 'body.membership_type_id': NOTHING },
        notIds: ['body.person_id'],
      }
    },
  },
  markPaidMember: { rows, make: member() },
  markInstalmentsMember: { rows, make: member() },
  markUnpaidMember: { rows, make: member(1) },
  cancelMember: { rows, make: member() },
  reinstateMember: { rows, make: member(3) },
  reissueBarcodeMember: { rows, make: member() },
  assignSeat: {
    rows,
    make: async (house, tenant) => {
      const { ids, ...example } = await member()(house, tenant)
      return {
        ...example,
        body: { membership_seat_id: (await addSeatMap(house, tenant)).seatId },
        otherBody: { membership_seat_id: (await addSeatMap(house, tenant)).seatId },
        ids: { ...ids, 'body.membership_seat_id': NOTHING },
      }
    },
  },
  releaseSeat: { rows, make: member() },
}
