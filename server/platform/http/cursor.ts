import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import { pageOf } from './lists.ts'

const VERSION = 1

/**
 * A cursor says after which row the next page begins, and for which filters it was given out: going on with other
 * filters would skip rows without a word, so it is refused.
 */
export function encodeCursor(filters: Record<string, unknown>, position: (number | string)[]): string {
  return Buffer.from(JSON.stringify([VERSION, digest(filters), ...position])).toString('base64url')
}

export function decodeCursor(
  text: string,
  filters: Record<string, unknown>,
  kinds: ('number' | 'string')[],
): (number | string)[] {
  const [version, filterDigest, ...position] = parse(text)
  const fits =
    version === VERSION &&
    filterDigest === digest(filters) &&
    position.length === kinds.length &&
    kinds.every((kind, index) => isPosition(position[index], kind))
  if (!fits) throw new ApiError('cursor_invalid', { param: 'cursor' })
  return position as (number | string)[]
}

/** Of a list in the order of ids: the one after which the page begins, undefined on the first page. */
export const idInCursor = (text: string | undefined, filters: Record<string, unknown>): number | undefined =>
  text === undefined ? undefined : Number(decodeCursor(text, filters, ['number'])[0])

/** The page of rows of which the caller has read one more than it holds, and the cursor of the next page, if there is one. */
export function keysetPage<Row>(
  rows: Iterable<Row>,
  limit: number,
  filters: Record<string, unknown>,
  positionOf: (row: Row) => (number | string)[],
) {
  const { has_more, page } = pageOf([...rows], limit)
  const last = page.at(-1)
  return { has_more, page, next_cursor: has_more && last ? encodeCursor(filters, positionOf(last)) : null }
}

const isPosition = (value: unknown, kind: 'number' | 'string') =>
  kind === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\0')

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Absent and undefined filters are the same; order does not count. */
function digest(filters: Record<string, unknown>): string {
  const present = Object.entries(filters).filter(([, value]) => value !== undefined)
  const canonical = JSON.stringify(present.sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 12)
}
