import fc from 'fast-check'
import { EVERYBODYS } from '../../../server/platform/openapi/refusals.ts'
import { addressOf } from '../../harness/operations.ts'
import { schemaFindings } from '../../harness/schema-check.ts'
import { hostileFindings } from '../../hostile/answers.ts'
import { type HostileRequest, hostileRequest } from '../../hostile/requests.ts'
import type { Random } from '../on-sale/random.ts'
import { createClient, type Received } from './client.ts'
import { type AttackedOperation, callerOf } from './targets.ts'

/** Headers that a client of HTTP/1.1 sends by itself or not at all; tests/hostile sends them over bare sockets. */
const NOT_SENT = ['content-length', 'transfer-encoding', 'host', 'expect', 'upgrade']
const AT_ONCE = 32
const CHUNK = 250
/** Making a request up costs more than answering it, so each is sent by several. */
const CALLERS_EACH = 5

export type Tally = {
  sent: number
  statuses: Map<number, number>
  /** What no answer may be, each with the request that it came to; the first ones only. */
  findings: string[]
  broken: number
  /** Documented answers of a server that has too much to do. */
  overloaded: number
}

type Attack = { url: string; targets: AttackedOperation[]; requests: number; seed: number; random: Random }

/** Sends so many requests and looks at each answer; `onSent` is told how many it has been so far. */
export async function attack({ url, targets, requests, seed, random }: Attack, onSent: (sent: number) => void) {
  const client = createClient(url, AT_ONCE)
  const tally: Tally = { sent: 0, statuses: new Map(), findings: [], broken: 0, overloaded: 0 }
  const byId = new Map(targets.map((target) => [target.operation.id, target]))
  const documented = documentedStatuses(targets)
  let underWay = 0
  const one = async (request: HostileRequest) => {
    const target = byId.get(request.operationId)
    if (!target) return
    const caller = callerOf(target, random)
    const sent = { ...(random() < 0.15 ? unbent(target) : request) }
    const headers = headersOf(sent, target.callers[caller], 'authorization' in request.headers && random() < 0.05)
    const answer = await client.send({ ...sent, headers })
    if (!answer) return
    tally.sent += 1
    onSent(tally.sent)
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 503 && Number(answer.headers['retry-after']) > 0) {
      tally.overloaded += 1
      return
    }
    const statuses = documented.get(sent.method === 'HEAD' ? 'GET' : sent.method) ?? []
    const problems = [
      ...hostileFindings(statuses, { method: sent.method, ...answer }),
      ...strange(target, sent, answer),
    ]
    if (problems.length === 0) return
    tally.broken += 1
    if (tally.findings.length < 20)
      tally.findings.push(`${sent.method} ${sent.url.slice(0, 200)} (${caller}): ${problems.join('; ')}`)
  }
  const requestsOf = hostileRequests(targets, seed)
  const lane = async () => {
    while (tally.sent + underWay < requests) {
      underWay += 1
      await one(requestsOf.next().value)
      underWay -= 1
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  } finally {
    client.close()
  }
  return tally
}

/** Without an end, the same for the same seed, and never many of them in memory: some have bodies of 400 KB. */
function* hostileRequests(targets: AttackedOperation[], seed: number): Generator<HostileRequest, never> {
  const bent = hostileRequest(targets)
  for (let chunk = 0; ; chunk += 1) {
    for (const request of fc.sample(bent, { numRuns: CHUNK, seed: seed * 100_003 + chunk })) {
      for (let caller = 0; caller < CALLERS_EACH; caller += 1) yield request
    }
  }
}

/** The request that succeeds, as often as not with what a caller of the API would get wrong: whose key it is. */
function unbent({ operation, example }: AttackedOperation): HostileRequest {
  const { body } = example
  return {
    operationId: operation.id,
    method: operation.method,
    url: addressOf(operation, example),
    headers: { ...example.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    payload: body ? Buffer.from(JSON.stringify(body)) : undefined,
  }
}

function headersOf({ headers }: HostileRequest, key: string | undefined, keepsOwn: boolean): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !NOT_SENT.includes(name) && (keepsOwn || name !== 'authorization'),
  )
  return { ...Object.fromEntries(kept), ...(key === undefined || keepsOwn ? {} : { authorization: `Bearer ${key}` }) }
}

/** A bent address may lead to a neighbour, so what any operation of the method may answer is documented. */
function documentedStatuses(targets: AttackedOperation[]): Map<string, number[]> {
  const statuses = new Map<string, number[]>()
  for (const { operation } of targets) {
    const known = statuses.get(operation.method) ?? []
    known.push(...Object.keys({ ...operation.responses, ...EVERYBODYS }).map(Number))
    statuses.set(operation.method, known)
  }
  return new Map([...statuses].map(([method, known]) => [method, [...new Set(known)]]))
}

/** How an answer that went well differs from its description. */
function strange(
  { operation }: AttackedOperation,
  request: HostileRequest,
  { status, headers, text }: Received,
): string[] {
  const { success } = operation
  const isDescribed = request.method === operation.method && status === success.status && success.schema
  if (!isDescribed || !headers['content-type']?.startsWith('application/json')) return []
  return schemaFindings(success.schema ?? {}, JSON.parse(text))
}
