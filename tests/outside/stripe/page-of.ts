import type { Values } from './parameters.ts'

/** A page of a list that is newest first. */
export function pageOf<Item extends { id: string; created: number }>(url: string, items: Item[], values: Values) {
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = (values.created ?? {}) as { gte?: number; lt?: number }
  const within = items.filter(({ created }) => created >= gte && created < lt)
  const from = values.starting_after === undefined ? 0 : within.findIndex(({ id }) => id === values.starting_after) + 1
  const data = within.slice(from, from + Number(values.limit ?? 10))
  return { object: 'list', url, has_more: from + data.length < within.length, data }
}
