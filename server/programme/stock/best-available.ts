export type FreeSeat = { seat_id: number; row_position: number; seat_position: number; row_middle: number }

/**
 * The best `count` seats side by side among the free seats of one section: in the row nearest the front (the lowest row
 * position) that has so many neighbours free, those that leave the fewest single seats behind; of these the ones whose middle is
 * nearest the middle of the row; of two that are equally near, the ones with the lower positions. Undefined where no row has them.
 */
export function bestSeats(free: FreeSeat[], count: number): number[] | undefined {
  const rows = [...Map.groupBy(free, (seat) => seat.row_position)].sort(([a], [b]) => a - b)
  for (const [, row] of rows) {
    const best = bestInRow(
      row.toSorted((a, b) => a.seat_position - b.seat_position),
      count,
    )
    if (best) return best.map((seat) => seat.seat_id)
  }
  return undefined
}

function bestInRow(row: FreeSeat[], count: number): FreeSeat[] | undefined {
  let best: FreeSeat[] | undefined
  let fewest = Number.POSITIVE_INFINITY
  let nearest = Number.POSITIVE_INFINITY
  for (let start = 0; start + count <= row.length; start += 1) {
    const run = row.slice(start, start + count)
    const first = run[0]
    const last = run[count - 1]
    // Neighbours have positions that differ by one, so a run without a gap is as long as its positions say.
    if (!first || !last || last.seat_position - first.seat_position !== count - 1) continue
    const distance = Math.abs((first.seat_position + last.seat_position) / 2 - first.row_middle)
    const singles = Number(isSingle(row, start - 1)) + Number(isSingle(row, start + count, 1))
    if (singles < fewest || (singles === fewest && distance < nearest)) {
      fewest = singles
      nearest = distance
      best = run
    }
  }
  return best
}

/** Whether the seat at the index, on the edge of those that are chosen, is free and has no free neighbour on its other side. */
function isSingle(row: FreeSeat[], index: number, away = -1): boolean {
  const position = (at: number) => row[at]?.seat_position
  const edge = position(index)
  return edge !== undefined && position(index - away) === edge - away && position(index + away) !== edge + away
}

/** How many seats side by side there are at most. */
export function longestRun(free: FreeSeat[]): number {
  let longest = 0
  for (const [, row] of Map.groupBy(free, (seat) => seat.row_position)) {
    const positions = row.map((seat) => seat.seat_position).sort((a, b) => a - b)
    let run = 0
    for (const [index, position] of positions.entries()) {
      run = positions[index - 1] === position - 1 ? run + 1 : 1
      longest = Math.max(longest, run)
    }
  }
  return longest
}
