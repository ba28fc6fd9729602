import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export type VatRequest = {
  countryCode: string
  vatNumber: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}

type Entry = { name: string; address: string }
type Answering = (response: ServerResponse, asked: VatRequest) => void

/** Those of the service's own list. */
const MEMBERS = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')
const FIELDS = ['countryCode', 'vatNumber', 'requesterMemberStateCode', 'requesterNumber']

export type VatService = Awaited<ReturnType<typeof startVatService>>

/**
 * The EU's service for VAT numbers, as strict as it is: what it does not understand has one of its own errors, and only who asks with a number of
 * their own gets a proof.
 */
export async function startVatService(now: () => Date = () => new Date()) {
  const asked: VatRequest[] = []
  /** Whom the registers know, by number with its letters. */
  const register = new Map<string, Entry>()
  /** Countries whose office does not answer, and how the service says it. */
  const silent = new Map<string, string>()
  let answering: Answering | undefined
  let consultations = 0
  // What fails here fails the test that asked: its question is not answered.
  const server = createServer((request, response) => void take(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  after(stop)

  async function take(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const isAsked = request.method === 'POST' && request.url === '/vies/rest-api/check-vat-number'
    if (!isAsked) return send(response, 404, { actionSucceed: false })
    if (!String(request.headers['content-type']).startsWith('application/json')) return send(response, 415, {})
    const question = read(await text(request))
    if (!question) return refuse(response, 400, 'INVALID_INPUT')
    asked.push(question)
    return answering ? answering(response, question) : answer(response, question)
  }

  function answer(response: ServerResponse, question: VatRequest) {
    const { countryCode, vatNumber, requesterMemberStateCode: state, requesterNumber } = question
    if (!MEMBERS.includes(countryCode) || vatNumber === '') return refuse(response, 400, 'INVALID_INPUT')
    const requester = state === undefined ? undefined : `${state}${requesterNumber}`
    if (requester !== undefined && !register.has(requester)) return refuse(response, 400, 'INVALID_REQUESTER_INFO')
    const failure = silent.get(countryCode)
    if (failure) return refuse(response, 200, failure)
    const entry = register.get(countryCode + vatNumber)
    if (requester !== undefined) consultations += 1
    return send(response, 200, {
      countryCode,
      vatNumber,
      requestDate: now().toISOString(),
      valid: entry !== undefined,
      requestIdentifier: requester === undefined ? '' : `WAPIAAAA${consultations}`,
      name: entry?.name ?? '---',
      address: entry?.address ?? '---',
      traderName: '---',
      traderNameMatch: 'NOT_PROCESSED',
    })
  }

  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/vies/rest-api`,
    asked,
    register,
    silent,
    /** From now on; undefined: as the service does. */
    answer: (next: Answering | undefined) => {
      answering = next
    },
    stop,
  }
}

const send = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, error: string) =>
  send(response, status, { actionSucceed: false, errorWrappers: [{ error }] })

/** Texts by the names that it knows, a requester whole or not at all; nothing else is a question. */
function read(body: string): VatRequest | undefined {
  try {
    const said = JSON.parse(body) as Record<string, unknown>
    const isText = Object.entries(said).every(([name, value]) => FIELDS.includes(name) && typeof value === 'string')
    const isWhole = 'requesterMemberStateCode' in said === 'requesterNumber' in said
    return isText && isWhole && 'countryCode' in said && 'vatNumber' in said ? (said as VatRequest) : undefined
  } catch {
    return undefined
  }
}
