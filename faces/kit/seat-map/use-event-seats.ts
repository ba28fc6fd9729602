import { useEffect, useState } from 'preact/hooks'
import type { Drawing } from './plan.ts'
import { readStates, type SeatStates, type StatesAnswer } from './states.ts'

/** `api.events` of the SDK is one; what has the seats of a season is another. */
export type SeatSource<Id = string> = {
  retrieveSeats(id: Id, input?: { since?: string }): Promise<StatesAnswer>
  retrieveSeatDrawing(id: Id, version: string): Promise<Drawing>
}

export type LiveSeats = { drawing: Drawing; states: SeatStates }

/** An answer is at most a second old: asked every second, what is shown is never two seconds behind. */
export const SEATS_ASKED_EVERY_MS = 1_000
/** After failures, twice as long each time, up to this. */
const EVERY_MS_MAX = 30_000

/**
 * The drawing of the seats of an event or a season, and what is free, anew every second while the page is seen. Undefined until it is there; `error`
 * only while there is nothing to show, since a map that is a little old is better than none.
 */
export function useEventSeats<Id>(source: SeatSource<Id>, id: Id): { seats?: LiveSeats; error?: unknown } {
  const [live, setLive] = useState<{ seats?: LiveSeats; error?: unknown }>({})
  useEffect(() => {
    let seats: LiveSeats | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isGone = false
    const turn = async () => {
      clearTimeout(timer)
      try {
        const next = await nextSeats(source, id, seats)
        failures = 0
        if (isGone) return
        if (next !== seats) setLive({ seats: next })
        seats = next
      } catch (error) {
        failures += 1
        if (!isGone && !seats) setLive({ error })
      }
      const wait = Math.min(SEATS_ASKED_EVERY_MS * 2 ** failures, EVERY_MS_MAX)
      if (!isGone && !document.hidden) timer = setTimeout(turn, wait)
    }
    const onSeen = () => {
      if (!document.hidden) void turn()
    }
    document.addEventListener('visibilitychange', onSeen)
    void turn()
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [source, id])
  return live
}

async function nextSeats<Id>(source: SeatSource<Id>, id: Id, seats: LiveSeats | undefined): Promise<LiveSeats> {
  const since = seats?.states.revision
  const answer = await source.retrieveSeats(id, since === undefined ? {} : { since })
  const states =
    readStates(answer, seats?.states) ?? readStates(await source.retrieveSeats(id, {})) ?? neitherWholeNorChanges()
  if (seats && states === seats.states) return seats
  const isSame = seats?.drawing.version === states.version
  return { states, drawing: isSame ? seats.drawing : await source.retrieveSeatDrawing(id, states.version) }
}

const neitherWholeNorChanges = (): never => {
  throw new Error('no states of seats')
}
