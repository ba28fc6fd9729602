import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { CardRow } from '../../server/papers/ticket-files/member-cards.ts'
import { FulfilledRow } from '../../server/people/members/fulfil-members.ts'
import { MemberRow, TaggedMember, TaggedMemberRow } from '../../server/people/members/member.ts'
import { TrackingCodeRow } from '../../server/people/members/set-tracking-code.ts'
import { encodeCursor } from '../../server/platform/http/cursor.ts'
import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

const rows = [MemberRow]

/** A request about a member of this status, who has a seat. */
const member =
  (status = 0) =>
  async (house: House, tenant: Tenant): Promise<Example> => {
    const { seatId, seatMapId } = await addSeatMap(house, tenant)
    const { typeId: membership_type_id } = await seasonOfMap(house, tenant, seatMapId)
    const columns = { membership_type_id, membership_member_status_id: status, membership_seat_id: seatId }
    const membership_member_id = await addMember(house, tenant, columns)
    return { params: { membership_member_id }, ids: { 'params.membership_member_id': NOTHING } }
  }

export const memberExamples: Record<string, OperationExample> = {
  // A page comes back as rows, and the whole list as objects of the API.
  listMembers: { rows: [TaggedMemberRow, TaggedMember], make: listOfMembers },
  fulfilMembers: {
    rows: [FulfilledRow],
    make: async (house, tenant) => {
      const membership_member_id = await addMember(house, tenant)
      return {
        body: { members: [{ membership_member_id, fulfillment_tracking_code: 'AP-17' }] },
        otherBody: { members: [{ membership_member_id, fulfillment_tracking_code: 'AP-18' }] },
        ids: { 'body.members.0.membership_member_id': NOTHING },
      }
    },
  },
  setTrackingCode: {
    rows: [TrackingCodeRow],
    make: async (house, tenant) => ({
      ...(await member()(house, tenant)),
      body: { fulfillment_tracking_code: 'AP-17' },
      otherBody: { fulfillment_tracking_code: null },
    }),
  },
  createMember: {
    rows,
    make: async (house, tenant) => {
      const { seatId, seatMapId } = await addSeatMap(house, tenant)
      const body = {
        user_id: String((await addCustomer(house, tenant)).userId),
        first_name: 'Ada',
        last_name: 'Okafor',
        membership_type_id: (await seasonOfMap(house, tenant, seatMapId)).typeId,
        membership_seat_id: seatId,
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
  retrieveMember: { rows: [TaggedMemberRow], make: member() },
  retrieveMemberCard: { rows: [CardRow], besides: ['cards:read'], make: member(1) },
  retrieveManagedMember: { rows: [TaggedMemberRow], make: member() },
  changeMember: {
    rows,
    make: async (house, tenant) => {
      const { seatId, seatMapId } = await addSeatMap(house, tenant)
      const { seasonId } = await seasonOfMap(house, tenant, seatMapId)
      const params = { membership_member_id: await addMember(house, tenant, { membership_seat_id: seatId }) }
      const body = {
        user_id: (await addCustomer(house, tenant)).userId,
        membership_type_id: await addMembershipType(house, tenant, { season_id: seasonId }),
        person_id: 'P-7',
        date_of_birth: '1990-02-28',
      }
      return {
        params,
        body,
        otherBody: { ...body, person_id: 'P-8' },
        ids: { 'params.membership_member_id': NOTHING, 'body.user_id': NOTHING, 'body.membership_type_id': NOTHING },
        notIds: ['body.person_id'],
      }
    },
  },
  markPaidMember: { rows, make: member() },
  markInstalmentsMember: { rows, make: member() },
  markUnpaidMember: { rows, make: member(1) },
  cancelMember: {
    rows: [MemberRow, LockedDebtRow],
    make: async (house, tenant) => ({
      ...(await member()(house, tenant)),
      body: { owed: 'stays_owed' },
      otherBody: { owed: 'write_off' },
    }),
  },
  reinstateMember: { rows, make: member(3) },
  reissueBarcodeMember: { rows, make: member() },
  assignSeat: {
    rows,
    make: async (house, tenant) => {
      const { seatIds } = await addSeatMap(house, tenant, { seats: 3 })
      const [seat = 0, next = 0, last = 0] = seatIds
      return {
        params: { membership_member_id: await addMember(house, tenant, { membership_seat_id: seat }) },
        body: { membership_seat_id: next },
        otherBody: { membership_seat_id: last },
        ids: { 'params.membership_member_id': NOTHING, 'body.membership_seat_id': NOTHING },
      }
    },
  },
  releaseSeat: { rows, make: member() },
}

async function listOfMembers(house: House, tenant: Tenant): Promise<Example> {
  const { seatMapId } = await addSeatMap(house, tenant)
  const membership_type_id = await addMembershipType(house, tenant)
  await house.sql`
    update membership_categories
    set membership_seat_map_id = ${seatMapId}
    where org_id = ${tenant.orgId}`
  const { userId: user_id } = await addCustomer(house, tenant)
  const named = { email_address: 'ada@example.org', member_number: unique('M'), barcode: unique('B') }
  await addMember(house, tenant, { membership_type_id, user_id, ...named })
  for (let n = 0; n < 2; n += 1) await addMember(house, tenant, { membership_type_id })
  const filters = {
    updated_since: 1_000_000_000,
    updated_until: 9_000_000_000,
    created_since: 1_000_000_000,
    created_until: 9_000_000_000,
    membership_fulfilled: 'no',
    membership_member_status_id: 0,
    membership_type_id,
    membership_seat_map_id: seatMapId,
    user_id,
    ...named,
    search: 'ada',
    tag: 'press',
  }
  const cursorOf = (bound: object) => encodeCursor({ list: 'members', ...bound }, [1])
  return {
    filters: {
      ...filters,
      limit: 2,
      page_number: { limit: 2, page_number: 1 },
      cursor: { limit: 2, cursor: cursorOf({}) },
    },
    together: { ...filters, limit: 2, cursor: cursorOf(filters) },
    ids: {
      'filters.membership_type_id': NOTHING,
      'filters.membership_seat_map_id': NOTHING,
      'filters.user_id': NOTHING,
    },
    notIds: ['filters.membership_member_status_id'],
  }
}
