import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMixedMembers, allListed, matches } from '../../../tests/builders/member-list.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { findMembers } from './list-members.ts'
import type { MemberFilters } from './member-filters.ts'
import { memberObjects } from './stream-members.ts'

const { sql, organisation } = await openHouse()
const { orgId } = await organisation()
const other = await organisation({ name: 'Other Club' })
await addMixedMembers(orgId, sql, 300)
await addMixedMembers(other.orgId, sql, 50, 100)
const everybody = await allListed(orgId, sql)
const until = Math.max(...everybody.map(({ id }) => id))
const types = [...new Set(everybody.map(({ type }) => type))].filter((id) => id !== null)
const maps = [...new Set(everybody.map(({ seatMap }) => seatMap))].filter((id) => id !== null)

const DAY = 24 * 3600
const time = fc.integer({ min: -3, max: 115 }).map((day) => Date.parse('2026-01-01') / 1000 + day * DAY)
const optional = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
/** Asked for now and then: together they leave no member. */
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const names = {
  user_id: seldom(fc.constantFrom(...new Set(everybody.map(({ userId }) => userId)), 999_999)),
  email_address: seldom(fc.constantFrom('fan7@example.org', 'FAN12@Example.ORG', 'nobody@example.org')),
  member_number: seldom(fc.constantFrom('M7', 'M250', 'm7')),
  barcode: seldom(fc.constantFrom('B7', 'B250', 'M7')),
  search: seldom(fc.constantFrom('okafor', 'A', 'åsa', 'r%c', "o'k", 'FAN1', 'm25', 'b1', '\\', 'é')),
}
const anyFilters = fc.record({
  updated_since: optional(time),
  updated_until: optional(time),
  created_since: optional(time),
  created_until: optional(time),
  membership_fulfilled: optional(fc.constantFrom('yes' as const, 'no' as const)),
  membership_member_status_id: optional(fc.integer({ min: 0, max: 3 })),
  membership_type_id: optional(fc.constantFrom(...types, 999_999)),
  membership_seat_map_id: optional(fc.constantFrom(...maps, 999_999)),
  ...names,
}) as fc.Arbitrary<MemberFilters>
const anySpan = fc.record({
  after: fc.constantFrom(0, 1, 8191, 8192, 40_000, 150_000, 1_000_000),
  until: fc.constantFrom(until, until, 8192, 50_000, 140_000),
  rows: fc.integer({ min: 1, max: 350 }),
  offset: fc.constantFrom(0, 0, 1, 7, 200),
})

let matched = 0

test('every combination of filters finds exactly the members that match, in the order of ids, wherever a page begins', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilters, anySpan, async (filters, span) => {
      const expected = everybody.filter(
        (member) => member.id > span.after && member.id <= span.until && matches(member, filters),
      )
      const rows = await findMembers(orgId, sql, filters, span)
      if (Object.values(filters).some((value) => value !== undefined)) matched += rows.length
      assert.deepEqual(
        rows.map(({ membership_member_id }) => membership_member_id),
        expected.slice(span.offset, span.offset + span.rows).map(({ id }) => id),
      )
    }),
    { numRuns: 150 },
  )
  assert.ok(matched > 500, 'hardly any member matched, so that little was tried')
})

test('the whole list has the same members as the pages, for every combination of filters', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilters, fc.constantFrom(0, 8191, 150_000), async (filters, after) => {
      const pieces: Buffer[] = []
      for await (const piece of memberObjects(orgId, sql, filters, { after, until }, () => true)) pieces.push(piece)
      const members: { membership_member_id: number }[] = JSON.parse(`[${Buffer.concat(pieces)}]`)
      assert.deepEqual(
        members.map(({ membership_member_id }) => membership_member_id),
        everybody.filter((member) => member.id > after && matches(member, filters)).map(({ id }) => id),
      )
    }),
    { numRuns: 60 },
  )
})
