type Json = Record<string, unknown>

const ERROR_TEXT: Record<string, string> = {
  '400': 'The request is not valid; `errors` lists every problem.',
  '401': 'No valid API key.',
  '402': 'The payment was declined, or failed.',
  '403': 'The key may not do this.',
  '404': 'No such object.',
  '409': 'The object’s state, or an Idempotency-Key in use, does not allow it.',
  '413': 'The body is too large.',
  '415': 'The body is neither a form nor JSON.',
  '422': 'The Idempotency-Key was used for a different request.',
  '429': 'A rate limit is used up; `Retry-After` says for how long.',
  '502': 'The payment provider could not be asked; nothing was charged.',
  '503': 'Try again shortly.',
}

/** Which refusals an operation can give follows from what it is; nobody has to remember to write them down. */
export function errorResponses(operation: {
  method: string
  hasParams: boolean
  scope: string
  charges: boolean
  mayConflict: boolean
}): Json {
  if (operation.scope === 'health') return refusals(['400', '503'])
  if (operation.scope === 'public') return refusals(['400', '429', '503'])
  const writes = operation.method !== 'GET'
  return refusals([
    '400',
    '401',
    ...(operation.charges ? ['402'] : []),
    '403',
    ...(operation.hasParams || writes ? ['404'] : []),
    ...(writes || operation.mayConflict ? ['409'] : []),
    ...(writes ? ['413', '415', '422'] : []),
    '429',
    ...(operation.charges ? ['502'] : []),
    '503',
  ])
}

const refusals = (statuses: string[]): Json =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ERROR_TEXT[status],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )

/** Every schema with a title becomes a component of that name, so that generated clients get names and not `def-0`. */
export function hoistTitled(document: Json, errorSchema: Json): Json {
  const components: Record<string, unknown> = {}
  const walk = (node: unknown, root: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, false))
    if (typeof node !== 'object' || node === null) return node
    const copy = Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item, false)]))
    const isSchema = typeof copy.title === 'string' && copy.type === 'object' && 'properties' in copy
    if (!isSchema || root) return copy
    const name = String(copy.title)
    const sameName = components[name]
    if (sameName && JSON.stringify(sameName) !== JSON.stringify(copy)) throw new Error(`two schemas are called ${name}`)
    components[name] = copy
    return { $ref: `#/components/schemas/${name}` }
  }
  const { components: otherComponents = {}, ...rest } = document
  const hoisted = walk(rest, false) as Json
  return {
    ...hoisted,
    components: { ...(otherComponents as Json), schemas: { Error: walk(errorSchema, true), ...sorted(components) } },
  }
}

const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
