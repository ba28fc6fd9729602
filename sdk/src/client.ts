import type { CallOptions } from './calling/call-options.ts'
import { createList, type Page } from './calling/list.ts'
import type { Operations } from './generated/operations.ts'
import { type Request, type Settings, send } from './send.ts'

export type { CallOptions } from './calling/call-options.ts'
export type { List } from './calling/list.ts'

export type ClientOptions = {
  /** Without one, a page of Grandstand's own calls as the person who is signed in there: the browser sends the cookie of the session. */
  key?: string
  /** `org_id` that a signed-in person works for; needed by people who work for several. */
  organisation?: () => string | undefined
  /** Where the API is: `https://tickets.example.org`. */
  url: string
  fetch?: typeof fetch
  /** Of one attempt; 30 seconds unless you say. */
  timeoutMs?: number
  /** How often a request is sent at most until it is answered; 4 unless you say. */
  attemptsMax?: number
}

export type Grandstand = Operations & {
  /** Any request, for what this version of the SDK does not know. */
  request(method: string, path: string, input?: unknown, options?: CallOptions): Promise<Response>
}

type Input = Record<string, unknown>

/** Which operations it has is the caller's to say: a page that calls few does not carry the rest. */
export function createClient(
  table: Record<string, string>,
  { key, organisation, url, ...options }: ClientOptions,
): Grandstand {
  const settings: Settings = {
    credentials: () => (key === undefined ? organisationHeader(organisation?.()) : { authorization: `Bearer ${key}` }),
    url: url.replace(/\/+$/, ''),
    fetch: (...request) => (options.fetch ?? fetch)(...request),
    timeoutMs: options.timeoutMs ?? 30_000,
    attemptsMax: options.attemptsMax ?? 4,
  }
  const resources = Object.entries(table).map(([resource, lines]) => [
    resource,
    Object.fromEntries(lines.split(';').map((line) => methodOf(settings, line.split(' ')))),
  ])
  return {
    ...Object.fromEntries(resources),
    request: (method: string, path: string, input?: unknown, call?: CallOptions) =>
      send(settings, requestOf(method, path, input as Input | undefined), call ?? {}, asIs),
  } as Grandstand
}

/** A function for a line of the table. It takes the ids of the path, then a query or a body, then how to call. */
function methodOf(settings: Settings, [name = '', verb = '', pattern = '', mark = '']: string[]) {
  const idCount = pattern.split('*').length - 1
  const method = (...given: unknown[]) => {
    const ids = given.slice(0, idCount)
    const path = pattern.replace(/\*/g, () => encodeURIComponent(String(ids.shift())))
    const rest = given.slice(idCount)
    const [input, options] = (mark.startsWith('n') ? [undefined, ...rest] : rest) as [Input?, CallOptions?]
    const [, kind, limit] = /([lr])(\d*)/.exec(mark) ?? []
    const call = <T>(given: Input | undefined, read: (response: Response) => T | Promise<T>) =>
      send(settings, requestOf(verb, path, given), options ?? {}, read)
    if (kind === 'r') return call(input, asIs)
    if (kind !== 'l') return call(input, (response) => response.json())
    const readPage = async (response: Response) => {
      return { page: (await response.json()) as Page, link: response.headers.get('link') }
    }
    return createList((page) => call(page, readPage), limit ? { limit, ...input } : { ...input })
  }
  return [name, method] as const
}

const organisationHeader = (orgId: string | undefined): Record<string, string> =>
  orgId === undefined ? {} : { 'grandstand-organisation': orgId }

const asIs = (response: Response): Response => response

function requestOf(method: string, path: string, input?: Input): Request {
  const isQuery = method === 'GET' || method === 'DELETE'
  return { method, path: path + (isQuery ? queryOf(input) : ''), body: isQuery ? undefined : input }
}

function queryOf(input: Input = {}): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}
