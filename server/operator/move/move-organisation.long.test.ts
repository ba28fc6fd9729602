import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff, asOwnPage } from '../../../tests/builders/staff.ts'
import { type House, openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { hashPassword } from '../../people/staff/passwords.ts'
import { claimCell, setCellAddress } from '../../platform/postgres/cell.ts'
import { auditBooks } from '../audit/audit.ts'
import { migrationsOf } from './check-cells.ts'
import { cancelMove, cleanUp, type Move, moveOrganisation } from './move-organisation.ts'
import { beginArrival, beginDeparture } from './move-state.ts'
import { readMovedTables } from './moved-tables.ts'
import { leave } from './stop-writes.ts'

const ONE = 'https://one.tickets.example.org'
const TWO = 'https://two.tickets.example.org'

/** Two cells, and a club in the first that has sold. */
async function openCells() {
  const [one, two] = await Promise.all([openHouse(), openHouse()])
  await claimCell(one.sql, 0)
  await claimCell(two.sql, 200)
  await setCellAddress(one.sql, ONE)
  await setCellAddress(two.sql, TWO)
  const club = await one.organisation()
  const { priceId } = await addOffer(one, club, { capacity: 50 })
  await sellOrder(one, club)
  await addMember(one, club)
  const lines: string[] = []
  const note = (line: string): void => {
    lines.push(line)
  }
  const way = (from: House, to: House, say = note): Move => ({
    ...{ orgId: club.orgId, from: from.sql, to: to.sql, say },
  })
  return { one, two, club, priceId, lines, way }
}

const rowsOf = async ({ sql }: House, { orgId }: Tenant) => {
  const counts: Record<string, number> = {}
  for (const { name } of await readMovedTables(sql)) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::integer as rows
      from ${sql(name)}
      where org_id = ${orgId}`
    counts[name] = row?.rows ?? 0
  }
  return counts
}

/** A mover that dies when it has come so far. */
const killAt = (line: string) => (said: string) => {
  if (said === line) throw new Error('killed')
}

const triggersIn = async ({ sql }: House) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer
    from pg_trigger
    where tgname like 'move\\_%'`
  return row?.count
}

const notesIn = async ({ sql }: House, { orgId }: Tenant) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer
    from organisation_changes
    where org_id = ${orgId}`
  return row?.count
}

const orders = async (house: House, { key }: Tenant) => {
  const { body } = await house.call('GET', '/v1/manage/orders?limit=100', { key })
  return body.data.map(({ order_id }: { order_id: number }) => order_id)
}

const buy = async (house: House, club: Tenant, priceId: number) => {
  const shop = shopOf(house, club)
  const answer = await shop.checkOut(await shop.fill(priceId, 1))
  assert.equal(answer.status, 200, answer.text)
  return answer.body.order_id as number
}

/** Time goes by, and what a process trusts of a key is read again. */
const later = (...houses: House[]) => {
  for (const { clock } of houses) clock.advance(5_000)
}

test('an organisation moves with all its rows, sells there, and its keys are told so at the cell that it left', async () => {
  const { one, two, club, priceId, way } = await openCells()
  const before = await rowsOf(one, club)
  const { address, stoppedMs } = await moveOrganisation(way(one, two))
  assert.equal(address, TWO)
  assert.ok(stoppedMs !== null && stoppedMs < 5_000)
  assert.deepEqual(await rowsOf(two, club), before)
  later(one, two)
  const { status, body } = await one.call('GET', '/v1/organisation', { key: club.key })
  assert.deepEqual([status, body.error.code, body.error.cell_url], [421, 'organisation_moved', TWO])
  await buy(two, club, priceId)
  assert.deepEqual(await auditBooks(club.orgId, two.sql), [])
})

test('what changes while it is being copied is there too: added, changed and gone', async () => {
  const { one, two, club, priceId, way } = await openCells()
  const shop = shopOf(one, club)
  const abandoned = await shop.fill(priceId, 2)
  const sold: number[] = []
  let waiting = Promise.resolve()
  const say = (line: string) => {
    if (!['copying tickets', 'catching up', 'comparing every row'].includes(line)) return
    waiting = waiting.then(async () => {
      sold.push(await buy(one, club, priceId))
      await one.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { name: `Club ${sold.length}` } })
      await shop.call('DELETE', `/v1/baskets/${abandoned}`)
    })
  }
  await moveOrganisation(way(one, two, say))
  await waiting
  later(one, two)
  assert.equal(sold.length, 3)
  assert.equal((await two.call('GET', '/v1/organisation', { key: club.key })).body.name, 'Club 3')
  const arrived = await orders(two, club)
  for (const order of sold) assert.ok(arrived.includes(order))
  assert.deepEqual(await auditBooks(club.orgId, two.sql), [])
})

test('a process that has not heard of it yet writes nothing any more: it is refused with the new address', async () => {
  const { one, two, club, priceId, way } = await openCells()
  const shop = shopOf(one, club)
  const basket = await shop.fill(priceId, 1)
  await moveOrganisation(way(one, two))
  const { status, body } = await shop.checkOut(basket)
  assert.deepEqual([status, body.error.code, body.error.cell_url], [421, 'organisation_moved', TWO])
  later(two)
  const again = await shopOf(two, club).checkOut(basket)
  assert.deepEqual([again.status, again.body.order_status], [200, 'confirmed'])
})

test('one that cannot be done in time lets everybody write again, and is tried again', async () => {
  const { one, two, club, priceId, way } = await openCells()
  await assert.rejects(moveOrganisation(way(one, two, killAt('stopping writes'))), /killed/)
  await buy(one, club, priceId)
  const tables = await readMovedTables(one.sql)
  const prepared = { orgId: club.orgId, from: one.sql, to: two.sql, tables, migrations: await migrationsOf(one.sql) }
  assert.equal(await leave(prepared, 0), 'too long')
  // A cell that was upgraded meanwhile may have a table that was not copied.
  await assert.rejects(leave({ ...prepared, migrations: 'of an older version' }), /start it again/)
  await buy(one, club, priceId)
  await moveOrganisation(way(one, two))
  assert.deepEqual(await rowsOf(two, club), await rowsOf(one, club))
})

test('it moves back, with what it has sold meanwhile, and others in both cells are not touched', async () => {
  const { one, two, club, priceId, way } = await openCells()
  const neighbour = await one.organisation()
  const stranger = await two.organisation({ name: 'Stranger' })
  const [neighbours, strangers] = [await rowsOf(one, neighbour), await rowsOf(two, stranger)]
  await moveOrganisation(way(one, two))
  later(one, two)
  const sold = await buy(two, club, priceId)
  assert.ok(sold >= 200 * 2 ** 32)
  const { address } = await moveOrganisation(way(two, one))
  assert.equal(address, ONE)
  later(one, two)
  const back = await buy(one, club, priceId)
  const known = await orders(one, club)
  assert.ok(known.includes(sold) && known.includes(back))
  assert.deepEqual(await auditBooks(club.orgId, one.sql), [])
  assert.deepEqual([await rowsOf(one, neighbour), await rowsOf(two, stranger)], [neighbours, strangers])
  const { body } = await two.call('GET', '/v1/organisation', { key: club.key })
  assert.equal(body.error.cell_url, ONE)
})

test('a move that was given up goes on from where it was; one that is undone leaves nothing', async () => {
  const { one, two, club, priceId, way, lines } = await openCells()
  await assert.rejects(moveOrganisation(way(one, two, killAt('copying tickets'))), /killed/)
  await buy(one, club, priceId)
  await assert.rejects(moveOrganisation(way(one, two, killAt('stopping writes'))), /killed/)
  await buy(one, club, priceId)
  await cancelMove(way(one, two))
  assert.deepEqual(
    Object.values(await rowsOf(two, club)).filter((rows) => rows > 0),
    [],
  )
  await buy(one, club, priceId)
  lines.length = 0
  await assert.rejects(moveOrganisation(way(one, two, killAt('copying tickets'))), /killed/)
  await moveOrganisation(way(one, two))
  assert.ok(!lines.includes('copying orders'))
  assert.ok(lines.includes('copying tickets'))
  assert.deepEqual(await rowsOf(two, club), await rowsOf(one, club))
})

test('killed after the last step it says where it is; before it had begun to copy it goes on, and leaves nothing behind', async () => {
  const { one, two, club, priceId, way } = await openCells()
  await assert.rejects(moveOrganisation(way(one, two, killAt('moved'))), /killed/)
  assert.deepEqual(await moveOrganisation(way(one, two)), { address: TWO, stoppedMs: null })
  const moveId = randomUUID()
  await beginDeparture(club.orgId, two.sql, moveId, ONE)
  await beginArrival(club.orgId, one.sql, moveId, TWO)
  await moveOrganisation(way(two, one))
  later(one, two)
  await buy(one, club, priceId)
  assert.deepEqual([await triggersIn(one), await notesIn(one, club)], [0, 0])
})

test('only the cell that it leaves undoes a move, and only the one that is under way; without the other cell, too', async () => {
  const { one, two, club, priceId, way } = await openCells()
  await assert.rejects(moveOrganisation(way(one, two, killAt('catching up'))), /killed/)
  await assert.rejects(cancelMove(way(two, one)), /arriving here/)
  later(two)
  const { body } = await two.call('GET', '/v1/organisation', { key: club.key })
  assert.equal(body.error.cell_url, ONE)
  const elsewhere = { ...way(one, two), address: 'https://three.tickets.example.org' }
  await assert.rejects(cancelMove(elsewhere), /on its way to https:\/\/two/)
  await cancelMove({ ...way(one, two), to: undefined })
  await buy(one, club, priceId)
  assert.deepEqual([await triggersIn(one), await notesIn(one, club)], [0, 0])
  await moveOrganisation(way(one, two))
  assert.deepEqual(await rowsOf(two, club), await rowsOf(one, club))
})

test('what it left behind is removed on request, but for the keys that are told where it is', async () => {
  const { one, two, club, way } = await openCells()
  await assert.rejects(cleanUp(way(one, two)), /has not moved/)
  await moveOrganisation(way(one, two))
  await cleanUp(way(one, two))
  const left = Object.entries(await rowsOf(one, club)).filter(([, rows]) => rows > 0)
  assert.deepEqual(left.map(([name]) => name).sort(), ['api_keys', 'organisations', 'shop_slugs'])
  later(one)
  assert.equal((await one.call('GET', '/v1/organisation', { key: club.key })).status, 421)
  assert.equal(await triggersIn(one), 0)
})

test('it is refused to move to itself, to a cell of another version, to one that has a shop of that name, and twice', async () => {
  const { one, two, way } = await openCells()
  const namesake = await two.organisation()
  await assert.rejects(moveOrganisation(way(one, two)), /has the shop test-club: change one of them/)
  await two.call('PATCH', '/v1/manage/organisation', { key: namesake.key, body: { shop_slug: 'another' } })
  await two.sql`delete from shop_slugs where slug = 'test-club'`
  await assert.rejects(moveOrganisation(way(one, one)), /both are cell 0/)
  await two.sql`update cell set address = null`
  await assert.rejects(moveOrganisation(way(one, two)), /PUBLIC_URL/)
  await two.sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`
  await assert.rejects(moveOrganisation(way(one, two)), /different migrations/)
})

