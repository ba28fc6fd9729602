import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Type } from 'typebox'
import { isScope } from '../../access/scopes.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import type { OpenApi } from '../../platform/openapi/openapi-types.ts'
import { lazily } from '../../platform/process/lazily.ts'
import { type ApiAnswer, type ApiCall, answerAgent, VERSIONS } from './answer-agent.ts'
import { type OperationTool, toolsOf } from './tools.ts'

const Query = Input({ writes: Type.Optional(Type.Boolean()) })

/**
 * The API as tools at one address (Model Context Protocol, streamable HTTP without streams and sessions): what `grandstand mcp` is on a
 * developer's machine. A call goes through the whole of this program once more, with the caller's own key, so that a tool can do nothing
 * that its operation would refuse.
 */
export function serveAgents(app: FastifyInstance): void {
  const tools = {
    reads: lazily(() => toolsOf(app.swagger() as unknown as OpenApi, { writes: false })),
    all: lazily(() => toolsOf(app.swagger() as unknown as OpenApi, { writes: true })),
  }
  const config = { scope: 'secret_key', host: 'ours', idempotent: false, shows: 'nothing' } as const
  const schema = { hide: true, querystring: Query, body: Type.Unknown() } as object
  app.post<{ Querystring: { writes?: boolean } }>('/mcp', { config, schema }, async (request, reply) => {
    refuseVersion(request)
    const offered = request.query.writes ? tools.all() : tools.reads()
    const deps = {
      tools: offered.filter((tool) => isOpenTo(request, tool)),
      version: packageJson.version,
      call: caller(app, request),
    }
    return send(reply, await answerAgent(deps, request.body))
  })
  // There is nothing to listen to and nothing to end: each message has its answer.
  const unused = { config: { scope: 'public', host: 'ours' }, schema: { hide: true } } as const
  for (const method of ['GET', 'DELETE'] satisfies HTTPMethods[])
    app.route({ method, url: '/mcp', ...unused, exposeHeadRoute: false, handler: refuseMethod })
}

const refuseMethod = async () => {
  throw new ApiError('method_not_allowed', { headers: { allow: 'POST' } })
}

function refuseVersion({ headers }: FastifyRequest): void {
  const asked = headers['mcp-protocol-version']
  if (asked !== undefined && !VERSIONS.includes(String(asked)))
    throw new ApiError('parameter_invalid', {
      message: `MCP-Protocol-Version is one of ${VERSIONS.join(', ')}.`,
      param: 'MCP-Protocol-Version',
    })
}

/** An agent is offered what its key can do, and does not try the rest in vain. */
const isOpenTo = ({ principal }: FastifyRequest, { scope }: OperationTool): boolean =>
  isScope(scope) && principal.scopes.has(scope)

function send(reply: FastifyReply, answer: object | undefined): FastifyReply {
  if (answer === undefined) return reply.code(202).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

const caller =
  (app: FastifyInstance, { ip, headers }: FastifyRequest) =>
  async ({ method, path, headers: further, body }: ApiCall): Promise<ApiAnswer> => {
    const { statusCode, payload } = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: ip,
      headers: { ...further, host: headers.host, authorization: headers.authorization },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: statusCode, text: payload }
  }
