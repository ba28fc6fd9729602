import assert from 'node:assert/strict'
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
