import { hash } from 'node:crypto'
import {
  type Drawn,
  drawSections,
  isLaidOut,
  type MapSeat,
  type MapSection,
  type Run,
  type UnsoldSection,
} from './drawing.ts'
import type { SeatsNowRow, SoldSectionRow } from './find-seats.ts'
import { packStates, seatState } from './seat-states.ts'

/** A drawn map, the same for all its events. Seats are known by their index, in the order of the drawing. */
export type Ground = {
  revision: number
  laidOut: boolean
  sections: UnsoldSection[]
  seats: number
  /** Ids of the seats in ascending order, and the index of each. */
  sortedIds: Float64Array
  indexes: Uint32Array
  fingerprint: string
}

export function drawGround(revision: number, sections: MapSection[], seats: MapSeat[]): Ground {
  const drawn = drawSections(sections, seats)
  const laidOut = isLaidOut(sections, seats)
  const ids = drawn.flatMap(({ rows }) => rows.flatMap(({ runs }) => runs.flatMap(idsOf)))
  const order = Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0))
  return {
    revision,
    laidOut,
    sections: drawn,
    seats: ids.length,
    sortedIds: Float64Array.from(order, (n) => ids[n] ?? 0),
    indexes: order,
    fingerprint: hash('sha256', JSON.stringify([laidOut, drawn]), 'base64url'),
  }
}

const idsOf = ({ seat_id, count }: Run): number[] => Array.from({ length: count }, (_, n) => seat_id + n)

/** The same wherever it is made, and another as soon as anything in the drawing differs. */
export const versionOf = ({ fingerprint }: Ground, soldSections: SoldSectionRow[]): string =>
  hash(
    'sha256',
    JSON.stringify([fingerprint, soldSections.map((row) => [row.seat_section_id, row.price_category_id])]),
    'base64url',
  ).slice(0, 16)

export function toDrawing(ground: Ground, version: string, soldSections: SoldSectionRow[]): Drawn {
  const categories = new Map(soldSections.map((row) => [row.seat_section_id, row.price_category_id]))
  return {
    version,
    seats: ground.seats,
    laid_out: ground.laidOut,
    sections: ground.sections.map((section) => ({
      ...section,
      price_category_id: categories.get(section.seat_section_id) ?? null,
    })),
  }
}

/** Two bits a seat. A seat that is blocked, or in a section that a shop does not sell, is not for sale, also where a member has it. */
export function statesOf(ground: Ground, now: SeatsNowRow, soldSections: SoldSectionRow[]): Uint8Array {
  const states = new Uint8Array(ground.seats)
  const onOffer = new Set(soldSections.filter((row) => row.on_offer).map((row) => row.seat_section_id))
  for (const { seat_section_id, first, seats } of ground.sections) {
    if (onOffer.has(seat_section_id)) states.fill(seatState.free, first, first + seats)
  }
  markSeats(ground, states, now.held, seatState.held)
  markSeats(ground, states, now.taken, seatState.taken)
  markSeats(ground, states, now.blocked, seatState.not_for_sale)
  return packStates(states)
}

/** Only what was for sale can be taken; seats of other maps are not in the ground. */
export function markSeats({ sortedIds, indexes }: Ground, states: Uint8Array, ids: string | null, state: number): void {
  if (ids === null) return
  let id = 0
  for (let at = 0; at <= ids.length; at += 1) {
    const digit = at === ids.length ? -1 : ids.charCodeAt(at) - 48
    if (digit >= 0) {
      id = id * 10 + digit
      continue
    }
    const index = indexOf(sortedIds, indexes, id)
    if (index !== undefined && states[index] !== seatState.not_for_sale) states[index] = state
    id = 0
  }
}

function indexOf(sortedIds: Float64Array, indexes: Uint32Array, id: number): number | undefined {
  let low = 0
  let high = sortedIds.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const seatId = sortedIds[middle] ?? 0
    if (seatId === id) return indexes[middle]
    if (seatId < id) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
