import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Nobody may listen yet at what was given out before. */
const given = new Set<number>()

/**
 * A port that nobody listens at, for a program that has to be told one. It lies below those that a system hands out by itself, so
 * that nobody is given it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    if (given.has(port)) continue
    given.add(port)
    const probe = createServer()
    const listening = once(probe, 'listening')
    probe.listen(port, '127.0.0.1')
    const isFree = await listening.then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
