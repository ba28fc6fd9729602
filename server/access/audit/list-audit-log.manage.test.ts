import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRow } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const list = (query: string, key = club.key) => house.call('GET', `/v1/manage/audit_log?${query}`, { key })
const ids = async (query: string) => (await list(query)).body.data.map(({ audit_id }: { audit_id: number }) => audit_id)

/** An entry of this second, by this key. */
const addEntry = (second: number, actor: { actor_kind: string; actor_id?: string }) =>
  addRow(house, club, 'audit_log', 'audit_id', {
    ...actor,
    action: 'venue.changed',
    object_type: 'venue',
    object_id: '7',
    created_at: new Date(second * 1000),
  })

const anna = { actor_kind: 'staff', actor_id: '3' }
const script = { actor_kind: 'api_key', actor_id: '3' }
const first = await addEntry(1_800_000_000, anna)
const second = await addEntry(1_800_000_060, script)
// Committed last, though it was made before the second one: the order is that of the times.
const between = await addEntry(1_800_000_030, anna)
const machine = await addEntry(1_800_000_090, { actor_kind: 'system' })

test('the log of one person, or of one key, has nothing of another that bears the same number', async () => {
  assert.deepEqual(await ids('actor_kind=staff&actor_id=3'), [between, first])
  assert.deepEqual(await ids('actor_kind=api_key&actor_id=3'), [second])
  assert.deepEqual(await ids('actor_kind=system'), [machine])
})

test('the log of a time is strictly after its start and before its end, newest first', async () => {
  assert.deepEqual(await ids('unix_start=1800000000&unix_end=1800000090'), [second, between])
  assert.deepEqual(await ids('unix_end=1800000060&actor_kind=staff'), [between, first])
})

test('pages follow the times, and none is skipped or repeated', async () => {
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { body } = await list(`object_type=venue&limit=1${cursor}`)
    seen.push(...body.data.map(({ audit_id }: { audit_id: number }) => audit_id))
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, [machine, second, between, first])
})

test('actor_id says whose only together with actor_kind', async () => {
  const { status, body } = await list('actor_id=3')
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_missing', 'actor_kind'])
})

test('another organisation sees none of it', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  const { body } = await list('actor_kind=staff', other.key)
  assert.deepEqual(body.data, [])
})
