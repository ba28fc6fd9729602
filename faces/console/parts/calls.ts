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
