import { test } from 'node:test'
import { openSettlingHouse } from '../builders/settling.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { runModel } from './run-model.ts'

/**
 * Twenty seeds, each in the currency whose turn it is. `GRANDSTAND_MODEL_FIRST=7 GRANDSTAND_MODEL_SEEDS=1 GRANDSTAND_MODEL_IN=each npm run
 * test:run -- tests/model/money-model.long.test.ts` plays one of them in each currency.
 */
const SEEDS = Number(process.env.GRANDSTAND_MODEL_SEEDS ?? 20)
const FIRST = Number(process.env.GRANDSTAND_MODEL_FIRST ?? 101)
const CURRENCIES = ['AUD', 'JPY', 'KWD']
const inEach = process.env.GRANDSTAND_MODEL_IN === 'each'
const ACTS = 300
const HISTORY_MS = 15 * 60_000

const { house, deps } = await openSettlingHouse()
const world = { house, deps, mortal: await openMortalHouse(house) }

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
  for (const currency of inEach ? CURRENCIES : [CURRENCIES[seed % CURRENCIES.length] ?? 'AUD']) {
    test(
      `in ${currency}, by seed ${seed}, after ${ACTS} acts with kills in between, every account, day and way is what the model says`,
      { timeout: HISTORY_MS },
      () => runModel(world, { currency, seed, count: ACTS }),
    )
  }
}
