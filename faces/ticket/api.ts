import type { TicketPage } from '@grandstand/sdk'

/** What the address ends with. It goes to the API in a header: addresses are kept in more places. */
export const secret = location.pathname.slice('/t/'.length)

/** The API refused; `code` is one of its catalogue, and `fields` say what is wrong with what was typed. */
export class Refused extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  constructor(code: string, message: string, fields: Record<string, string>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** No answer came: there is no network, or none to speak of. */
export class Unreached extends Error {}

const PATIENCE_MS = 15_000

/** How far the server's clock is ahead of this one, as far as it is known: codes of the moment are made by the gate's time. */
let aheadMs: number | undefined

/** As it was when the page was kept, for a tab that is opened without a network. */
export function assumeAhead(ms: number): void {
  aheadMs ??= ms
}
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

function noteTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header has whole seconds; half of one is the best guess.
  aheadMs = date + 500 - Date.now()
}

async function ask(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Response> {
  const response = await fetch(`/v1/ticket_page${path}`, {
    method,
    headers: {
      'x-order-secret': secret,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => {
    throw new Unreached()
  })
  noteTime(response)
  if (response.ok) return response
  throw await refusalOf(response)
}

type ErrorBody = { error?: { code?: string; message?: string; errors?: { param: string; message: string }[] } }

async function refusalOf(response: Response): Promise<Error> {
  const { error } = (await response.json().catch(() => ({}))) as ErrorBody
  // What stands between us and the API, the page of a hotel's Wi-Fi for one, is no answer of ours.
  if (error?.code === undefined || response.status >= 500) return new Unreached()
  const fields = Object.fromEntries((error.errors ?? []).map(({ param, message }) => [param, message]))
  return new Refused(error.code, error.message ?? '', fields)
}

const read = async (response: Promise<Response>): Promise<TicketPage> => {
  const page: unknown = await (await response).json().catch(() => undefined)
  if (typeof page !== 'object' || page === null || !('tickets' in page)) throw new Unreached()
  return page as TicketPage
}

export const retrievePage = () => read(ask('GET', ''))

/** `attempt` is the same for the same wish, so that a fan who presses twice, or hears nothing, does it once. */
export const changePage = (method: 'POST' | 'PATCH', path: string, body: object, attempt: string) =>
  read(ask(method, path, body, attempt))

export const fetchPass = async (ticketId: number): Promise<Blob> =>
  (await ask('GET', `/tickets/${ticketId}/apple.pkpass`)).blob()

export const googleWalletLink = async (ticketId: number): Promise<string> => {
  const { url } = (await (await ask('GET', `/tickets/${ticketId}/google_wallet`)).json()) as { url: string }
  return url
}

export const fetchPdf = async (ticketId: number): Promise<Blob> =>
  (await ask('GET', `/tickets.pdf?ticket_id=${ticketId}`)).blob()
