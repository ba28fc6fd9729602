import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const FOREIGN_KEY = '23503'

for (const mode of ['live', 'test'] as const) {
  const other = mode === 'live' ? 'test' : 'live'

  test(`every key of a ${mode} organisation says ${mode}, and one that says ${other} cannot be made`, async () => {
    const club = await house.organisation({ mode })
    const create = (body: object) => house.call('POST', '/v1/manage/api_keys', { key: club.key, body })
    assert.equal((await house.call('GET', '/v1/organisation', { key: club.key })).body.mode, mode)
    for (const type of ['sk', 'pk', 'gk']) {
      const { body } = await create({ type, name: 'till' })
      assert.equal(body.mode, mode)
      assert.ok(body.secret.startsWith(`gs_${type}_${mode}_`), body.hint)
    }
    assert.equal((await create({ type: 'sk', name: 'till', mode })).status, 201)
    const refused = await create({ type: 'sk', name: 'till', mode: other })
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'mode'])
    const [row] = await house.sql<{ others: number }[]>`
      select count(*)::integer as others
      from api_keys
      where org_id = ${club.orgId}
        and mode = ${other}`
    assert.equal(row?.others, 0)
  })

  test(`the database itself refuses a ${other} key of a ${mode} organisation, and to make the organisation ${other}`, async () => {
    const club = await house.organisation({ mode })
    const planted = house.sql`
      insert into api_keys (org_id, kind, mode, name, key_hash, hint, scopes)
      values (${club.orgId}, 'sk', ${other}, 'key', sha256('planted'), 'gs_', '{manage}')`
    await assert.rejects(planted, { code: FOREIGN_KEY })
    const turned = house.sql`
      update organisations
      set mode = ${other}
      where org_id = ${club.orgId}`
    await assert.rejects(turned, { code: FOREIGN_KEY })
  })
}

test('an organisation from before is a sandbox when it had test keys only, and live otherwise; its keys follow', async () => {
  const text = await readFile(join(import.meta.dirname, '../../migrations/0017_live_and_sandbox.sql'), 'utf8')
  const before = [
    { mode: 'test', keys: ['sk test', 'gk live'] },
    { mode: 'live', keys: ['sk test', 'pk live'] },
    { mode: 'live', keys: ['gk test'] },
    { mode: 'live', keys: [] },
  ]
  const clubs = await Promise.all(before.map(async (had) => ({ ...had, ...(await house.organisation()) })))
  await house.sql.begin(async (tx) => {
    await tx`alter table api_keys drop constraint api_keys_mode`
    await tx`drop index api_keys_by_mode`
    for (const { orgId, keys } of clubs) {
      await tx`delete from api_keys where org_id = ${orgId}`
      for (const key of keys) {
        await tx`
          insert into api_keys (org_id, kind, mode, name, key_hash, hint, scopes)
          values (${orgId}, ${key.slice(0, 2)}, ${key.slice(3)}, 'key', sha256(${`${orgId} ${key}`}::text::bytea), 'gs_', '{manage}')`
      }
    }
    await tx`alter table organisations drop column mode`
    await tx.unsafe(text)
  })
  for (const { orgId, mode, keys } of clubs) {
    const rows = await house.sql<{ of_organisation: string; of_key: string | null }[]>`
      select o.mode as of_organisation, k.mode as of_key
      from organisations o
      left join api_keys k using (org_id)
      where o.org_id = ${orgId}`
    assert.deepEqual([...new Set(rows.map((row) => row.of_organisation))], [mode], keys.join())
    assert.ok(
      rows.every(({ of_key }) => of_key === null || of_key === mode),
      keys.join(),
    )
  }
})
