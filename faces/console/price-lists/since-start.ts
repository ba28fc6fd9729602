const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** A moment told from the start of an event, in the largest unit that says it exactly. */
export function sinceStart(seconds: number): { count: number; unit: 'day' | 'hour' | 'minute'; isBefore: boolean } {
  const length = Math.abs(seconds)
  const fitting = UNITS.find((unit) => length % unit.seconds === 0 && length >= unit.seconds)
  const { unit, seconds: unitSeconds } = fitting ?? UNITS[2]
  return { count: Math.round(length / unitSeconds), unit, isBefore: seconds < 0 }
}
