import { test } from 'node:test'
import { openSettlingHouse } from '../builders/settling.ts'
import { openMortalHouse } from '../harness/mortal-house.ts'
import { runModel } from './run-model.ts'

const ACTS = 300
const HISTORY_MS = 15 * 60_000

/**
 * Twenty seeds, each in the currency whose turn it is, a file for each currency. `GRANDSTAND_MODEL_FIRST=7 GRANDSTAND_MODEL_SEEDS=1` plays
 * that seed alone, in the currency of the file that is run.
 */
export async function playSeeds(currency: string, turn: number): Promise<void> {
  const first = Number(process.env.GRANDSTAND_MODEL_FIRST ?? 101 + turn)
  const end = first + Number(process.env.GRANDSTAND_MODEL_SEEDS ?? 20 - turn)
  const every = process.env.GRANDSTAND_MODEL_FIRST === undefined ? 3 : 1
  const { house, deps } = await openSettlingHouse()
  const world = { house, deps, mortal: await openMortalHouse(house) }
  for (let seed = first; seed < end; seed += every)
    test(
      `in ${currency}, by seed ${seed}, after ${ACTS} acts with kills in between, every account, day and way is what the model says`,
      { timeout: HISTORY_MS },
      () => runModel(world, { currency, seed, count: ACTS }),
    )
}
