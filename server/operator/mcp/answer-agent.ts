import { randomUUID } from 'node:crypto'
import type { OperationTool, Tool } from './tools.ts'

/**
 * Of the protocol, the newest first: the one that a client asks for is spoken, else the newest. One between them had several messages
 * in one, which the next gave up again, and is not spoken.
 */
export const VERSIONS = ['2025-06-18', '2024-11-05']

/** JSON-RPC's own. */
const PARSE_ERROR = -32_700
const REQUEST_INVALID = -32_600
const METHOD_UNKNOWN = -32_601
const PARAMS_INVALID = -32_602

type Id = string | number | null
type Arguments = Record<string, unknown>
type AgentRequest = { id?: Id; method: string; params?: Record<string, unknown> }
export type AgentAnswer = { jsonrpc: '2.0'; id: Id } & (
  | { result: object }
  | { error: { code: number; message: string } }
)

/** What the API said to one call. */
export type ApiAnswer = { status: number; text: string }
export type ApiCall = { method: string; path: string; headers: Record<string, string>; body?: string }
export type AgentDeps = { tools: OperationTool[]; version: string; call: (call: ApiCall) => Promise<ApiAnswer> }

/** What an agent sent; undefined where nothing is to be said to it. */
export const answerAgent = async (deps: AgentDeps, sent: unknown): Promise<AgentAnswer | undefined> =>
  isRequest(sent) ? answerRequest(deps, sent) : invalid()

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRequest = (value: unknown): value is AgentRequest =>
  isObject(value) &&
  typeof value.method === 'string' &&
  ['undefined', 'string', 'number'].includes(typeof value.id) &&
  (value.params === undefined || isObject(value.params))

const invalid = (): AgentAnswer => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: REQUEST_INVALID, message: 'a message is an object with a method' },
})

async function answerRequest(
  deps: AgentDeps,
  { id, method, params = {} }: AgentRequest,
): Promise<AgentAnswer | undefined> {
  if (id === undefined) return undefined
  const result = (value: object): AgentAnswer => ({ jsonrpc: '2.0', id, result: value })
  const refusal = (code: number, message: string): AgentAnswer => ({ jsonrpc: '2.0', id, error: { code, message } })
  switch (method) {
    case 'initialize': {
      const asked = String(params.protocolVersion)
      return result({
        protocolVersion: VERSIONS.includes(asked) ? asked : VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'grandstand', title: 'Grandstand', version: deps.version },
        instructions:
          'Tools are the operations of a ticketing API. Times are Unix seconds, money a decimal. Lists have has_more and a cursor.',
      })
    }
    case 'ping':
      return result({})
    case 'tools/list':
      return result({ tools: deps.tools.map(toTool) })
    case 'tools/call': {
      const tool = deps.tools.find(({ name }) => name === params.name)
      if (!tool)
        return refusal(
          PARAMS_INVALID,
          `there is no tool ${String(params.name)}; a tool that changes something has to be asked for`,
        )
      const given = params.arguments ?? {}
      const mistake = mistakeIn(tool, given)
      if (mistake !== undefined) return refusal(PARAMS_INVALID, mistake)
      return result(await callTool(deps, tool, given as Arguments))
    }
    default:
      return refusal(METHOD_UNKNOWN, `${method} is not known here`)
  }
}

/** A line that is no JSON has no id to be answered by. */
export const unreadable = (): AgentAnswer => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: PARSE_ERROR, message: 'not JSON' },
})

const toTool = ({ name, title, description, inputSchema, annotations }: OperationTool): Tool => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
})

/** What would not reach this operation. The rest the operation itself refuses, with more words. */
function mistakeIn({ path }: OperationTool, given: unknown): string | undefined {
  if (!isObject(given)) return 'arguments is an object'
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const [wrong] = places.filter((name) => /^\.{0,2}$/.test(String(given[name] ?? '')))
  return wrong === undefined ? undefined : `${wrong} is missing, or names nothing`
}

/** A refusal is an answer too, which the agent reads and mends. */
async function callTool({ call }: AgentDeps, tool: OperationTool, given: Arguments): Promise<object> {
  const { status, text } = await call(callOf(tool, given))
  const isError = status >= 400
  const answer = isError ? {} : structured(text)
  return { content: [{ type: 'text', text }], ...answer, ...(isError ? { isError } : {}) }
}

function structured(text: string): object {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { structuredContent: value } : {}
}

function callOf({ method, path, queryNames }: OperationTool, given: Arguments): ApiCall {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')))
  const query = new URLSearchParams(
    queryNames.flatMap((name) => (given[name] === undefined ? [] : [[name, String(given[name])]])),
  ).toString()
  const isRead = method === 'GET'
  const body = isRead || given.body === undefined ? undefined : JSON.stringify(given.body)
  return {
    method,
    path: query === '' ? address : `${address}?${query}`,
    headers: {
      ...(isRead ? {} : { 'idempotency-key': String(given.idempotency_key ?? randomUUID()) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  }
}
