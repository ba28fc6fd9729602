import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { OrgId } from '../../access/principal.ts'
import { memberFile } from '../../files/imports/member-file.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import { announceMembers } from './member-horizon.ts'

const house = await openHouse()
type Listed = { data: { membership_member_id: number }[]; next_cursor: string | null }
const idsIn = (body: Listed) => body.data.map(({ membership_member_id }) => membership_member_id)

/** A member whose row is written and not committed, until `commit` is called. */
async function joining(orgId: OrgId, userId: number) {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const { promise: inserted, resolve: tell } = Promise.withResolvers<number>()
  const done = house.sql.begin(async (tx) => {
    await announceMembers(orgId, tx)
    tell(await addMember({ sql: tx }, { orgId }, { user_id: userId }))
    await committed
  })
  const finish = () => {
    commit()
    return done
  }
  return { id: await inserted, commit: finish }
}

async function clubOfTwo() {
  const club = await house.organisation()
  const first = await addMember(house, club)
  const [row] = await house.sql<{ user_id: number }[]>`select user_id from members where org_id = ${club.orgId}`
  const late = await joining(club.orgId, row?.user_id ?? 0)
  const second = await addMember(house, club)
  const list = async (query: string): Promise<Listed> =>
    (await house.call('GET', `/v1/members${query}`, { key: club.key })).body as Listed
  return { club, first, second, late, list }
}

for (const query of ['?limit=500', '?limit=500&membership_fulfilled=no', '']) {
  test(`a member whose id is smaller and whose commit is later is waited for: ${query || 'the whole list'}`, async () => {
    const { first, second, late, list } = await clubOfTwo()
    const listed = list(query)
    await awaitedLock(house.sql)
    await late.commit()
    assert.deepEqual(idsIn(await listed), [first, late.id, second])
  })
}

test('who joins while pages are read is on one of them, though others were quicker', async () => {
  const { first, second, late, list } = await clubOfTwo()
  const page = list('?limit=1')
  await awaitedLock(house.sql)
  await late.commit()
  const seen = idsIn(await page)
  for (let cursor = (await page).next_cursor; cursor !== null; ) {
    const next = await list(`?limit=1&cursor=${cursor}`)
    seen.push(...idsIn(next))
    cursor = next.next_cursor
  }
  assert.deepEqual(seen, [first, late.id, second])
})

test('another organisation’s list does not wait', async () => {
  const { late } = await clubOfTwo()
  const other = await house.organisation()
  const id = await addMember(house, other)
  const { body } = await house.call('GET', '/v1/members?limit=500', { key: other.key })
  assert.deepEqual(idsIn(body as Listed), [id])
  await late.commit()
})

test('a request that creates or imports members says so before the ids are drawn', async () => {
  const club = await house.organisation()
  const user = await house.call('POST', '/v1/manage/customers', { key: club.key, body: { first_name: 'Ada' } })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
  const keeper = house.sql.begin(async (tx) => {
    await tx`
      select pg_advisory_xact_lock(hashtextextended(${`members ${club.orgId}`}, 0))
      from ${atShard(tx, club.orgId)}`
    tell()
    await released
  })
  await locked
  const body = { user_id: user.body.user_id, first_name: 'Ada', last_name: 'Okafor' }
  const created = house.call('POST', '/v1/members', { key: club.key, body })
  const imported = house.sql.begin(async (tx) => memberFile.beforeInsert?.(club.orgId, tx))
  await awaitedLock(house.sql, 2)
  release()
  await Promise.all([keeper, imported])
  assert.equal((await created).status, 201)
})
