import { Readable } from 'node:stream'

/** A reader that takes nothing for so long is given up. */
const STALLED_MS = 60_000

/**
 * The pieces as a body that is sent as fast as it is read. What makes them hears of it when the reader goes away, because the
 * generator is ended; a failure half way breaks the connection, so that nobody takes half a list for the whole.
 */
export function bodyOf(pieces: AsyncIterable<Buffer>, stalledMs = STALLED_MS): Readable {
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const timer = setTimeout(() => body.destroy(new Error('the reader stopped reading')), stalledMs)
      try {
        yield piece
      } finally {
        clearTimeout(timer)
      }
    }
  }
  const body = Readable.from(watched(), { objectMode: false })
  return body
}
