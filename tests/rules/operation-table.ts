import type { OperationExample } from '../examples/example.ts'
import type { House } from '../harness/house.ts'
import { isHealth, isOpen, isWrite, type OperationSpec } from '../harness/operations.ts'
import { keptExample } from './owed.ts'
import { idPlaces } from './owes-tenancy.ts'

/** An operation that the tests cannot try is as good as untested, so it has to have an example, and that a complete one. */
export async function tableFindings(
  house: House,
  operations: OperationSpec[],
  examples: Record<string, OperationExample>,
): Promise<string[]> {
  const findings = strayExamples(operations, examples)
  for (const operation of operations) {
    const { id, method, path } = operation
    const entry = examples[id]
    if (operation.scope === undefined && !isHealth(operation) && !isOpen(operation))
      findings.push(`${id}: declares no scope`)
    if (!entry)
      findings.push(`${id}: has no example; add ${id} for ${method} ${path} to its slice’s file in tests/examples`)
    else findings.push(...(await exampleFindings(house, operation, entry)).map((finding) => `${id}: ${finding}`))
  }
  return findings
}

function strayExamples(operations: OperationSpec[], examples: Record<string, OperationExample>): string[] {
  const ids = operations.map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  const stray = Object.keys(examples).filter((id) => !ids.includes(id))
  return [
    ...twice.map((id) => `${id}: is the operationId of two operations`),
    ...stray.map((id) => `${id}: has an example in tests/examples but is no operation`),
  ]
}

async function exampleFindings(house: House, operation: OperationSpec, entry: OperationExample): Promise<string[]> {
  const example = await keptExample({ house, operation, entry })
  const { params = {}, query = {}, filters = {}, body, otherBody, ids = {}, notIds = [] } = example
  const named: Record<string, object> = { path: params, query: { ...query, ...filters }, header: example.headers ?? {} }
  const unnamed = operation.parameters
    .filter(({ in: place, required }) => place !== 'header' || required)
    .filter(({ name, in: place }) => !(name in (named[place] ?? {})))
  const idsLeft = idPlaces(example).filter((place) => !(place in ids) && !notIds.includes(place))
  const isBodyComplete = !operation.body || (body && otherBody && JSON.stringify(body) !== JSON.stringify(otherBody))
  return [
    ...unnamed.map(({ name, required, in: place }) => {
      const where = place === 'path' ? 'params' : place === 'header' ? 'headers' : required ? 'query' : 'filters'
      return `its example gives no value for ${name}; add it to ${where}`
    }),
    ...idsLeft.map((place) => `its example does not say whose id ${place} is; add it to ids, or to notIds`),
    ...(isWrite(operation) && !isBodyComplete ? ['its example needs a body and an otherBody that differ'] : []),
  ]
}
