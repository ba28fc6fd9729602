/** The service cannot be reached, or has no time just now: nothing is known of what was asked. */
export class Unreached extends Error {}

/** Nor has it said no: there was no time to wait for it. */
export class Slow extends Unreached {}

/** Too often: it has to wait. */
export class Delayed extends Unreached {}

/** The service has answered that it will not. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The key opens nothing any more, and never will again. */
export const isRevoked = (error: unknown): boolean =>
  error instanceof Refused && ['api_key_revoked', 'api_key_invalid', 'api_key_expired'].includes(error.code)

type Asked = { key?: string | undefined; body?: object; timeoutMs?: number; headers?: Record<string, string> }

const TIMEOUT_MS = 20_000
/** What says nothing about the request itself: it may well succeed when it is sent again. */
const isPassing = (status: number) => status >= 500 || status === 408

/** One call of the API. */
export type Ask = <T>(method: string, path: string, asked?: Asked) => Promise<T>

/** `fetch` is the browser's own, or what a test puts in its place; without an origin the API is where the page is. */
export const askBy =
  (fetch: typeof globalThis.fetch, origin = ''): Ask =>
  async (method, path, asked = {}) => {
    const { key, body, timeoutMs = TIMEOUT_MS, headers } = asked
    let response: Response
    try {
      response = await fetch(origin + path, {
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A gate key is all that counts; a supervisor's cookie goes where there is none.
        credentials: key === undefined ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return await response.json()
    } catch (error) {
      throw error instanceof Error && error.name === 'TimeoutError' ? new Slow(path) : new Unreached(path)
    }
    if (response.status === 429) throw new Delayed(`${path} answers 429`)
    if (isPassing(response.status)) throw new Unreached(`${path} answers ${response.status}`)
    const { error } = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } }
    // Not ours: a page that some network puts in front of everything.
    if (error?.code === undefined) throw new Unreached(`${path} answers ${response.status}`)
    throw new Refused(response.status, error.code, error.message ?? error.code)
  }

export const ask: Ask = askBy((...request) => fetch(...request))
