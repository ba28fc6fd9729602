import { type TProperties, type TSchema, Type } from 'typebox'
import { Integer } from './schema.ts'

/** `{object, url, has_more, …extras, data}`: what most lists answer. */
export const ListOf = <Item extends TSchema, Extras extends TProperties = Record<never, never>>(
  object: string,
  item: Item,
  extras?: Extras,
) =>
  Type.Object({
    object: Type.Unsafe<string>({ type: 'string', const: object, description: 'the kind of the items' }),
    url: Type.String({ description: 'path of the list' }),
    has_more: Type.Boolean({ description: 'true when further items exist' }),
    ...((extras ?? {}) as Extras),
    data: Type.Array(item),
  })

export const PageNumber = Integer({ minimum: 1, maximum: 10_000_000, default: 1, description: 'page to read, from 1' })

export const Limit = (most: number, usual: number) =>
  Integer({ minimum: 1, maximum: most, default: usual, description: 'items on a page' })

export const Search = Type.String({ minLength: 1, maxLength: 200, description: 'free text, any case' })

/** The caller reads one row more than the page holds; that row answers `has_more` without counting. */
export const pageOf = <Row>(rows: Row[], limit: number): { has_more: boolean; page: Row[] } => ({
  has_more: rows.length > limit,
  page: rows.length > limit ? rows.slice(0, limit) : rows,
})

/**
 * A needle for `like lower(…)`: what the caller wrote is text, not a pattern. The database makes both sides small, because
 * its rules and JavaScript's differ (for a Greek final sigma, or a Turkish dotted I).
 */
export const likeNeedle = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
