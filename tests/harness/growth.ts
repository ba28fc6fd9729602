import assert from 'node:assert/strict'

const DOUBLINGS = 9
/** What a large input may take beyond its share: caches that no longer fit, and the collector. A quadratic reader takes more with each doubling. */
const SLACK = 3
/** Below it the clock of the processor says little. */
const FLOOR_US = 1_000
/** What answers later shares its thread with the collector and the compiler, which a test cannot wait for. */
const FLOOR_LATER_US = 5_000
const ROUNDS = 3

/**
 * Doubles an input until it has its largest size, and fails where the processor time of this thread grows faster than the input. It
 * compares sizes with each other and never with a number of seconds, by the quickest of some rounds, so that others who run beside it
 * do not matter. A slow reader fails while its input is small.
 */
export function assertLinear<Input>(
  name: string,
  sizeMax: number,
  write: (size: number) => Input,
  run: (input: Input) => void,
): void {
  let size = sizeMax / 2 ** DOUBLINGS
  const first = write(size)
  // The functions are compiled first.
  run(first)
  let allowed = Math.max(
    quickest(() => run(first)),
    FLOOR_US,
  )
  allowed *= SLACK
  while (size < sizeMax) {
    size *= 2
    allowed *= 2
    const input = write(size)
    const taken = quickest(() => run(input), allowed)
    const factor = (size * 2 ** DOUBLINGS) / sizeMax
    assert.ok(
      taken <= allowed,
      `${name}: an input ${factor} times as large takes ${Math.round(taken / (allowed / SLACK / factor))} times as long`,
    )
  }
}

/** The same for a reader that answers later, and for one that refuses by failing. */
export async function assertLinearLater<Input>(
  name: string,
  sizeMax: number,
  write: (size: number) => Input,
  read: (input: Input) => unknown,
): Promise<void> {
  const run = async (input: Input) => {
    await new Promise((resolve) => resolve(read(input))).catch(() => {})
  }
  let size = sizeMax / 2 ** DOUBLINGS
  const first = write(size)
  await run(first)
  let allowed = Math.max(await quickestLater(() => run(first)), FLOOR_LATER_US) * SLACK
  while (size < sizeMax) {
    size *= 2
    allowed *= 2
    const input = write(size)
    const taken = await quickestLater(() => run(input), allowed)
    assert.ok(
      taken <= allowed,
      `${name}: ${size} characters take ${Math.round((SLACK * taken) / allowed)} times as long as they say`,
    )
  }
}

async function quickestLater(run: () => Promise<void>, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > enough; round += 1) {
    const before = process.threadCpuUsage()
    await run()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** In microseconds of the processor. A round that is quick enough is the last. */
function quickest(run: () => void, enough = 0): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > enough; round += 1) {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
