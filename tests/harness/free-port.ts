import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** What was given out before may not be listened at yet. */
const given = new Set<number>()

/**
 * A free port, for a program that has to be told one. It lies below those that a system hands out by itself, so
 * that no other program is given it in the meantime.
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
