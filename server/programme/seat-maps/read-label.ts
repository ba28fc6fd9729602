import { type Place, placeWords } from '../../../faces/kit/place.ts'

/** A seat with all that its label says. */
export type LabelledSeat = Place & { seat_id: number }

/** Labels name their parts by these words, in every language that labels are printed in. */
const SEAT_WORDS = wordsFor('seat')
const ROW_WORDS = wordsFor('row')
const AREA_WORDS = new Set([...wordsFor('block'), ...wordsFor('stand'), ...wordsFor('level'), ...wordsFor('aisle')])
const isWord = (token: string): boolean => SEAT_WORDS.has(token) || ROW_WORDS.has(token) || AREA_WORDS.has(token)

function wordsFor(name: 'stand' | 'block' | 'level' | 'aisle' | 'row' | 'seat'): Set<string> {
  return new Set(placeWords(name).flatMap(tokensOf))
}

/** Letters and digits without accents, cases and leading zeros: `Südtribüne, Block 01` is sudtribune, block, 1. */
function tokensOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => token.replace(/^0+(?=\d)/, ''))
}

const valuesOf = (text: string | null | undefined): string[] =>
  text ? tokensOf(text).filter((token) => !isWord(token)) : []

/** The values of a label, from the widest to the nearest, in whatever order its words name row and seat. */
export function readLabel(text: string): string[] {
  const area: string[] = []
  const row: string[] = []
  const seat: string[] = []
  let part = area
  for (const token of tokensOf(text)) {
    if (SEAT_WORDS.has(token)) part = seat
    else if (ROW_WORDS.has(token)) part = row
    else if (AREA_WORDS.has(token)) part = area
    else part.push(token)
  }
  return [...area, ...row, ...seat]
}

type Indexed = { seat: LabelledSeat; area: Set<string>; end: string[] }

/** Finds seats by their labels as people write them: the block may stand for the stand, and `A4` for row A, seat 4. */
export class SeatLabels {
  readonly #all: Indexed[]
  readonly #byEnd: Map<string, Indexed[]>

  constructor(seats: LabelledSeat[]) {
    this.#all = seats.map((seat) => ({
      seat,
      area: new Set([seat.section_label, seat.sub_section_title, seat.seat_level, seat.seat_aisle].flatMap(valuesOf)),
      end: [...valuesOf(seat.seat_row), ...valuesOf(seat.seat_title)],
    }))
    const ends = this.#all.flatMap((one) => [
      { key: one.end.join(' '), one },
      ...(one.end.length > 1 ? [{ key: one.end.join(''), one }] : []),
    ])
    this.#byEnd = new Map(
      [...Map.groupBy(ends, ({ key }) => key)].map(([key, found]) => [key, found.map(({ one }) => one)]),
    )
  }

  /** Every seat that the label may mean. */
  find(label: string): LabelledSeat[] {
    const values = readLabel(label)
    const seats = values.flatMap((_, at) => {
      const area = values.slice(0, at)
      return (this.#byEnd.get(values.slice(at).join(' ')) ?? []).filter((one) =>
        area.every((value) => one.area.has(value)),
      )
    })
    return [...new Set(seats.map(({ seat }) => seat))]
  }

  /** The seat that has most in common with the label. */
  nearest(label: string): LabelledSeat | undefined {
    const values = readLabel(label)
    let best: { seat: LabelledSeat; score: number } | undefined
    for (const { seat, area, end } of this.#all) {
      const inArea = values.filter((value) => area.has(value)).length
      const score = inArea + 2 * values.filter((value) => end.includes(value)).length
      if (score > 0 && score > (best?.score ?? 0)) best = { seat, score }
    }
    return best?.seat
  }
}
