import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const other = await house.organisation({ name: 'Other Club' })

/** What happens to members between two pages. `who` is a draw among those that there are. */
const happening = fc.record({
  what: fc.constantFrom('create', 'change', 'cancel', 'fulfil', 'elsewhere'),
  who: fc.nat(1000),
})
const walk = fc.record({
  members: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  between: fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 8 }),
})

test('members that are created, changed or cancelled between the pages are neither skipped nor repeated', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ members, limit, between }) => {
      const club = await house.organisation()
      const call = (method: string, path: string, body?: object) =>
        house.call(method, path, { key: club.key, ...(body ? { body } : {}) })
      const ids: number[] = []
      for (let n = 0; n < members; n += 1) ids.push(await addMember(house, club))
      const fromTheStart = [...ids]

      const happen: Record<string, (id: number | undefined) => Promise<unknown>> = {
        create: async () => ids.push(await addMember(house, club)),
        elsewhere: () => addMember(house, other),
        change: async (id) => id && call('PATCH', `/v1/manage/members/${id}`, { first_name: 'Grace' }),
        cancel: async (id) => id && call('POST', `/v1/manage/members/${id}/cancel`),
        fulfil: async (id) =>
          id && call('POST', '/v1/members/fulfillments', { members: [{ membership_member_id: id }] }),
      }
      const seen: number[] = []
      const turns = between.values()
      for (let cursor = ''; ; ) {
        const { status, body } = await call('GET', `/v1/members?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        assert.equal(status, 200)
        seen.push(...body.data.map((m: { membership_member_id: number }) => m.membership_member_id))
        if (!body.has_more) break
        cursor = body.next_cursor
        for (const { what, who } of turns.next().value ?? []) await happen[what]?.(ids[who % ids.length])
      }
      assert.equal(new Set(seen).size, seen.length, 'a member came twice')
      for (const id of fromTheStart) assert.ok(seen.includes(id), 'a member was skipped')
      // No member joins after the last page: those who joined while there were more pages came at the end.
      assert.deepEqual(seen, ids)
    }),
    { numRuns: 40 },
  )
})
