import type { Example, Scalar } from '../examples/example.ts'
import type { OperationSpec } from '../harness/operations.ts'
import { filterChoices, type Query } from './owes-answers.ts'

const COMBINATIONS_MAX = 64

/**
 * No filter, each alone, all together; and since a choice such as `sort_field` changes the statement itself, every
 * combination of choices, with no other filter and with all of them. A cursor belongs to the filters it was given out for.
 */
export function queryChoices({ parameters }: OperationSpec, example: Example): Query[] {
  const plain = filterChoices(example).map(([, query]) => query)
  const { cursor: _cursor, ...all } = plain.at(-1) ?? {}
  const choices = parameters
    .filter(({ in: place, name, schema }) => place === 'query' && schema.enum && name in (example.filters ?? {}))
    .map(({ name, schema }) => ({ name, values: schema.enum as Scalar[] }))
  let combinations: Query[] = [{}]
  for (const { name, values } of choices) {
    const longer = combinations.flatMap((query) => values.map((value) => ({ ...query, [name]: value })))
    if (longer.length <= COMBINATIONS_MAX) combinations = longer
  }
  const combined = choices.length > 0 ? combinations.flatMap((query) => [query, { ...all, ...query }]) : []
  const alone = choices.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })))
  return [...plain, ...alone, ...combined]
}
