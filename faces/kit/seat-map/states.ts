/** Which seats are free, as the API answers it. */
export type StatesAnswer = {
  version: string
  revision: string
  seats: number
  since: string | null
  states: string | null
  changes: { not_for_sale?: number[]; free?: number[]; held?: number[]; taken?: number[] } | null
}

/** The numbers are the states of the API. */
export const NOT_FOR_SALE = 0
export const FREE = 1
export const HELD = 2
export const TAKEN = 3

/** What the seats of a drawing are, at a revision. One byte a seat, in the order of the drawing. */
export type SeatStates = { version: string; revision: string; bytes: Uint8Array }

/**
 * What an answer makes of what was known. Undefined where it tells of changes of something else: then everything is to be asked for.
 * The bytes are another array whenever one of them is another.
 */
export function readStates(answer: StatesAnswer, known?: SeatStates): SeatStates | undefined {
  const { version, revision, seats, states, since, changes } = answer
  if (states !== null) return { version, revision, bytes: unpack(states, seats) }
  if (!known || known.revision !== since || known.version !== version || !changes) return undefined
  if (known.revision === revision) return known
  const bytes = known.bytes.slice()
  const lists = [changes.not_for_sale, changes.free, changes.held, changes.taken]
  for (const [state, indexes] of lists.entries()) for (const index of indexes ?? []) bytes[index] = state
  return { version, revision, bytes }
}

/** Seat `i` has bits 2·(i mod 4) and the next of byte i div 4. */
export function unpack(base64: string, seats: number): Uint8Array {
  const packed = atob(base64)
  const bytes = new Uint8Array(seats)
  for (let n = 0; n < seats; n += 1) bytes[n] = (packed.charCodeAt(n >> 2) >> ((n & 3) * 2)) & 3
  return bytes
}
