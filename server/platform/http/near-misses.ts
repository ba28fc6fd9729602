/** Addresses are compared up to this length; longer ones are no slip of a finger. */
const PATH_MAX = 200
const SLIPS_MAX = 2

/**
 * The address that was probably meant: without its version (`/events`), without `/manage`, with a slash too many, in the singular,
 * or with a slip in one of its words. `patterns` are those of the routes, such as `/v1/events/:event_id`.
 */
export function nearestAddress(path: string, patterns: string[]): string | undefined {
  if (path.length > PATH_MAX) return undefined
  const given = path.toLowerCase().split('/').filter(Boolean)
  if (given.length === 0) return undefined
  const spellings = [given, ['v1', ...given], ['v1', 'manage', ...given.slice(given[0] === 'v1' ? 1 : 0)]]
  let nearest: { pattern: string; slips: number } | undefined
  for (const pattern of patterns) {
    const words = pattern.split('/').filter(Boolean)
    for (const spelling of spellings) {
      const slips = slipsBetween(spelling, words)
      if (slips < (nearest?.slips ?? SLIPS_MAX + 1)) nearest = { pattern, slips }
    }
  }
  return nearest?.pattern.replaceAll(/:([a-z_]+)/g, '{$1}')
}

/** In all words together; infinite where an id would have to stand for a word, or the other way round. */
function slipsBetween(given: string[], words: string[]): number {
  if (given.length !== words.length) return Number.POSITIVE_INFINITY
  let slips = 0
  for (const [at, word] of words.entries()) {
    const said = given[at] ?? ''
    if (word.startsWith(':')) continue
    slips += distance(said, word)
    if (slips > SLIPS_MAX) return Number.POSITIVE_INFINITY
  }
  return slips
}

/** Letters that are missing, too many or wrong. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > SLIPS_MAX) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
