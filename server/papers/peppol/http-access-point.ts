import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import type { AccessPoint, DeliveryProgress, Handed, Handing, NotTaken, Unavailable } from './access-point.ts'

const TIMEOUT_MS = 20_000
const ANSWER_BYTES_MAX = 16 * 1024
const PROBLEM_MAX = 300
const REFERENCE = /^[\x21-\x7e]{1,200}$/
/** Only what says that this very file will never be taken ends it; a wrong token or address is mended, and then it goes. */
const REFUSALS = new Set([400, 409, 413, 415, 422])

type Calls = { outbound: Outbound; url: string; token: string; timeoutMs?: number }

/** The access point at an address of the organisation's choosing, by the contract of docs/guides/peppol.md. */
export function httpAccessPoint({ outbound, url, token, timeoutMs = TIMEOUT_MS }: Calls): AccessPoint {
  const base = withoutTrailingSlashes(url)
  const ask = async (method: 'GET' | 'POST', at: string, headers: Record<string, string> = {}, body?: string) => {
    try {
      const answer = await outbound.send(at, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': 'Grandstand',
          ...headers,
        },
        timeoutMs,
        bodyBytesMax: ANSWER_BYTES_MAX,
        beyond: 'fail',
        ...(body !== undefined && { body }),
      })
      return { ...answer, said: readJson(answer) }
    } catch (error) {
      if (error instanceof OutboundError) return unavailable(troubles[error.code] ?? 'it cannot be reached')
      throw error
    }
  }
  return {
    async send(handing: Handing): Promise<Handed> {
      const answer = await ask('POST', base, headersOf(handing), handing.file)
      if ('kind' in answer) return answer
      const { status, said } = answer
      if (REFUSALS.has(status)) return refused(said)
      if (status !== 200 && status !== 202) return unavailable(statusProblem(status))
      const { id } = said ?? {}
      return typeof id === 'string' && REFERENCE.test(id)
        ? { kind: 'taken', reference: id }
        : unavailable('its answer has no id')
    },
    async stateOf(reference): Promise<DeliveryProgress> {
      const answer = await ask('GET', `${base}/${encodeURIComponent(reference)}`)
      if ('kind' in answer) return answer
      const { status, said } = answer
      if (status !== 200) return unavailable(statusProblem(status))
      if (said?.state === 'failed') return refused(said)
      if (said?.state === 'delivered') return { kind: 'delivered' }
      return said?.state === 'sending' ? { kind: 'under_way' } : unavailable('its answer has no state')
    },
    async test() {
      const answer = await ask('GET', base)
      if ('kind' in answer) return answer.problem
      return answer.status === 200 && answer.said ? null : statusProblem(answer.status)
    },
  }
}

const LIST = 'iso6523-actorid-upis::'

const headersOf = ({ sender, receiver, documentType, process, key }: Handing): Record<string, string> => ({
  'content-type': 'application/xml; charset=utf-8',
  'idempotency-key': key,
  'peppol-sender': LIST + sender,
  'peppol-receiver': LIST + receiver,
  'peppol-document-type': documentType,
  'peppol-process': process,
})

/** An object of JSON; undefined for whatever else came. */
function readJson({ headers, body }: OutboundAnswer): Record<string, unknown> | undefined {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined
  try {
    const said: unknown = JSON.parse(body.toString('utf8'))
    return typeof said === 'object' && said !== null && !Array.isArray(said)
      ? (said as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const refused = (said: Record<string, unknown> | undefined): NotTaken => ({
  kind: 'refused',
  reason: said?.reason === 'not_registered' ? 'not_registered' : 'refused',
  problem: plainText(said?.problem),
})

const unavailable = (problem: string): Unavailable => ({ kind: 'unavailable', problem })

/** One line of what strangers wrote, for a page of ours. */
function plainText(said: unknown): string | null {
  if (typeof said !== 'string') return null
  const text = said.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
  return text.trim().slice(0, PROBLEM_MAX).toWellFormed() || null
}

const statusProblem = (status: number): string =>
  status === 401 || status === 403 ? 'it does not take the token' : `it answered ${status}`

const troubles: Partial<Record<OutboundError['code'], string>> = {
  address_not_allowed: 'its address is not public',
  name_not_found: 'its name is not known',
  refused: 'nothing answers at its address',
  timeout: 'it does not answer in time',
  tls: 'its certificate is not valid',
  reset: 'it broke off',
  answer_too_large: 'its answer is too large',
  answer_malformed: 'its answer is no HTTP',
}
