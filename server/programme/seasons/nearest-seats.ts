export type SeatPosition = {
  title: string
  sub_section_title: string | null
  row_position: number
  seat_position: number
}

export type NearbySeat = SeatPosition & { seat_id: number }

/**
 * For each seat that is gone, in their order, the nearest of the free seats in the section of the same name: in its block, then in its row,
 * then beside it. No seat is proposed twice.
 */
export function nearestSeats<Free extends NearbySeat>(gone: SeatPosition[], free: Free[]): (Free | undefined)[] {
  const bySection = Map.groupBy(free, ({ title }) => title)
  const given = new Set<number>()
  return gone.map((seat) => {
    const near = (bySection.get(seat.title) ?? []).filter(({ seat_id }) => !given.has(seat_id))
    const [first] = near.toSorted((a, b) => compare(distance(seat, a), distance(seat, b)) || a.seat_id - b.seat_id)
    if (first) given.add(first.seat_id)
    return first
  })
}

type Distance = [block: number, rows: number, seats: number]

const distance = (from: SeatPosition, to: SeatPosition): Distance => [
  Number(from.sub_section_title !== to.sub_section_title),
  Math.abs(from.row_position - to.row_position),
  Math.abs(from.seat_position - to.seat_position),
]

const compare = (a: Distance, b: Distance): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
