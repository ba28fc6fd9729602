import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openPlainDatabase } from '../../../tests/harness/plain-owner.ts'
import { claimCell, setCellAddress } from '../../platform/postgres/cell.ts'
import { auditBooks } from '../audit/audit.ts'
import { cancelMove, cleanUp, moveOrganisation } from './move-organisation.ts'
import { readMovedTables } from './moved-tables.ts'

/** A cell as operating.md sets it up: its role owns the database, and a superuser has granted it the one parameter. */
async function openCell(number: number, { mayMove = true } = {}) {
  const { sql, url, role, asSuperuser } = await openPlainDatabase()
  const grantParameter = () => asSuperuser(`grant set on parameter session_replication_role to ${role}`)
  if (mayMove) await grantParameter()
  await claimCell(sql, number)
  await setCellAddress(sql, `https://cell-${number}.tickets.example.org`)
  return { ...(await openHouse({}, { sql, url })), sql, role, grantParameter }
}

async function openCells() {
  const [one, two] = [await openCell(0), await openCell(200)]
  const club = await one.organisation()
  await sellOrder(one, club)
  await addMember(one, club)
  await one.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { name: 'Harbour City FC' } })
  return { one, two, club, way: { orgId: club.orgId, from: one.sql, to: two.sql, say: () => {} } }
}
type Cell = Awaited<ReturnType<typeof openCell>>

const auditRows = async ({ sql }: Cell, orgId: number) => {
  const rows = await sql<{ audit_id: number }[]>`
    select audit_id
    from audit_log
    where org_id = ${orgId}
    order by audit_id`
  return rows.map(({ audit_id }) => audit_id)
}

test('the owner of a database, no superuser, moves an organisation there, back, and cleans up both times', async () => {
  const { one, two, club, way } = await openCells()
  const rows = await auditRows(one, club.orgId)
  assert.ok(rows.length > 0)
  await moveOrganisation(way)
  assert.deepEqual(await auditRows(two, club.orgId), rows)
  await cleanUp(way)
  assert.deepEqual(await auditRows(one, club.orgId), [])
  // What it had left here once, and what was copied before a mover was killed, makes room for what comes.
  await moveOrganisation({ ...way, from: two.sql, to: one.sql })
  assert.deepEqual(await auditRows(one, club.orgId), rows)
  await cleanUp({ ...way, from: two.sql })
  assert.deepEqual(await auditBooks(club.orgId, one.sql), [])
})

test('a move that was killed begins anew or is undone by that role, too', async () => {
  const { one, two, club, way } = await openCells()
  const killed = (line: string) => {
    if (line === 'comparing every row') throw new Error('killed')
  }
  await assert.rejects(moveOrganisation({ ...way, say: killed }), /killed/)
  await one.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { name: 'Harbour City' } })
  await moveOrganisation({ ...way, say: killed }).catch(() => {})
  await cancelMove(way)
  assert.deepEqual(await auditRows(two, club.orgId), [])
  assert.ok((await auditRows(one, club.orgId)).length > 1)
})

test('no other role deletes from the audit log, whichever way triggers are set, not even of an organisation that leaves', async () => {
  const { one, club } = await openCells()
  const refused = { code: '23001' }
  const remove = () => one.sql`
    delete from audit_log
    where org_id = ${club.orgId}`
  await assert.rejects(async () => await remove(), refused)
  const asReplica = one.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      delete from audit_log
      where org_id = ${club.orgId}`
  })
  await assert.rejects(asReplica, refused)
  await one.sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${club.orgId}, gen_random_uuid(), 'leaving', 'https://elsewhere.example.org')`
  await assert.rejects(async () => await remove(), refused)
})

test('a right that is missing at either end is named before anything is copied', async () => {
  const { one, two, way } = await openCells()
  const three = await openCell(100, { mayMove: false })
  await assert.rejects(
    moveOrganisation({ ...way, to: three.sql }),
    /the other cell lacks setting session_replication_role/,
  )
  await one.sql`revoke trigger on tickets from current_user`
  await assert.rejects(moveOrganisation(way), /this cell lacks trigger on tickets: .* grant trigger on tickets to it/)
  for (const { name } of await readMovedTables(two.sql)) {
    const [found] = await two.sql`
      select 1 as one
      from ${two.sql(name)}
      limit 1`
    assert.equal(found, undefined, name)
  }
})
