import type { OpenApi } from './openapi-types.ts'

/** What is said to people. No program depends on it, so it may change at any time. */
const WORDS = new Set(['description', 'summary', 'title', 'tags', 'examples', 'info', 'servers'])

/** Below these a key is a name of ours (of a path, a field, a status) and never one of the WORDS. */
const NAMED = new Set(['paths', 'properties', 'schemas', 'parameters', 'requestBodies', 'responses', 'content'])

/** As much of a description as binds later versions: everything that `breakingChanges` compares. */
export const contractOf = (document: OpenApi): OpenApi => withoutWords(document, false) as OpenApi

function withoutWords(node: unknown, isNamed: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutWords(item, false))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isNamed || !WORDS.has(key))
      .map(([key, value]) => [key, withoutWords(value, !isNamed && NAMED.has(key))]),
  )
}

/** One line for each path and each component: short enough to keep, and a diff says which of them changed. */
export function printContract({ security = [], paths = {}, components = {} }: OpenApi): string {
  const lines = (record: object) =>
    Object.entries(record)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  const { parameters = {}, requestBodies = {}, responses = {}, schemas = {} } = components
  const shared = Object.entries({ parameters, requestBodies, responses, schemas })
    .map(([kind, record]) => `${JSON.stringify(kind)}:{\n${lines(record)}\n}`)
    .join(',')
  return `{"security":${JSON.stringify(security)},"paths":{\n${lines(paths)}\n},"components":{${shared}}}\n`
}
