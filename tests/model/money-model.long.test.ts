import { test } from 'node:test'
import { openSettlingHouse } from '../builders/settling.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { runModel } from './run-model.ts'

/**
 * A seed is played in each currency. The long run plays one; `GRANDSTAND_MODEL_SEEDS=20 npm run test:run -- tests/model/money-model.long.test.ts`
 * plays more of them, and `GRANDSTAND_MODEL_FIRST=7` begins at another one.
 */
const SEEDS = Number(process.env.GRANDSTAND_MODEL_SEEDS ?? 1)
const FIRST = Number(process.env.GRANDSTAND_MODEL_FIRST ?? 101)
const ACTS = 300
const HISTORY_MS = 15 * 60_000

const { house, deps } = await openSettlingHouse()
const world = { house, deps, mortal: await openMortalHouse(house) }

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
  for (const currency of ['AUD', 'JPY', 'KWD']) {
    test(
      `in ${currency}, by seed ${seed}, after ${ACTS} acts with kills in between, every account, day and way is what the model says`,
      { timeout: HISTORY_MS },
      () => runModel(world, { currency, seed, count: ACTS }),
    )
  }
}
