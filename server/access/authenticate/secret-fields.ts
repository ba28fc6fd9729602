import stringifier from 'fast-json-stringify'
import type { FastifyInstance, FastifySchema, preSerializationHookHandler } from 'fastify'
import { SECRET_KEYS_ONLY } from '../../platform/http/schema.ts'
import { lazily } from '../../platform/process/lazily.ts'

type Node = { [name: string]: unknown }
type Serialize = (answer: unknown) => string

/**
 * What a schema marks as being for secret keys leaves no publishable route that a publishable key has called: such an answer is
 * written by a schema without those fields, so that no operation has to think of it.
 */
export function keepSecretFields(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { response } = (route.schema ?? {}) as FastifySchema & { response?: Record<string, Node> }
    if (!route.config?.publishable || !response || !hasSecretFields(response)) return
    const byStatus = new Map(
      Object.entries(response).map(([status, schema]) => [status, lazily(() => compile(withoutSecretFields(schema)))]),
    )
    route.preSerialization = [...[route.preSerialization ?? []].flat(), forPublic(byStatus)]
  })
}

const forPublic =
  (byStatus: Map<string, () => Serialize>): preSerializationHookHandler =>
  (request, reply, payload, done) => {
    const serialize = request.principal?.kind === 'pk' ? byStatus.get(String(reply.statusCode)) : undefined
    if (serialize) reply.serializer(serialize())
    done(null, payload)
  }

const compile = (schema: Node): Serialize => stringifier(schema as unknown as Parameters<typeof stringifier>[0])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasSecretFields = (schema: Node): boolean =>
  schema[SECRET_KEYS_ONLY] === true || Object.values(schema).filter(isNode).some(hasSecretFields)

function withoutSecretFields(schema: Node): Node {
  const open = Object.entries(schema).filter(([, value]) => !(isNode(value) && value[SECRET_KEYS_ONLY] === true))
  return Object.fromEntries(open.map(([name, value]) => [name, isNode(value) ? withoutSecretFields(value) : value]))
}
