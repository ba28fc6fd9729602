import { type Act, actsOf } from './acts.ts'
import { openClub, type World } from './club.ts'
import { compare } from './compare.ts'
import { createPlay } from './play.ts'

/** After so many acts everything is compared. */
const COMPARE_EVERY = 20
const SHRINK_MS = 60_000

/** Why the acts do not come to what the model says, and how many of them it took; nothing where they do. */
async function faultOf(
  world: World,
  currency: string,
  acts: Act[],
  every: number,
): Promise<{ error: Error; taken: number } | undefined> {
  const play = createPlay(await openClub(world, currency))
  let taken = 0
  try {
    for (const act of acts) {
      taken += 1
      await play.play(act)
      if (taken % every === 0) await compare(play)
    }
    await compare(play)
  } catch (error) {
    return { error: error as Error, taken }
  }
  return undefined
}

/** What failed: a comparison, or an act that was answered otherwise than the model says. */
const kindOf = ({ message }: Error): string => (message.startsWith('{') ? 'an answer' : (message.split('\n')[0] ?? ''))

/** Ever smaller pieces are left out, as long as the same fails; each try is a club of its own. */
async function shrink(
  world: World,
  currency: string,
  acts: Act[],
  error: Error,
): Promise<{ acts: Act[]; error: Error }> {
  const until = Date.now() + SHRINK_MS
  let smallest = { acts, error }
  for (let size = Math.ceil(acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = smallest.acts.length - size; at >= 0 && Date.now() < until; at -= size) {
      const fewer = smallest.acts.toSpliced(at, size)
      const fault = await faultOf(world, currency, fewer, fewer.length)
      if (fault && kindOf(fault.error) === kindOf(error))
        smallest = { acts: fewer.slice(0, fault.taken), error: fault.error }
      at = Math.min(at, smallest.acts.length)
    }
  }
  return smallest
}

/** Plays what the seed foretells, and throws the shortest sequence found that the model does not agree with. */
export async function runModel(
  world: World,
  { currency, seed, count }: { currency: string; seed: number; count: number },
): Promise<void> {
  const acts = actsOf(seed, count)
  const fault = await faultOf(world, currency, acts, COMPARE_EVERY)
  if (!fault) return
  const smallest = await shrink(world, currency, acts.slice(0, fault.taken), fault.error)
  const lines = smallest.acts.map((act) => `  ${JSON.stringify(act)}`).join('\n')
  throw new Error(
    `${currency}, seed ${seed}, after ${fault.taken} acts:\n${smallest.error.message}\nby these:\n${lines}`,
  )
}
