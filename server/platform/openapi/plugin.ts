import { hash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import { lazily } from '../process/lazily.ts'
import { asCallersSeeIt } from './caller-view.ts'
import { withComponents } from './components.ts'
import { describeDefaults } from './describe-defaults.ts'
import type { OpenApi, Schema } from './openapi-types.ts'
import { errorResponses } from './refusals.ts'
import { titled, withTitles } from './titles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It asks for money, which may be declined. */
    charges?: boolean
    /** A read that the state of the object may refuse. */
    mayConflict?: boolean
    /** A write whose answer is not kept for an Idempotency-Key: what it gives is a session, or a step towards one. */
    idempotent?: false
  }
}

type Json = Record<string, unknown>

/** The parts of the document other than its operations. */
export type ApiDescription = {
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  tags: { name: string; description: string }[]
  /** The schema of every refusal. */
  errorSchema: Json
  /** What we send by ourselves: of each type its words, the moment at which it is sent, its scope and its body. */
  messages: { type: string; summary: string; description: string; scope: string; schema: object }[]
  /** Whether signed-in staff may ever call an operation with this scope. */
  takesSessions: (scope: string) => boolean
}

/** The OpenAPI document comes from the very schemas that validate and serialise. */
export async function describeApi(
  app: FastifyInstance,
  publicUrl: string,
  { info, tags, errorSchema, messages, takesSessions }: ApiDescription,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      tags,
      servers: [{ url: publicUrl }],
      security: [{ apiKey: [] }, { session: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'gs_sk_… or gs_pk_…; at a gate gs_gk_…' },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-gs', description: 'of a signed-in member of staff' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeOperation(
        (schema ?? {}) as FastifySchema & Json,
        [route.method].flat()[0] ?? 'GET',
        route.config ?? {},
        takesSessions,
      ),
    }),
    transformObject: (input) => {
      if (!('openapiObject' in input)) return {}
      const operations = asCallersSeeIt(describeDefaults(input.openapiObject as Json)) as OpenApi
      const described = { ...operations, webhooks: Object.fromEntries(messages.map(describeMessage)) }
      return withComponents(withTitles(described), titled(errorSchema as Schema, 'ApiError')) as Json
    },
  })
  const written = lazily(() => {
    const text = JSON.stringify(app.swagger())
    return { text, etag: `"${hash('sha256', text, 'base64url')}"` }
  })
  app.get(
    '/openapi.json',
    { config: { scope: 'public', host: 'everywhere' }, schema: { hide: true } as FastifySchema },
    async ({ headers }, reply) => {
      const { text, etag } = written()
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache', etag })
      if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )
}

function describeOperation(
  schema: FastifySchema & Json,
  method: string,
  {
    scope: asked,
    publishable,
    needsProof,
    effects,
    charges = false,
    mayConflict = false,
    idempotent,
  }: FastifyContextConfig,
  takesSessions: ApiDescription['takesSessions'],
): FastifySchema {
  const scope: string = asked ?? ''
  if (schema.hide === true) return schema
  return {
    ...schema,
    ...(schema.body ? { consumes: ['application/json', 'application/x-www-form-urlencoded'] } : {}),
    ...waysIn(scope, takesSessions),
    ...(idempotent === undefined ? {} : { 'x-idempotent': false }),
    ...(publishable ? { 'x-publishable': true } : {}),
    ...(needsProof ? { 'x-proof': needsProof === true ? 'always' : 'sometimes' } : {}),
    ...(effects === undefined ? {} : { 'x-effects': [...effects] }),
    response: {
      ...(schema.response as Json),
      ...errorResponses({ method, hasParams: schema.params !== undefined, scope, charges, mayConflict }),
    },
  }
}

/** By key or by session, unless it says otherwise. */
function waysIn(scope: string, takesSessions: ApiDescription['takesSessions']): Json {
  if (scope === 'public' || scope === 'health') return { security: [] }
  if (scope === 'session') return { security: [{ session: [] }] }
  return { 'x-scope': scope, ...(takesSessions(scope) ? {} : { security: [{ apiKey: [] }] }) }
}

/** Named and typed like the request that it is to its receiver. */
function describeMessage({ type, summary, description, scope, schema }: ApiDescription['messages'][number]) {
  const name = `${type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}Message`
  const operation = {
    operationId: name,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    'x-scope': scope,
    requestBody: { required: true, content: { 'application/json': { schema: schema as Schema } } },
    responses: { '2XX': { description: 'Received. Anything else is sent again.' } },
  }
  return [type, { post: operation }] as const
}