test('its people go along: who is new there signs in with the same password, who was there keeps the account, sessions stay', async () => {
  const { one, two, club, way } = await openCells()
  const passwordHash = await hashPassword('nine green elephants')
  const newcomer = await addStaff(one, club, { passwordHash })
  const known = await addStaff(one, club, { email: 'known@club.test', passwordHash, role: 'gates' })
  const other = await two.organisation({ name: 'Other' })
  const there = await addStaff(two, other, {
    email: known.email,
    passwordHash: await hashPassword('ten blue elephants'),
  })
  await moveOrganisation(way(one, two))
  later(one, two)
  const signIn = (email: string, password: string) =>
    two.call('POST', '/v1/staff/sign_in', { headers: asOwnPage, body: { email_address: email, password } })
  assert.equal((await signIn(newcomer.email, 'nine green elephants')).body.organisations[0].role, 'owner')
  assert.equal((await signIn(known.email, 'nine green elephants')).status, 401)
  assert.equal((await signIn(known.email, 'ten blue elephants')).body.organisations.length, 2)
  assert.equal(
    (await two.call('GET', '/v1/staff/me', { headers: newcomer.headers })).body.error.code,
    'session_invalid',
  )
  const here = { headers: { ...there.headers, 'grandstand-organisation': String(club.orgId) } }
  assert.equal((await two.call('GET', '/v1/manage/devices', here)).status, 200)
  const left = await one.call('GET', '/v1/organisation', { headers: newcomer.headers })
  assert.deepEqual([left.status, left.body.error.cell_url], [421, TWO])
})
