/** A connection that is shown each new frame. */
export type Viewer = { show(frame: string): void }

export type Topic = { join(viewer: Viewer): void; leave(viewer: Viewer): void; readonly viewers: number }

export type Reader = {
  /** Something short that differs once the figures may have changed. */
  mark: () => Promise<string>
  figures: () => Promise<string>
  onFailure: (error: unknown) => void
}

type ReadingPace = {
  everyMs: number
  /** The figures are read anew at least so often, whatever the mark says. */
  anywayMs: number
}

/** The share of one database connection that a topic may use: after a reading of 100 ms it rests for a second. */
const REST_TIMES = 10

/**
 * One reader for all viewers of the same thing in this process, awake only while there are any. What it reads is in the
 * database, so that every process shows the same figures, whichever of them the changes come through.
 */
export function createTopic(reader: Reader, { everyMs, anywayMs }: ReadingPace): Topic {
  const viewers = new Set<Viewer>()
  let frame: string | undefined
  let mark: string | undefined
  let readAt = 0
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  const read = async () => {
    const began = performance.now()
    const newMark = await reader.mark()
    if (frame !== undefined && newMark === mark && began - readAt < anywayMs) return
    const next = await reader.figures()
    mark = newMark
    readAt = began
    if (next === frame) return
    frame = next
    for (const viewer of viewers) viewer.show(next)
  }

  const turn = async () => {
    if (isReading || viewers.size === 0) return
    isReading = true
    const began = performance.now()
    await read().catch(reader.onFailure)
    isReading = false
    if (viewers.size === 0) return
    // Never rejects: the reader is told of a failure.
    timer = setTimeout(turn, Math.max(everyMs, (performance.now() - began) * REST_TIMES))
    timer.unref()
  }

  return {
    get viewers() {
      return viewers.size
    },
    join(viewer) {
      const wasEmpty = viewers.size === 0
      viewers.add(viewer)
      // What was read for others before everybody left is old by now.
      if (wasEmpty) frame = undefined
      if (frame !== undefined) viewer.show(frame)
      if (!wasEmpty) return
      clearTimeout(timer)
      // Never rejects: the reader is told of a failure.
      void turn()
    },
    leave(viewer) {
      viewers.delete(viewer)
      if (viewers.size === 0) clearTimeout(timer)
    },
  }
}
