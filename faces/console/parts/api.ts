import { consoleClient, GrandstandError } from '@grandstand/sdk/console'
import { noteCall } from './calls.ts'
import { explainProblem } from './field-problems.ts'

/** Which of their organisations a person works for, in this tab; a new tab begins with the one chosen last. */
const ORGANISATION = 'grandstand.organisation'
let organisation = sessionStorage.getItem(ORGANISATION) ?? localStorage.getItem(ORGANISATION) ?? undefined

export const chosenOrganisation = (): string | undefined => organisation

export function chooseOrganisation(orgId: string | undefined): void {
  organisation = orgId
  for (const store of [sessionStorage, localStorage])
    orgId === undefined ? store.removeItem(ORGANISATION) : store.setItem(ORGANISATION, orgId)
}

/** Set by the parts of the page that answer: the sign-in, what knows one's role, and the dialog that asks who one is. */
export const asks: { signedOut(): void; refused(): void; proof(): Promise<boolean> } = {
  signedOut: () => {},
  refused: () => {},
  proof: async () => false,
}

/** Without any cookie, after signing out in another tab or a week, an operation that takes keys as well asks for a key. */
const SIGNED_OUT = ['session_missing', 'session_invalid', 'api_key_missing']

/** How far the service's clock is ahead of the reader's, and whether it is that of a sandbox that was moved. */
const clock = { aheadMs: 0, isMoved: false }

export const serverNow = (): number => Date.now() + clock.aheadMs
export const isClockMoved = (): boolean => clock.isMoved

/** Calls of a page of ours, by the session. What wants a proof is asked again with the same Idempotency-Key once there is one. */
const fetchAsStaff: typeof fetch = async (input, init) => {
  const began = performance.now()
  const response = await fetch(input, init)
  const path = String(input).slice(location.origin.length)
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  // What is about the person alone has the real time.
  if (path.startsWith('/v1/manage/') || path === '/v1/organisation') {
    clock.aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0
    clock.isMoved = response.headers.has('clock-ahead-seconds')
  }
  noteCall({ method: init?.method ?? 'GET', path, body, status: response.status, ms: performance.now() - began })
  if (response.status !== 401 && response.status !== 403) return response
  const code = await codeIn(response.clone())
  if (code !== undefined && SIGNED_OUT.includes(code)) asks.signedOut()
  if (code === 'scope_missing' || code === 'role_missing') asks.refused()
  // Typing a password takes longer than a request may; the time of the first one does not count for the second.
  if (code === 'proof_required' && (await asks.proof())) return fetchAsStaff(input, { ...init, signal: null })
  return response
}

async function codeIn(response: Response): Promise<string | undefined> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code?: string } }
  return error?.code
}

/** The first page has what it calls at once; every other awaits `loadOperations` before it is loaded. */
export const { api, loadAll: loadOperations } = consoleClient({
  url: location.origin,
  organisation: chosenOrganisation,
  fetch: fetchAsStaff,
})

export const codeOf = (error: unknown): string | undefined =>
  error instanceof GrandstandError ? error.code : undefined

/** By the name of the form's field: the API names each parameter that it did not like. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof GrandstandError)) return {}
  const problems =
    error.errors ??
    (error.param === undefined ? [] : [{ param: error.param, code: error.code, message: error.message }])
  return Object.fromEntries(
    problems.map((problem) => [problem.param.replace(/^\w+\[(\w+)\]$/, '$1'), explainProblem(problem)]),
  )
}
