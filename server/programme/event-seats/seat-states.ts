/** What a seat is at an event, in two bits. */
export const seatState = { not_for_sale: 0, free: 1, held: 2, taken: 3 } as const
export type SeatState = keyof typeof seatState
export const seatStates = Object.keys(seatState) as SeatState[]

/** Seat `i` has bits 2·(i mod 4) and the next of byte i div 4. */
export function packStates(states: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(states.length / 4))
  for (let n = 0; n < states.length; n += 1) {
    packed[n >> 2] = (packed[n >> 2] ?? 0) | ((states[n] ?? 0) << ((n & 3) * 2))
  }
  return packed
}

/** Indexes of the seats that are not what they were, by what they are now. Both are of the same ground. */
export function changesBetween(before: Uint8Array, after: Uint8Array): Record<SeatState, number[]> {
  const changes: Record<SeatState, number[]> = { not_for_sale: [], free: [], held: [], taken: [] }
  for (let byte = 0; byte < after.length; byte += 1) {
    const [old = 0, now = 0] = [before[byte], after[byte]]
    if (old === now) continue
    for (let n = 0; n < 4; n += 1) {
      const state = (now >> (n * 2)) & 3
      if (((old >> (n * 2)) & 3) !== state) changes[seatStates[state] ?? 'not_for_sale'].push(byte * 4 + n)
    }
  }
  return changes
}
