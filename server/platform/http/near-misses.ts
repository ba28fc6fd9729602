/** Addresses are compared up to this length; longer ones are no slip of a finger. */
const PATH_MAX = 200
const SLIPS_MAX = 2

/**
 * The address that was probably meant: without its version (`/events`), without `/manage` or with it where it does not belong,
 * with a slash too many, in the singular, or with a slip in one of its words. `patterns` are those of the routes, such as `/v1/events/:event_id`.
 */
export function nearestAddress(path: string, patterns: string[]): string | undefined {
  if (path.length > PATH_MAX) return undefined
  const given = path.toLowerCase().split('/').filter(Boolean)
  if (given.length === 0) return undefined
  const rest = given.slice(given[0] === 'v1' ? 1 : 0)
  const plain = rest.slice(rest[0] === 'manage' ? 1 : 0)
  const spellings = [given, ['v1', ...rest], ['v1', ...plain], ['v1', 'manage', ...plain]]
  let nearest: { pattern: string; slips: number } | undefined
  for (const pattern of patterns) {
    const words = pattern.split('/').filter(Boolean)
    for (const [place, spelling] of spellings.entries()) {
      // Of two that are as near, the one under the same prefix as what was asked for.
      const slips = slipsBetween(spelling, words) + place / spellings.length
      if (slips < (nearest?.slips ?? SLIPS_MAX + 1)) nearest = { pattern, slips }
    }
  }
  return nearest?.pattern.replaceAll(/:([a-z_]+)/g, '{$1}')
}

/** The name that was probably meant: with a slip in it, or with a word of it left out or added (`event` for `event_id`). */
export function nearestName(given: string, names: string[]): string | undefined {
  if (given.length > PATH_MAX) return undefined
  const said = given.toLowerCase()
  const slips = (name: string) => (sharesWords(said, name) ? SLIPS_MAX : distance(said, name))
  const [nearest] = names
    .map((name) => ({ name, slips: slips(name) }))
    .filter(({ name, slips }) => slips <= SLIPS_MAX && slips < Math.min(name.length, said.length))
    .sort((one, other) => one.slips - other.slips)
  return nearest?.name
}

const sharesWords = (one: string, other: string) => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > SLIPS_MAX && `_${long}_`.includes(`_${short}_`)
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
