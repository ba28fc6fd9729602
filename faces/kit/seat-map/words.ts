import { groupBy } from '../group-by.ts'
import type { PlanSeat } from './plan.ts'

/** What the map says. Another language is another object of the same type, in a file of its own. */
export type SeatMapWords = typeof en

export const en = {
  map: 'Map',
  list: 'List',
  view: 'Show seats as',
  ground: 'All stands',
  pitch: 'Pitch',
  stands: 'Stands',
  free: (count: number) => (count === 1 ? '1 free' : `${count} free`),
  none: 'none free',
  from: (price: string) => `from ${price}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show the whole stand',
  best: (count: number) => (count === 1 ? 'Choose the best seat' : `Choose the best ${count} together`),
  noBest: (count: number) => `There are not ${count} free seats together here.`,
  row: 'Row',
  seat: (title: string) => `seat ${title}`,
  seats: (titles: string) => `seats ${titles}`,
  noRow: 'Row without a name',
  aisle: 'aisle',
  accessible: 'wheelchair space',
  companion: 'companion of a wheelchair user',
  restricted: 'restricted view',
  taken: 'taken',
  chosen: 'chosen',
  legendFree: 'Free',
  legendTaken: 'Taken or not for sale',
  legendChosen: 'Yours',
  legendAccessible: 'Wheelchair space or companion',
  legendRestricted: 'Restricted view',
  keys: 'Arrow keys move between seats, Enter chooses, plus and minus zoom, Escape goes back to all stands.',
  seatsOf: (stand: string) => `Seats of ${stand}`,
  single: (seat: string) => `That would leave a single seat: ${seat}. Take that one too, or sit one further.`,
  gone: (seats: string) => `No longer available: ${seats}. Please choose again.`,
  soldOut: 'No seat of this stand is free.',
}

const joined = (parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(', ')

/** "Block 2, Row A". */
export const rowOf = ({ row }: PlanSeat, words: SeatMapWords): string =>
  joined([row.section.subTitle, row.title !== null && `${words.row} ${row.title}`])

/** "seat 14, aisle, $32". */
export const labelInRow = (seat: PlanSeat, words: SeatMapWords, price: string | undefined): string =>
  joined([
    words.seat(seat.title),
    seat.aisle && words.aisle,
    seat.accessible && words.accessible,
    seat.companion && words.companion,
    seat.restricted && words.restricted,
    price,
  ])

/** "Block 2, Row A, seats 7, 8": what is chosen, row by row. */
export const chosenText = (chosen: PlanSeat[], words: SeatMapWords): string =>
  [...groupBy(chosen, ({ row }) => row).values()]
    .map((seats) => {
      const titles = seats.map(({ title }) => title).join(', ')
      return joined([seats[0] && rowOf(seats[0], words), (seats.length === 1 ? words.seat : words.seats)(titles)])
    })
    .join('; ')
