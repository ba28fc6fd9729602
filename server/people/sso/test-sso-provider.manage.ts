import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { paramsOf, pathId } from '../../resources/paths.ts'
import { findItem } from '../../resources/resource.ts'
import { discover, fetchKeys, type KeyReading, type KeySource, keysAddress, ProviderFault } from './fetch-key-set.ts'
import { ssoProviders } from './sso-provider.ts'

const Check = Type.Object(
  {
    name: OneOf(['discovery', 'keys', 'shop'], {
      description: 'its discovery document; keys that tokens are verified by; whether the shop’s page can sign fans in',
    }),
    passed: Type.Boolean(),
    message: Type.String(),
  },
  { title: 'SsoProviderCheck' },
)
const Reply = Type.Object(
  { works: Type.Boolean({ description: 'its tokens can be verified' }), checks: Type.Array(Check) },
  { title: 'SsoProviderTest' },
)
type Check = Static<typeof Check>

const path = `${ssoProviders.itemPath}/test`

export const testSsoProvider: Operation = (app, { sql, clock, outbound, parsers, publicUrl }) =>
  app.get(
    path,
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'testSsoProvider',
        summary: 'Test an SSO provider',
        description: 'Asks the provider itself, now. It changes nothing.',
        tags: [ssoProviders.tag],
        params: paramsOf(path),
        response: { 200: Reply },
      },
    },
    async (request) => {
      const provider = await findItem(
        ssoProviders,
        request.orgId,
        sql,
        pathId(request, ssoProviders.id),
        clock(request.orgId),
      )
      if (!provider) throw new ApiError('resource_missing')
      const checks = await checkProvider({ outbound, parsers }, provider, new URL(publicUrl).origin)
      const works = checks.some(({ name, passed }) => name === 'keys' && passed)
      return { works, checks } satisfies Static<typeof Reply>
    },
  )

async function checkProvider(
  { outbound, parsers }: KeyReading,
  { issuer, jwks_uri }: KeySource,
  origin: string,
): Promise<Check[]> {
  const discovered = await tried(() => discover(outbound, issuer, origin))
  const document = 'value' in discovered ? discovered.value.document : undefined
  const keys = await tried(async () => {
    if (jwks_uri === null && !document) throw new ProviderFault('the discovery document says where they are')
    const set = await fetchKeys({ outbound, parsers }, jwks_uri ?? keysAddress(outbound, document ?? {}))
    const count = set.jwks().keys.length
    if (count === 0) throw new ProviderFault('the set is empty')
    return count === 1 ? 'one key' : `${count} keys`
  })
  const shop = await tried(async () => {
    if (!('value' in discovered)) throw new ProviderFault('the discovery document says how to sign in')
    return shopSignIn(issuer, origin, discovered.value)
  })
  return [
    toCheck('discovery', 'value' in discovered ? { value: 'it names this issuer' } : discovered),
    toCheck('keys', keys),
    toCheck('shop', shop),
  ]
}

/** What the shop's page needs, which asks from the browser and may ask the issuer's own host only. */
function shopSignIn(issuer: string, origin: string, { document, allowedOrigin }: Awaited<ReturnType<typeof discover>>) {
  for (const name of ['authorization_endpoint', 'token_endpoint']) {
    if (!URL.canParse(String(document[name]))) throw new ProviderFault(`the discovery document has no ${name}`)
  }
  if (new URL(String(document.token_endpoint)).origin !== new URL(issuer).origin)
    throw new ProviderFault('its token_endpoint is not at the issuer’s own host')
  if (allowedOrigin !== '*' && allowedOrigin !== origin)
    throw new ProviderFault(`it does not let pages of ${origin} ask (CORS)`)
  return 'fans can be sent there'
}

type Tried<T> = { value: T } | { fault: string }

/** Nothing of what the other side has written is told, nor where a name led to: only what it was like. */
async function tried<T>(ask: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (error instanceof ProviderFault) return { fault: error.message }
    if (error instanceof OutboundError) return { fault: `not reached: ${error.code}` }
    return { fault: 'what it says cannot be used' }
  }
}

const toCheck = (name: Check['name'], outcome: Tried<string>): Check =>
  'value' in outcome ? { name, passed: true, message: outcome.value } : { name, passed: false, message: outcome.fault }
