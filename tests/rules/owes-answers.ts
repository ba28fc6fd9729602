import type { Example, Scalar } from '../examples/example.ts'

import type { Answer } from '../harness/house.ts'
import { isHealth, type OperationSpec, send } from '../harness/operations.ts'
import { schemaFindings } from '../harness/schema-check.ts'
import { keptExample, newAddress, ownExample, type Rule, successFindings, tenantsOf } from './owed.ts'

/** The answer is what the description says, whichever filters are set. */
export const answersAsDescribed: Rule = async (owing) => {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const findings: string[] = []
  for (const [label, query] of filterChoices(await keptExample(owing))) {
    const answer = await send(house, operation, await ownExample(owing), { key: tenant.key, query })
    findings.push(...successFindings(answer, operation, label))
    if (answer.status !== operation.success.status) continue
    findings.push(...contentFindings(operation, answer).map((finding) => `${label}: ${finding}`))
  }
  return findings
}

/** JSON is held to its schema; of anything else the description knows only the type. */
function contentFindings({ success }: OperationSpec, { body, text, headers }: Answer): string[] {
  const [type = 'no content'] = (headers['content-type'] ?? '').split(';')
  if (success.types.length === 0) return text === '' ? [] : ['has a body that the description does not know']
  if (!success.types.includes(type)) return [`is ${type}, the description says ${success.types.join(' or ')}`]
  return success.schema && type === 'application/json' ? schemaFindings(success.schema, body) : []
}

export type Query = Record<string, Scalar>

/** No filter, each one alone, all together. */
export function filterChoices({ filters = {}, together }: Example): [label: string, query: Query][] {
  const alone = Object.entries(filters).map(([name, value]): [string, Query] => [
    `with ${name}`,
    typeof value === 'object' ? value : { [name]: value },
  ])
  const all = together ?? Object.assign({}, ...alone.map(([, query]) => query))
  return [['with no filter', {}], ...alone, ...(alone.length > 1 ? [['with all filters', all] as [string, Query]] : [])]
}

/** Rate limits, Request-Id and Cache-Control are on what succeeds and on what is refused. */
export const sendsHeaders: Rule = async (owing) => {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await keptExample(owing)
  const surprise = { surprise: 1 }
  const { key } = tenant
  const answers: [label: string, answer: Answer][] = [
    ['a refusal for the input', await send(house, operation, example, { key, query: surprise })],
    ['a success', await send(house, operation, await ownExample(owing), { key })],
    ['without a key', await send(house, operation, example, { query: surprise, remoteAddress: newAddress() })],
  ]
  return answers.flatMap(([label, answer]) =>
    headerFindings(operation, answer).map((finding) => `${label}: ${finding}`),
  )
}

export function headerFindings(operation: OperationSpec, { status, headers, body }: Answer): string[] {
  const limit = Number(headers['x-ratelimit-limit'])
  const remaining = Number(headers['x-ratelimit-remaining'])
  const counted = limit >= 1 && remaining >= 0 && remaining < limit
  const requestId = headers['request-id'] ?? ''
  return [
    ...(cacheControlFits(operation, status, headers['cache-control']) ? [] : ['Cache-Control is not no-store']),
    ...(/^req_[0-9A-Za-z]{16,40}$/.test(requestId) ? [] : [`Request-Id is ${requestId}`]),
    ...(status >= 400 && body.error?.request_id !== requestId ? ['request_id is not the Request-Id'] : []),
    ...(counted || isHealth(operation) ? [] : [`X-RateLimit-* are ${limit} and ${remaining}`]),
  ]
}

/** What says nothing of a person, and is asked for by a crowd, may be kept by browsers. */
const KEPT = ['retrieveEventSeats', 'retrieveEventSeatDrawing', 'retrieveSeasonSeats', 'retrieveSeasonSeatDrawing']

const cacheControlFits = ({ id }: OperationSpec, status: number, header: string | undefined): boolean =>
  status < 400 && KEPT.includes(id) ? /^private, /.test(header ?? '') : header === 'no-store'
