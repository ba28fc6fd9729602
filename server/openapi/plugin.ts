import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { asCallersSeeIt } from './caller-view.ts'
import { serveDocs } from './docs-pages.ts'
import { errorResponses, hoistTitled } from './document.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It asks for money, which may be declined. */
    charges?: boolean
    /** A read that the state of the object may refuse. */
    mayConflict?: boolean
  }
}

type Json = Record<string, unknown>

const info = {
  title: 'Grandstand',
  version: packageJson.version,
  summary: 'Headless ticketing, membership and access control',
  description: [
    'One REST API over JSON for clubs, venues and promoters. Send an API key as `Authorization: Bearer <key>`;',
    'send bodies as a form or as JSON; every write takes an `Idempotency-Key`.',
    'What each error code means is at [/docs/errors](/docs/errors).',
  ].join(' '),
  license: { name: 'MIT', identifier: 'MIT' },
}

const tags = [
  { name: 'Organisation', description: 'The organisation behind the key.' },
  { name: 'Customers', description: 'The organisation’s own customers; never shared between organisations.' },
  { name: 'Venues', description: 'Venues and their gates.' },
  { name: 'Events', description: 'What takes place, when and where, from draft to archive.' },
  { name: 'Prices', description: 'Price categories, the stock of an event, and the prices within them.' },
  { name: 'Membership catalogue', description: 'Membership categories, types and payment options.' },
  { name: 'Seat maps', description: 'Sections, rows and seats, and who has them.' },
  { name: 'Members', description: 'Who has a membership, its state and its seat.' },
  { name: 'Baskets', description: 'From an empty basket to a paid order.' },
  { name: 'Discounts', description: 'Codes that lower the price of an order.' },
  { name: 'Orders', description: 'What was bought, by whom, and what became of it.' },
  { name: 'Tickets', description: 'Holders, barcodes and their QR codes.' },
  { name: 'Payments', description: 'What payment providers tell us.' },
  { name: 'Sales figures', description: 'Sold, attended and earned, computed from the rows.' },
  { name: 'Gates', description: 'Devices, scans and what they add up to.' },
  { name: 'Single sign-on', description: 'A fan’s own orders and tickets, by the organisation’s own sign-in.' },
  { name: 'Webhooks', description: 'Endpoints, messages and their deliveries.' },
  { name: 'API keys', description: 'Keys of the organisation: who may call, and how often.' },
  { name: 'Audit log', description: 'Who changed what.' },
  { name: 'Exports', description: 'Whole lists as files.' },
  { name: 'Health', description: 'For load balancers.' },
]

/** The OpenAPI document comes from the very schemas that validate and serialise. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  serveDocs(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      tags,
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'gs_sk_… or gs_pk_…; at a gate gs_gk_…' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeOperation(
        (schema ?? {}) as FastifySchema & Json,
        [route.method].flat()[0] ?? 'GET',
        route.config ?? {},
      ),
    }),
    transformObject: (input) => {
      if (!('openapiObject' in input)) return {}
      return hoistTitled(asCallersSeeIt(optionalDefaults(input.openapiObject as Json)))
    },
  })
  let document: string | undefined
  app.get(
    '/openapi.json',
    { config: { scope: 'public' }, schema: { hide: true } as FastifySchema },
    async (_request, reply) => {
      document ??= JSON.stringify(app.swagger())
      return reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(document)
    },
  )
}

function describeOperation(
  schema: FastifySchema & Json,
  method: string,
  { scope: asked, charges = false, mayConflict = false }: FastifyContextConfig,
): FastifySchema {
  const scope: string = asked ?? ''
  if (schema.hide === true) return schema
  const open = scope === 'public' || scope === 'health'
  return {
    ...schema,
    ...(schema.body ? { consumes: ['application/json', 'application/x-www-form-urlencoded'] } : {}),
    ...(open ? { security: [] } : { security: [{ apiKey: [] }], 'x-scope': scope }),
    response: {
      ...(schema.response as Json),
      ...errorResponses({ method, hasParams: schema.params !== undefined, scope, charges, mayConflict }),
    },
  }
}

/** A parameter with a default may be left out; our schemas list it as present because it is, once it has been read. */
function optionalDefaults(document: Json): Json {
  for (const path of Object.values((document.paths ?? {}) as Record<string, Record<string, Json>>)) {
    for (const operation of Object.values(path)) {
      for (const parameter of (operation.parameters ?? []) as Json[]) {
        if ((parameter.schema as Json)?.default !== undefined) parameter.required = false
      }
      const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, { schema?: Json }> }
      for (const { schema } of Object.values(content)) dropRequiredDefaults(schema)
    }
  }
  return document
}

function dropRequiredDefaults(schema: Json | undefined): void {
  const properties = (schema?.properties ?? {}) as Record<string, Json>
  const required = (schema?.required ?? []) as string[]
  if (schema?.required) schema.required = required.filter((name) => properties[name]?.default === undefined)
}
