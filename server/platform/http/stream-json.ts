import { Readable } from 'node:stream'

/** A reader that takes nothing for so long is given up; as much is granted before the average counts. */
const STALLED_MS = 60_000
/** One that takes less on average is given up too: a list that trickles keeps its place from others for hours. */
const BYTES_PER_SECOND_MIN = 50_000

type Patience = { stalledMs?: number; bytesPerSecond?: number; now?: () => number }

/**
 * The pieces as a body that is sent as fast as it is read. What makes them hears of it when the reader goes away, because the
 * generator is ended; a failure half way breaks the connection, so that the reader does not take half a list for the whole.
 */
export function bodyOf(
  pieces: AsyncIterable<Buffer>,
  { stalledMs = STALLED_MS, bytesPerSecond = BYTES_PER_SECOND_MIN, now = () => performance.now() }: Patience = {},
): Readable {
  async function* watched(): AsyncGenerator<Buffer> {
    let granted = stalledMs
    let waited = 0
    for await (const piece of pieces) {
      granted += (piece.length / bytesPerSecond) * 1000
      const handedAt = now()
      const giveUp = () => body.destroy(new Error('the reader stopped reading'))
      const timer = setTimeout(giveUp, Math.min(stalledMs, granted - waited))
      try {
        yield piece
      } finally {
        clearTimeout(timer)
      }
      // Only the time that the reader took; how long the making takes is not its fault.
      waited += now() - handedAt
      if (waited > granted) throw new Error('the reader reads too slowly')
    }
  }
  const body = Readable.from(watched(), { objectMode: false })
  return body
}

/** A body that keeps a slot until it is closed. What fails before the first byte is answered as an error like any other. */
export async function bodyInSlot(
  giveBack: () => void,
  pieces: AsyncGenerator<Buffer, undefined>,
  patience?: Patience,
): Promise<Readable> {
  try {
    const { value: first } = await pieces.next()
    return bodyOf(rest(first, pieces), patience).once('close', giveBack)
  } catch (error) {
    giveBack()
    throw error
  }
}

async function* rest(first: Buffer | undefined, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first) yield first
  yield* pieces
}
