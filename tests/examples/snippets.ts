import { type Snippet, variablesOf } from '../../server/platform/docs/snippet.ts'
import type { OperationSpec } from '../harness/operations.ts'
import type { Example } from './example.ts'

/** Texts that name a row without being its id, so that a reader has to put in their own. */
const NAMES_A_ROW = /(?:_code|barcode|token|secret|cursor|^after|^before|^nonce)$/i

/**
 * What the reference shows of an example: its ids, and whatever else is different each time that it is made, are variables;
 * a name or an address that only counts up stays as it is.
 */
export function snippetOf({ parameters }: OperationSpec, example: Example, another: Example): Snippet {
  const limit = parameters.some(({ name, in: place }) => place === 'query' && name === 'limit') ? { limit: 2 } : {}
  const { org: _, ...body } = example.body ?? {}
  const named = createNames()
  const parts = {
    params: example.params ?? {},
    query: { ...limit, ...example.query },
    headers: example.headers ?? {},
    body,
  }
  const walk = (value: unknown, other: unknown, path: string[]): unknown => {
    if (Array.isArray(value))
      return value.map((inner, index) => walk(inner, at(other, String(index)), [...path, String(index)]))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .map(([key, inner]) => [key, walk(inner, at(other, key), [...path, key])]),
      )
    if (isOwn(value, other, path, example)) return named(path, value)
    return value === other || typeof value !== 'string' ? value : counted(value)
  }
  const creation = Object.entries(parts)
    .map(([part, value]) => [part, walk(value, another[part as keyof Example], [part])] as const)
    .filter(([, value]) => Object.keys(value as object).length > 0)
  return Object.fromEntries(creation) as Snippet
}

const at = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined

function isOwn(value: unknown, other: unknown, path: string[], { ids = {} }: Example): boolean {
  if (ids[path.join('.')] !== undefined) return true
  if (typeof value === 'boolean' || value === null) return false
  if (NAMES_A_ROW.test(nameOf(path)) && value !== other) return true
  const isCounted = typeof value === 'string' && typeof other === 'string' && counted(value) === counted(other)
  return value !== other && other !== undefined && !isCounted
}

const counted = (text: string): string => text.replaceAll(/-\d+/g, '')
const nameOf = (path: string[]): string => path.findLast((part) => !/^\d+$/.test(part)) ?? ''

/** The same value has the same name; another of the same kind is counted. */
function createNames(): (path: string[], value: unknown) => string {
  const known = new Map<string, unknown>()
  return (path, value) => {
    const base = nameOf(path).replace(/^x-/i, '').replace(/_ids$/, '_id').toUpperCase().replaceAll(/\W/g, '_')
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? base : `${base}_${n}`
      if (!known.has(name) || known.get(name) === value) {
        known.set(name, value)
        return `$${name}`
      }
    }
  }
}

/** What the variables of a snippet stand for in an example that was made just now. */
export const environmentOf = (snippet: Snippet, example: Example): Record<string, string> =>
  Object.fromEntries(variablesOf(snippet).map(({ name, path }) => [name, String(path.reduce<unknown>(at, example))]))
