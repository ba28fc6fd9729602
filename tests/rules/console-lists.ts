import type { AnyList } from '../../faces/console/parts/list/description.ts'
import type { OpenApi, Schema } from '../../server/platform/openapi/openapi-types.ts'
import { operationsOf } from '../../server/platform/openapi/openapi-types.ts'
import { methodOf, resourceOf } from '../../server/platform/openapi/sdk-names.ts'
import { type OperationSpec, readOperations } from '../harness/operations.ts'
import { schemaFindings } from '../harness/schema-check.ts'

/** Operations by the name that the SDK gives them: `orders.listManaged`. */
export function operationsBySdkName(document: OpenApi): Map<string, OperationSpec> {
  const specs = new Map(readOperations(document).map((spec) => [spec.id, spec]))
  const names = Object.values(document.paths ?? {}).flatMap((item) =>
    operationsOf(item, document).flatMap(([, { operationId = '', tags }]) => {
      const { resource, noun } = resourceOf(tags?.[0] ?? '')
      const spec = specs.get(operationId)
      return spec ? [[`${resource}.${methodOf(operationId, noun)}`, spec] as const] : []
    }),
  )
  return new Map(names)
}

const isPlain = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** What a description promises that the API does not keep, or that staff on the page would miss. */
export function listFindings(list: AnyList, operations: Map<string, OperationSpec>): string[] {
  const operation = operations.get(list.operation)
  if (!operation) return [`there is no operation ${list.operation}`]
  return [
    ...operationFindings(list, operation),
    ...columnFindings(list),
    ...filterFindings(list, operation),
    ...csvFindings(list, operations),
    ...(isPlain(list.title) ? [] : ['it has no title']),
    ...(isPlain(list.empty.title) && isPlain(list.empty.text) ? [] : ['an empty list says nothing']),
  ]
}

const parameterOf = ({ parameters }: OperationSpec, name: string): Schema | undefined =>
  parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema

function operationFindings({ isWhole = false }: AnyList, operation: OperationSpec): string[] {
  const hasPages = ['limit', 'cursor'].every((name) => parameterOf(operation, name))
  const answers = operation.success.schema?.properties?.data?.type === 'array'
  return [
    ...(operation.method === 'GET' && answers ? [] : [`${operation.id} is not a list`]),
    ...(hasPages === isWhole ? [`${operation.id} has ${hasPages ? '' : 'no '}pages, and the list says otherwise`] : []),
  ]
}

function columnFindings({ columns }: AnyList): string[] {
  const labels = columns.map(({ label }) => label)
  return [
    ...(labels.length > 0 ? [] : ['it has no columns']),
    ...labels.filter((label) => !isPlain(label)).map(() => 'a column has no label'),
    ...labels.filter((label, index) => labels.indexOf(label) !== index).map((label) => `two columns are ${label}`),
    ...(columns.some(({ isMinor }) => !isMinor) ? [] : ['a phone would show no column at all']),
  ]
}

function filterFindings({ filters = [], search }: AnyList, operation: OperationSpec): string[] {
  const sent = filters.flatMap((filter): [name: string, value?: unknown][] => {
    if (filter.kind === 'choice') return filter.options.flatMap(({ sends }) => Object.entries(sends))
    return (filter.kind === 'linked' ? filter.parameters : [filter.parameter]).map((name) => [name])
  })
  const unknown = [...sent, ...(search ? [['search'] as [string]] : [])].flatMap(([name, value]) => {
    const schema = parameterOf(operation, name)
    if (!schema) return [`${operation.id} has no parameter ${name}`]
    return value === undefined ? [] : schemaFindings(schema, value).map((finding) => `${name}: ${finding}`)
  })
  const unsaid = filters
    .filter((filter) => filter.kind === 'choice' && filter.options[0]?.value !== '')
    .map(({ label }) => `${label} has no choice that counts without one`)
  const unlabelled = filters.filter(({ kind, label }) => kind !== 'linked' && !isPlain(label))
  return [
    ...new Set([...unknown, ...unsaid]),
    ...unlabelled.map(() => 'a filter has no label'),
    ...(search && !isPlain(search.label) ? ['the search has no label'] : []),
  ]
}

function csvFindings(described: AnyList, operations: Map<string, OperationSpec>): string[] {
  const { csv } = described
  if (!csv) return []
  const file = operations.get(`exports.${csv.export}`)
  if (!file) return [`there is no export ${csv.export}`]
  return [
    ...(file.path.startsWith('/v1/manage/exports/') && file.success.types.includes('text/csv')
      ? []
      : [`${file.id} is not a file`]),
    ...(file.scope === csv.needs ? [] : [`${file.id} needs ${file.scope}, not ${csv.needs}`]),
    ...(csv.isFiltered ? filterFindings(described, file) : []),
    ...(csv.isFiltered || (!described.filters && !described.search) ? [] : [`${file.id} has more than the list shows`]),
    ...(/\ball\b/i.test(csv.label) ? [] : ['the label of the file does not say that it has all of them']),
  ]
}
