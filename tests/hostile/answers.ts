import { errorSchema } from '../../server/program/description.ts'
import { errorCatalogue } from '../../server/program/errors.ts'
import { schemaFindings } from '../harness/schema-check.ts'

/** What is refused before it is known which operation is meant. */
const ANYWHERE = [400, 401, 404, 405, 408, 413, 414, 415, 429, 431]

export const REQUEST_ID = /^req_[A-Za-z0-9]{12,64}$/

const LEAKS = /\n\s+at |node_modules|\.ts:\d|\b(?:select|insert|update|delete)\b.*\b(?:from|into|where)\b|PostgresError/

export type HostileAnswer = {
  method: string
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** Never a failure of ours, always a documented status, always an error that the catalogue knows and that gives nothing away. */
export function hostileFindings(documented: number[], answer: HostileAnswer): string[] {
  const { status, headers } = answer
  const known = [...ANYWHERE, ...documented]
  // A preflight is no operation of the description: browsers ask it of the routes that publishable keys may call.
  const isPreflight = answer.method === 'OPTIONS' && status === 204
  return [
    ...(status >= 500 ? [`fails with ${status} ${answer.text}`] : []),
    ...(known.includes(status) || isPreflight ? [] : [`${status} is not documented`]),
    ...(REQUEST_ID.test(headers['request-id'] ?? '') ? [] : [`has no Request-Id (${status} ${answer.text})`]),
    ...(status >= 400 && answer.method !== 'HEAD' ? refusalFindings(answer) : []),
  ]
}

function refusalFindings({ status, headers, text }: HostileAnswer): string[] {
  const body = parse(text)
  const shape = schemaFindings(errorSchema, body, { open: true })
  if (shape.length > 0) return [`is no error of ours: ${shape.join(', ')} in ${status} ${text.slice(0, 200)}`]
  const { error } = body as {
    error: { code: keyof typeof errorCatalogue; request_id: string; errors?: { code: string }[] }
  }
  const unknown = [error, ...(error.errors ?? [])].filter(({ code }) => !Object.hasOwn(errorCatalogue, code))
  return [
    ...unknown.map(({ code }) => `the code ${code} is not in the catalogue`),
    ...(unknown.length === 0 && errorCatalogue[error.code]?.[0] !== status
      ? [`${error.code} came with ${status}`]
      : []),
    ...(error.request_id === headers['request-id'] ? [] : ['request_id is not the Request-Id']),
    ...(LEAKS.test(text) ? [`gives away ${text}`] : []),
  ]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
