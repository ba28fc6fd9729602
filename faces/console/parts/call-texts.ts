import type { Call } from './calls.ts'

/** For a terminal. The key is the reader's own: a session does not leave the browser. */
export function curlOf({ method, path, body }: Call, origin: string): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    '-H "Authorization: Bearer $GRANDSTAND_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Which function of the SDK a request is, and the ids of its path. */
type OperationOf = (method: string, path: string) => { name: string; ids: string[] } | undefined

/** The same by the SDK. */
export function sdkOf({ method, path, body }: Call, operationOf: OperationOf): string {
  const [bare = '', query = ''] = path.split('?')
  const input = body ?? (query === '' ? undefined : Object.fromEntries(new URLSearchParams(query)))
  const operation = operationOf(method, bare)
  const given = input === undefined ? [] : [literal(input)]
  if (!operation) return `await api.request(${[`'${method}'`, `'${bare}'`, ...given].join(', ')})`
  const ids = operation.ids.map((id) => (/^\d+$/.test(id) ? id : `'${id}'`))
  return `await api.${operation.name}(${[...ids, ...given].join(', ')})`
}

/** As a programmer would write it: names without quotes where they need none. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (value === null || typeof value !== 'object') return String(value)
  const fields = Object.entries(value).map(
    ([name, item]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(item)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
