/*
 * Which seats of a stand are the best, where the club says that they are in its middle: nearest to the middle of the whole stand along its
 * rows, and to three fifths of the way up, from where one sees the whole pitch. Blocks of one stand are compared with each other, so that of
 * a block at its side the seats towards the middle are the best. A seat that would be left alone counts as four seats farther.
 */

export const bestSeatRules = ['front', 'middle'] as const
export type BestSeatRule = (typeof bestSeatRules)[number]

/** How far a section reaches, and where it is in its stand. */
export type SectionInStand = {
  middle: number
  frontRow: number
  backRow: number
  /** From the middle of the stand to that of the section, along its rows. */
  offset: number
  rowPitch: number
  seatPitch: number
}

const HEIGHT = 0.6
const SINGLE_COSTS = 4
/** Finer than any difference that a buyer could see; what two computers reckon otherwise is not. */
const PRECISION = 1e6

/** How far seats side by side are from the best place of the stand, given the middle of them. */
export function costInStand(
  { middle, row, singles }: { middle: number; row: number; singles: number },
  section: SectionInStand,
): number {
  const along = (middle - section.middle) * section.seatPitch + section.offset
  const height = row - section.frontRow - (section.backRow - section.frontRow) * HEIGHT
  return Math.round((Math.hypot(along, height * section.rowPitch) + singles * SINGLE_COSTS) * PRECISION)
}

export type SeatInRow = { seat_id: number; row_position: number; seat_position: number }

/** The best so many side by side of the free seats of a stand; of two equally good, the first section, the foremost row, the lower positions. */
export function bestInMiddle(
  sections: (SectionInStand & { free: SeatInRow[] })[],
  count: number,
): number[] | undefined {
  let best: { seatIds: number[]; cost: number } | undefined
  for (const section of sections)
    for (const [row, inRow] of [...Map.groupBy(section.free, (seat) => seat.row_position)].sort(([a], [b]) => a - b))
      for (const { seats, middle, singles } of blocksOf(inRow, count)) {
        const cost = costInStand({ middle, row, singles }, section)
        if (!best || cost < best.cost) best = { seatIds: seats.map(({ seat_id }) => seat_id), cost }
      }
  return best?.seatIds
}

/** Every way to take so many side by side out of the free seats of a row, and how many single seats each leaves. */
function blocksOf(row: SeatInRow[], count: number): { seats: SeatInRow[]; middle: number; singles: number }[] {
  const ordered = row.toSorted((a, b) => a.seat_position - b.seat_position)
  const isFree = (position: number) => ordered.some(({ seat_position }) => seat_position === position)
  return ordered.flatMap((first, start) => {
    const seats = ordered.slice(start, start + count)
    const last = seats.at(-1)
    if (seats.length < count || !last || last.seat_position - first.seat_position !== count - 1) return []
    const isSingle = (edge: number, beyond: number) => isFree(edge) && !isFree(beyond)
    const [before, after] = [first.seat_position - 1, last.seat_position + 1]
    const middle = (first.seat_position + last.seat_position) / 2
    return [{ seats, middle, singles: Number(isSingle(before, before - 1)) + Number(isSingle(after, after + 1)) }]
  })
}

type Laid = { x: number; y: number; rotation: number }

/** How far the middle of a section is from that of its stand, along its own rows; 0 where the club has not drawn it. */
export function offsetIn(stand: (Laid | null)[], layout: Laid | null): number {
  const drawn = stand.filter((each) => each !== null)
  if (!layout || drawn.length === 0) return 0
  const mean = (of: (each: Laid) => number) => drawn.reduce((sum, each) => sum + of(each), 0) / drawn.length
  const turn = (layout.rotation * Math.PI) / 180
  return (layout.x - mean(({ x }) => x)) * Math.cos(turn) + (layout.y - mean(({ y }) => y)) * Math.sin(turn)
}
