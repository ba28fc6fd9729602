/** A request as the page has made it. */
export type Call = { method: string; path: string; body?: unknown; status: number; ms: number }

const KEPT_MAX = 20
let calls: Call[] = []
const listeners = new Set<() => void>()

export const recentCalls = (): Call[] => calls

export function onCalls(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What a page asks more than once is shown once. Passwords and codes go to /v1/staff, so nothing of that is kept. */
export function noteCall(call: Call): void {
  if (call.path.startsWith('/v1/staff')) return
  const isSame = (other: Call) => other.method === call.method && other.path === call.path && call.method === 'GET'
  const entry = { ...call, body: shortened(call.body) }
  calls = [entry, ...calls.filter((other) => !isSame(other))].slice(0, KEPT_MAX)
  for (const tell of listeners) tell()
}

const TEXT_MAX = 2000

/** A whole file, say, is neither kept nor shown: how it begins is enough to see what it was. */
function shortened(body: unknown): unknown {
  if (typeof body === 'string') return body.length > TEXT_MAX ? `${body.slice(0, TEXT_MAX)}…` : body
  if (Array.isArray(body)) return body.map(shortened)
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shortened(value)]))
}

/** A page shows its own calls, and none of the page before. */
export function forgetCalls(): void {
  calls = []
  for (const tell of listeners) tell()
}

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
