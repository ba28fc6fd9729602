import type { CardPage, TicketPage } from '@grandstand/sdk'

/** What the address ends with. It goes to the API in a header: addresses are kept in more places. */
export const secret = location.pathname.slice('/t/'.length)

/** Whether it opens the card of a member, and not tickets. */
export const isCard = secret.startsWith('crd_')

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

/** Whether this is a sandbox whose clock was moved. */
let isMoved = false
export const isClockMoved = (): boolean => isMoved

function noteTime({ headers }: Response): void {
  isMoved = headers.has('clock-ahead-seconds')
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header has whole seconds; half of one is the best guess.
  aheadMs = date + 500 - Date.now()
}

async function ask(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Response> {
  const response = await fetch(`${isCard ? '/v1/card_page' : '/v1/ticket_page'}${path}`, {
    method,
    headers: {
      [isCard ? 'x-card-secret' : 'x-order-secret']: secret,
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

/** What answers as the API would, and says something else, is between us and the API. */
const read = async <Page>(response: Promise<Response>, field: keyof Page & string): Promise<Page> => {
  const page: unknown = await (await response).json().catch(() => undefined)
  if (typeof page !== 'object' || page === null || !(field in page)) throw new Unreached()
  return page as Page
}

export const retrievePage = () => read<TicketPage>(ask('GET', ''), 'tickets')
export const retrieveCard = () => read<CardPage>(ask('GET', ''), 'card')

/** `attempt` is the same for the same wish, so that a fan who presses twice, or hears nothing, does it once. */
export const changePage = (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object, attempt: string) =>
  read<TicketPage>(ask(method, path, body, attempt), 'tickets')

/** A file, by its address below that of the page. */
export const fetchFile = async (path: string): Promise<Blob> => (await ask('GET', path)).blob()

export const googleWalletLink = async (path: string): Promise<string> => {
  const { url } = (await (await ask('GET', path)).json()) as { url: string }
  return url
}
