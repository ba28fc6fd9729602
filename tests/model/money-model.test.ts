import { test } from 'node:test'
import { openSettlingHouse } from '../builders/settling.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { runModel } from './run-model.ts'

const { house, deps } = await openSettlingHouse()
const world = { house, deps, mortal: await openMortalHouse(house) }

for (const [at, currency] of ['AUD', 'JPY', 'KWD'].entries()) {
  test(`in ${currency}, after random acts with kills in between, books, takings, tax, documents and open items are what the model says`, async () => {
    await runModel(world, { currency, seed: at + 1, count: 30 })
  })
}
