import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSettlingHouse } from '../builders/settling.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { openClub } from './club.ts'
import { compare } from './compare.ts'
import { createPlay } from './play.ts'
import { runModel } from './run-model.ts'

const { house, deps } = await openSettlingHouse()
const world = { house, deps, mortal: await openMortalHouse(house) }

for (const [at, currency] of ['AUD', 'JPY', 'KWD'].entries()) {
  test(`in ${currency}, after random acts with kills in between, books, takings, tax, documents and open items are what the model says`, async () => {
    await runModel(world, { currency, seed: at + 1, count: 30 })
  })
}

/** Some acts of which each leaves money, and then the fault. */
async function withFault(plant: (orgId: number) => Promise<unknown>): Promise<void> {
  const play = createPlay(await openClub(world, 'AUD'))
  const sold = { do: 'sell', adults: 2, children: 1, discounted: false, death: -1 } as const
  await play.play({ ...sold, way: 'card' })
  await play.play({ ...sold, way: 'invoice' })
  await play.play({ do: 'waive', which: 0, part: 500, death: -1 })
  await play.play({ do: 'pay', method: 'cash', which: 0, part: 3, death: -1 })
  await play.play({ do: 'wait', hours: 72, death: -1 })
  await compare(play)
  await plant(play.club.orgId)
  await compare(play)
}

test('is caught: a write-off that is booked as a refund', async () => {
  const plant = async (orgId: number) => {
    await house.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        update debt_releases
        set kind = 'cancelled'
        where org_id = ${orgId}`
    })
    await house.sql`
      update debts
      set cancelled_minor = waived_minor, waived_minor = 0
      where org_id = ${orgId}`
  }
  await assert.rejects(withFault(plant), /^AssertionError.*: books:[\s\S]*written_off/)
})

test('is caught: a payment that is counted for the wrong day', async () => {
  const plant = (orgId: number) => house.sql`
    update payments
    set succeeded_at = succeeded_at + interval '1 day'
    where org_id = ${orgId}`
  await assert.rejects(withFault(plant), /^AssertionError.*: (books|takings):[\s\S]*2027-02-28/)
})
