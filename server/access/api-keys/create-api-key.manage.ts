import { Type } from 'typebox'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, Integer, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { record } from '../audit/record.ts'
import { isScope, scopes, scopesOfKind } from '../scopes.ts'
import { ApiKeyWithSecret, toApiKey } from './api-key.ts'
import { requireGrantable, scopesToGive } from './grant.ts'
import { createKey } from './key-store.ts'

const Body = Input({
  type: OneOf(['sk', 'pk', 'gk'], { description: 'secret, publishable or gate' }),
  mode: Type.Optional(
    OneOf(['live', 'test'], { description: 'what the organisation is, and no other; needs not be sent' }),
  ),
  name: Text(100),
  scopes: Type.Optional(
    Type.Array(Text(50, { examples: ['events:read'] }), {
      minItems: 1,
      maxItems: 50,
      description: `of ${Object.keys(scopes).join(', ')}; none that the maker lacks; default: all that the type can have and the maker has, but those to manage by`,
    }),
  ),
  requests_per_minute: Type.Optional(Nullable(Integer({ minimum: 1, maximum: 10_000_000 }))),
  requests_per_day: Type.Optional(Nullable(Integer({ minimum: 1, maximum: 1_000_000_000 }))),
  expires_at: Type.Optional(Nullable(UnixSeconds())),
})

export const createApiKey: Operation = (app, deps) =>
  app.post(
    '/v1/manage/api_keys',
    {
      config: { scope: 'keys:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The answer is the only place where the key itself ever appears.',
        tags: ['API keys'],
        body: Body,
        response: { 201: ApiKeyWithSecret },
      },
    },
    (request, reply) => {
      const { orgId, principal, body } = request
      const problems = (body.scopes ?? []).flatMap((name, index) => {
        const param = `scopes[${index}]`
        const allowed = isScope(name) && scopesOfKind[body.type].includes(name)
        const message = `${param} must be one of ${scopesOfKind[body.type].join(', ')}.`
        return allowed ? [] : [{ param, code: 'parameter_invalid' as const, message }]
      })
      if (typeof body.expires_at === 'number' && body.expires_at <= unixSeconds(deps.systemClock())) {
        const message = 'expires_at must be in the future.'
        problems.push({ param: 'expires_at', code: 'parameter_invalid', message })
      }
      if (problems.length > 0) throw invalidParameters(problems)
      const granted = body.scopes ? [...new Set(body.scopes.filter(isScope))] : scopesToGive(principal, body.type)
      requireGrantable(principal, granted)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { secret, ...row } = await createKey(orgId, tx, {
          kind: body.type,
          name: body.name,
          requestsPerMinute: body.requests_per_minute ?? null,
          requestsPerDay: body.requests_per_day ?? null,
          expiresAt: fromUnixSeconds(body.expires_at ?? null),
          scopes: granted,
        })
        if (body.mode !== undefined && body.mode !== row.mode) {
          const message = `mode can only be ${row.mode}, as the organisation is.`
          throw invalidParameters([{ param: 'mode', code: 'parameter_invalid', message }])
        }
        const after = toApiKey(row, deps.systemClock())
        const entry = { action: 'api_key.created', objectType: 'api_key', objectId: row.key_id, after }
        await record(tx, deps.clock, request, entry)
        return { ...after, secret }
      })
    },
  )
