import { groupBy } from '../group-by.ts'
import { costInStand } from './best-in-middle.ts'
import type { PlanRow, PlanSeat, PlanSection } from './plan.ts'

/** Whether one may have the seat. */
export type IsFree = (seat: PlanSeat) => boolean

/**
 * What a click on a free seat makes of the choice, for a buyer who wants so many: neighbours, the seat among them, as many as are still
 * wanted; the seat alone where there are not so many side by side. A buyer who has as many as they want begins anew. A click on a seat that
 * is chosen gives it back.
 */
export function chooseAt(seat: PlanSeat, chosen: PlanSeat[], wanted: number, isFree: IsFree): PlanSeat[] {
  if (chosen.includes(seat)) return chosen.filter((other) => other !== seat)
  const remaining = chosen.length >= wanted ? [] : chosen
  const canHave: IsFree = (other) => isFree(other) && !remaining.includes(other)
  const block = neighboursAt(seat, wanted - remaining.length, canHave)
  return [...remaining, ...(block ?? [seat])]
}

/** So many seats side by side, the given one among them: with the fewest single seats left, then the nearest to it. */
export function neighboursAt(seat: PlanSeat, count: number, isFree: IsFree): PlanSeat[] | undefined {
  const isAlike: IsFree = (other) => isFree(other) && isReserved(other) === isReserved(seat)
  const run = freeRuns(seat.row, isAlike).find((seats) => seats.includes(seat))
  if (!run) return undefined
  const blocks = blocksOf(run, count).filter(({ seats }) => seats.includes(seat))
  return leastOf(blocks, ({ singles, middle }) => [singles, Math.abs(middle - seat.position)])?.seats
}

/**
 * The best so many side by side, as the service chooses them: of the first stand that has them, by the rule of that stand. In front: of its
 * first section that has them the foremost row, with the fewest single seats left in that row, as near as possible to its middle; of two
 * equally near, the lower positions. In the middle: see best-in-middle.ts. Places for wheelchairs and beside
 * them are chosen only for a buyer who asked for them.
 */
export function bestAvailable(
  sections: PlanSection[],
  count: number,
  isFree: IsFree,
  isForWheelchairs = false,
): PlanSeat[] | undefined {
  const canBe: IsFree = (seat) => isFree(seat) && isReserved(seat) === isForWheelchairs
  for (const stand of groupBy(sections, ({ title }) => title).values()) {
    const best = stand[0]?.ranking.rule === 'middle' ? inMiddle(stand) : inFront(stand)
    if (best) return best
  }
  return undefined

  function inMiddle(stand: PlanSection[]): PlanSeat[] | undefined {
    const blocks = stand.flatMap((section) => {
      const rows = section.rows()
      const ends = { frontRow: rows[0]?.position ?? 0, backRow: rows.at(-1)?.position ?? 0 }
      return rows.flatMap((row) =>
        freeRuns(row, canBe)
          .flatMap((run) => blocksOf(run, count))
          .map((block) => ({
            ...block,
            cost: costInStand({ ...block, row: row.position }, { ...section.ranking, ...ends }),
          })),
      )
    })
    return leastOf(blocks, ({ cost }) => [cost])?.seats
  }

  function inFront(stand: PlanSection[]): PlanSeat[] | undefined {
    for (const section of stand) {
      for (const row of section.rows()) {
        const runs = freeRuns(row, canBe)
        const blocks = runs.flatMap((run) => blocksOf(run, count))
        const best = leastOf(blocks, ({ singles, middle }) => [singles, Math.abs(middle - row.middle)])
        if (best) return best.seats
      }
    }
    return undefined
  }
}

/**
 * Free seats that a choice leaves alone between others, where it need not: as many seats of the same free seats side by side, chosen
 * otherwise, would leave fewer. Places for wheelchairs and beside them are for fans who need them, and stand alone anyway.
 */
export function singlesLeft(chosen: PlanSeat[], isFree: IsFree): PlanSeat[] {
  const rows = new Set(chosen.map(({ row }) => row))
  return [...rows].flatMap((row) =>
    freeRuns(row, isFree).flatMap((run) => {
      const count = run.filter((seat) => chosen.includes(seat)).length
      if (count === 0 || run.length === 1) return []
      const singles = runsOf(run.filter((seat) => !chosen.includes(seat))).filter(isSingle)
      const unavoidable = leastOf(blocksOf(run, count), (block) => [block.singles])?.singles ?? 0
      return singles.length > unavoidable ? singles.flat() : []
    }),
  )
}

/** For a fan in a wheelchair, and their companion: taken by name, and never by the way. */
const isReserved = ({ accessible, companion }: PlanSeat): boolean => accessible || companion

const isSingle = (run: PlanSeat[]): boolean => run.length === 1 && !run.some(isReserved)

const freeRuns = (row: PlanRow, isFree: IsFree): PlanSeat[][] => runsOf(row.seats.filter(isFree))

/** Seats of a row, in order, cut wherever two are not neighbours. */
function runsOf(seats: PlanSeat[]): PlanSeat[][] {
  const runs: PlanSeat[][] = []
  for (const seat of seats) {
    const run = runs.at(-1)
    if (run?.at(-1)?.position === seat.position - 1) run?.push(seat)
    else runs.push([seat])
  }
  return runs
}

type Block = { seats: PlanSeat[]; singles: number; middle: number }

/** Every way to take so many side by side out of free seats side by side, and the single seats that each leaves. */
function blocksOf(run: PlanSeat[], count: number): Block[] {
  if (count < 1 || count > run.length) return []
  return Array.from({ length: run.length - count + 1 }, (_, start) => {
    const seats = run.slice(start, start + count)
    const rest = [run.slice(0, start), run.slice(start + count)]
    const middle = ((seats[0]?.position ?? 0) + (seats.at(-1)?.position ?? 0)) / 2
    return { seats, singles: rest.filter(isSingle).length, middle }
  })
}

/** The first of those whose figures are least, compared one after the other. */
function leastOf<T>(items: T[], figuresOf: (item: T) => number[]): T | undefined {
  let best: { item: T; figures: number[] } | undefined
  for (const item of items) {
    const figures = figuresOf(item)
    if (!best || isLess(figures, best.figures)) best = { item, figures }
  }
  return best?.item
}

function isLess(a: number[], b: number[]): boolean {
  const n = a.findIndex((figure, index) => figure !== b[index])
  return n >= 0 && (a[n] ?? 0) < (b[n] ?? 0)
}
