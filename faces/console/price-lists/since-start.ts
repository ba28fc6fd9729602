const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

type Part = { count: number; unit: (typeof UNITS)[number]['unit'] }

/** A moment told from the start of an event, in days, hours and minutes; at the start itself there are none. */
export function sinceStart(seconds: number): { parts: Part[]; isBefore: boolean } {
  let left = Math.abs(seconds)
  const parts = UNITS.map(({ unit, seconds: length }) => {
    const count = Math.floor(left / length)
    left -= count * length
    return { count, unit }
  })
  return { parts: parts.filter(({ count }) => count > 0), isBefore: seconds < 0 }
}
