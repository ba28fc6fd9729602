import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import type { EuVatId } from './eu-vat-id.ts'
import type { AskVatService, RegisterEntry, Silence, VatProblem, VatQuestion } from './vat-answer.ts'

/** Offices of the countries take their time. */
const TIMEOUT_MS = 20_000
const BODY_BYTES_MAX = 64 * 1024
const NAME_MAX = 500
const ADDRESS_MAX = 1000

type Failure = { kind: 'failed'; problem: VatProblem; silence: Silence }
type Reading = { kind: 'answered'; entry: RegisterEntry } | { kind: 'requester_refused' } | Failure

const failure = (problem: VatProblem, silence: Silence): Failure => ({ kind: 'failed', problem, silence })

/** What the service calls its failures. */
const FAILURES = new Map<string, Failure>([
  ['MS_UNAVAILABLE', failure('country_unavailable', 'country')],
  ['MS_MAX_CONCURRENT_REQ', failure('country_unavailable', 'country')],
  ['MS_MAX_CONCURRENT_REQ_TIME', failure('country_unavailable', 'country')],
  ['TIMEOUT', failure('country_unavailable', 'country')],
  ['GLOBAL_MAX_CONCURRENT_REQ', failure('service_busy', 'service')],
  ['GLOBAL_MAX_CONCURRENT_REQ_TIME', failure('service_busy', 'service')],
  ['SERVICE_UNAVAILABLE', failure('service_busy', 'service')],
  ['SERVER_BUSY', failure('service_busy', 'service')],
  ['IP_BLOCKED', failure('access_blocked', 'service')],
  ['VAT_BLOCKED', failure('own_number_blocked', 'organisation')],
  ['INVALID_INPUT', failure('number_not_taken', 'number')],
])

type ServiceOptions = { url: string; outbound: Pick<Outbound, 'send'>; timeoutMs?: number }

/** The EU's service (VIES) by its interface for programs, one question at a time. */
export function openVatService({ url, outbound, timeoutMs = TIMEOUT_MS }: ServiceOptions): AskVatService {
  const address = `${withoutTrailingSlashes(url)}/check-vat-number`
  const ask = async (question: VatQuestion): Promise<Reading> => {
    try {
      const answer = await outbound.send(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(bodyOf(question)),
        timeoutMs,
        bodyBytesMax: BODY_BYTES_MAX,
        beyond: 'fail',
      })
      return readAnswer(answer, question.about)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return failureOfWay(error)
    }
  }
  return async (question) => {
    const first = await ask(question)
    const isOwnNumberRefused = first.kind === 'requester_refused'
    const last = isOwnNumberRefused ? await ask({ ...question, requester: undefined }) : first
    if (last.kind === 'requester_refused') return failure('unexpected_answer', 'number')
    return last.kind === 'failed' ? last : { ...last, isOwnNumberRefused }
  }
}

const bodyOf = ({ about, requester }: VatQuestion) => ({
  countryCode: about.country,
  vatNumber: about.number,
  ...(requester && { requesterMemberStateCode: requester.country, requesterNumber: requester.number }),
})

function failureOfWay({ code }: OutboundError): Failure {
  if (code === 'timeout') return failure('service_busy', 'country')
  if (code === 'answer_too_large' || code === 'answer_malformed') return failure('unexpected_answer', 'number')
  return failure('service_unreachable', 'service')
}

/**
 * Only an answer about this very number, which says true or false and names no failure, is one: `valid` is false too where a country's
 * office could not be asked.
 */
function readAnswer({ status, body }: OutboundAnswer, about: EuVatId): Reading {
  const said = parse(body)
  const code = said && failureIn(said)
  if (code === 'INVALID_REQUESTER_INFO') return { kind: 'requester_refused' }
  if (code !== undefined) return FAILURES.get(code) ?? failure('unexpected_answer', 'number')
  if (status === 429 || status >= 500) return failure('service_busy', 'service')
  if (status !== 200 || typeof said?.valid !== 'boolean' || !isAbout(said, about))
    return failure('unexpected_answer', 'number')
  return {
    kind: 'answered',
    entry: {
      isValid: said.valid,
      name: said.valid ? toldText(said.name, NAME_MAX) : null,
      address: said.valid ? toldText(said.address, ADDRESS_MAX) : null,
      reference: referenceIn(said),
    },
  }
}

type Said = Record<string, unknown>
const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(body: Buffer): Said | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** It is told in one of two ways. */
function failureIn({ errorWrappers, userError, actionSucceed }: Said): string | undefined {
  const [wrapper] = Array.isArray(errorWrappers) ? errorWrappers : []
  if (isObject(wrapper)) return String(wrapper.error)
  if (typeof userError === 'string' && !['', 'VALID', 'INVALID'].includes(userError)) return userError
  return actionSucceed === false ? '' : undefined
}

const isAbout = ({ countryCode, vatNumber }: Said, about: EuVatId): boolean =>
  (countryCode ?? about.country) === about.country && (vatNumber ?? about.number) === about.number

const referenceIn = ({ requestIdentifier: reference }: Said): string | null =>
  typeof reference === 'string' && /^[\w.-]{1,100}$/.test(reference) ? reference : null

/** What a country does not tell is dashes; what it tells stands in lines. */
function toldText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const lines = value
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[\p{Cc}\p{Zl}\p{Zp}]+/u)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const text = lines.filter((line) => line !== '').join(', ')
  return text === '' || /^-+$/.test(text) ? null : text.slice(0, most).toWellFormed()
}
