/** What a clock in the zone shows at a moment: 2026-03-14T19:30, as a form field takes it. */
export function wallTime(unix: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(unix * 1000)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The moment at which a clock in the zone shows it. The zone's offset is that of the moment itself, so the first guess is corrected
 * once; an hour that the clock skips is the one after it.
 */
export function momentOf(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall}:00Z`) / 1000
  const offsetAt = (unix: number) => Date.parse(`${wallTime(unix, zone)}:00Z`) / 1000 - unix
  const guess = asUtc - offsetAt(asUtc)
  return asUtc - offsetAt(guess)
}

/**
 * What a field says now. An untouched one keeps its moment: in the hour that comes twice when clocks are set back, the same
 * text is two moments.
 */
export function changedMoment(wall: string | undefined, before: number | null, zone: string): number | null {
  if (wall === undefined) return null
  return before !== null && wallTime(before, zone) === wall ? before : momentOf(wall, zone)
}
