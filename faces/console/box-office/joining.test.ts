import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member, MembershipOnSale } from '@grandstand/sdk'
import { isPriced, itemsOfJoinings, type Joining, namedAnyhow, typesToRenewBy, typesToUpgradeTo } from './joining.ts'

const typeOf = (membership_type_id: number, more: Partial<MembershipOnSale> = {}) =>
  ({
    membership_type_id,
    title: `Type ${membership_type_id}`,
    category_title: 'Club',
    season_id: null,
    has_seats: false,
    seat_section_ids: [] as number[],
    age_from: null,
    age_until: null,
    ...more,
  }) as MembershipOnSale

const seatedType = typeOf(1, { season_id: 27, has_seats: true })
const standing = {
  membership_member_id: 9,
  membership_type_id: 1,
  type_title: 'Type 1',
  category_title: 'Club',
} as Member
const grace = { 'first_name.1': ' Grace ', 'last_name.1': 'Okafor' }
const member = { first_name: 'Grace', last_name: 'Okafor' }

test('chosen seats go to those who sit, in their order; without any they take the best', () => {
  const joinings: Joining[] = [
    { key: 1, type: seatedType },
    { key: 2, type: seatedType },
    { key: 3, type: seatedType },
  ]
  const filled = { ...grace, 'seat.2': 'none' }
  const seatsOf = (seats: number[]) =>
    itemsOfJoinings(
      joinings,
      filled,
      seats.map((id) => ({ id, categoryId: null, label: '' })),
    ).map(({ seat_id, best_available }) => seat_id ?? best_available)
  assert.deepEqual(seatsOf([]), [true, undefined, true])
  assert.deepEqual(seatsOf([5, 6]), [5, undefined, 6])
})

test('a plan is that of the choice, or the days of the open instalments', () => {
  const joining: Joining = { key: 1, type: typeOf(2) }
  assert.deepEqual(itemsOfJoinings([joining], { ...grace, 'plan.1': '4' }, []), [
    { membership_type_id: 2, member, membership_payment_option_id: 4 },
  ])
  const upgrade: Joining = { key: 1, type: typeOf(2), standing, isUpgrade: true }
  assert.deepEqual(itemsOfJoinings([upgrade], { 'plan.1': 'open' }, []), [
    { membership_type_id: 2, membership_member_id: 9, upgrade: true, over_open_instalments: true },
  ])
})

test('what it costs is asked for without names, once the age is known where it matters', () => {
  const junior: Joining = { key: 1, type: typeOf(3, { age_until: 17 }) }
  assert.equal(isPriced(junior, grace), false)
  const filled = { ...grace, 'date_of_birth.1': '2019-02-03' }
  assert.equal(isPriced(junior, filled), true)
  const [item] = itemsOfJoinings([junior], filled, []).map(namedAnyhow)
  assert.deepEqual(item?.member, { first_name: '–', last_name: '–', date_of_birth: '2019-02-03' })
})

test('an upgrade stays in its season; a renewal goes on in another, the likeliest first', () => {
  const better = typeOf(4, { season_id: 27 })
  const next = typeOf(5, { season_id: 28, title: 'Type 1' })
  const types = [typeOf(6), seatedType, better, next]
  assert.deepEqual(typesToUpgradeTo(types, standing), [better])
  assert.deepEqual(typesToRenewBy(types, standing)[0], next)
  assert.ok(!typesToRenewBy(types, standing).includes(seatedType))
})
