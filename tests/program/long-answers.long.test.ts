import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { announceMembers } from '../../server/people/members/member-horizon.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { shopOf } from '../builders/baskets.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { awaitedLock } from '../harness/awaited-lock.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const neighbours = [await house.organisation(), await house.organisation(), await house.organisation()]
const { priceId } = await addOffer(house, club, { capacity: 1000 })
const shop = shopOf(house, club)
const POOL_SIZE = 5

/** What holds the others up, and looks on. */
const beside = openDatabase(house.url, { poolSize: 2 })
after(() => beside.end({ timeout: 1 }))

/** Whether sales come to their end, or all connections of the server but one were waiting before they could. */
async function salesGoOn(): Promise<boolean> {
  const stuck = awaitedLock(beside, POOL_SIZE - 1).then(() => undefined)
  stuck.catch(() => {})
  // The others may not have come so far yet when the first of them begin.
  for (let n = 0; n < 10; n += 1) {
    const sold = shop.fill(priceId, 1).then((id) => shop.checkOut(id))
    if ((await Promise.race([sold, stuck]))?.status !== 200) return false
  }
  return true
}

/** Asks while the lock is kept, looks whether a sale goes on, and lets all requests end. */
async function whileLocked(lock: (sql: Sql) => Promise<unknown>, ask: () => Promise<{ status: number }>[]) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const keeping = beside.begin(async (tx) => {
    await lock(tx as unknown as Sql)
    isLocked()
    await released
  })
  await locked
  const asked = ask()
  try {
    await awaitedLock(beside)
    return { goesOn: await salesGoOn(), asked }
  } finally {
    release()
    await keeping
  }
}

const statuses = async (asked: Promise<{ status: number }>[]) => (await Promise.all(asked)).map(({ status }) => status)

const get = (path: string, key: string) => house.call('GET', path, { key })

test('exports leave a sale its connections, however long they take', async () => {
  const { goesOn, asked } = await whileLocked(
    (tx) => tx`lock table scans in access exclusive mode`,
    () => neighbours.flatMap(({ key }) => [0, 1].map(() => get('/v1/manage/exports/scans.csv', key))),
  )
  assert.ok(goesOn, 'the others took the connections')
  assert.deepEqual(
    await statuses(asked),
    asked.map(() => 200),
  )
})

test('whole lists and manifests leave a sale its connections, however long they take', async () => {
  const { goesOn, asked } = await whileLocked(
    (tx) => tx`lock table membership_categories, ticket_admissions in access exclusive mode`,
    () => [
      ...Array.from({ length: 4 }, () => get('/v1/members', club.key)),
      ...Array.from({ length: 4 }, () => get(`/v1/gate/events/${ground.eventId}/manifest`, ground.keys[0])),
    ],
  )
  assert.ok(goesOn, 'the others took the connections')
  assert.deepEqual(
    await statuses(asked),
    asked.map(() => 200),
  )
})

test('pages that wait for an import leave a sale its connections', async () => {
  const { goesOn, asked } = await whileLocked(
    (tx) => announceMembers(club.orgId, tx as never),
    () => Array.from({ length: 2 * POOL_SIZE }, () => house.call('GET', '/v1/members?limit=10', { key: club.key })),
  )
  assert.ok(goesOn, 'the others took the connections')
  assert.deepEqual(
    await statuses(asked),
    asked.map(() => 200),
  )
})

test('forty manifests are sent at once to one organisation; one more is told to come again', async () => {
  const { asked } = await whileLocked(
    (tx) => tx`lock table ticket_admissions in access exclusive mode`,
    () => Array.from({ length: 41 }, () => get(`/v1/gate/events/${ground.eventId}/manifest`, ground.keys[0])),
  )
  const answered = await statuses(asked)
  assert.deepEqual(
    answered.toSorted(),
    asked.map((_, n) => (n < 40 ? 200 : 503)),
  )
})
