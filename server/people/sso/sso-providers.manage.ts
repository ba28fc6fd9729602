import { Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { isSafeAddress } from './provider-address.ts'
import { ssoProviders } from './sso-provider.ts'

/*
 * Operations (written by npm run openapi):
 * archiveSsoProvider, changeSsoProvider, createSsoProvider, listSsoProviders, retrieveSsoProvider
 */

const Body = Input({
  name: Text(100),
  issuer: Text(500, { description: 'as its tokens spell `iss`, to the last slash; https' }),
  audiences: Type.Array(Text(255), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: 'client ids whose tokens are accepted',
  }),
  jwks_uri: Type.Optional(Nullable(Text(2000, { description: 'https; null: as its discovery document says' }))),
  trust_email: Type.Boolean({ default: false, description: 'only for a provider that verifies addresses itself' }),
})

type Addresses = { issuer?: string; jwks_uri?: string | null }

function checkAddresses<T extends Addresses>(body: T, { outbound }: ChangeContext): T {
  for (const param of ['issuer', 'jwks_uri'] as const) {
    const address = body[param]
    if (address && !isSafeAddress(address, outbound.isAllowed)) {
      throw invalid(param, `${param} must be an https address without user, password and fragment.`)()
    }
  }
  if (body.issuer?.includes('?')) throw invalid('issuer', 'issuer must be an address without a query.')()
  return body
}

export const manageSsoProviders: Operation[] = [
  listOf(ssoProviders),
  retrieveOf(ssoProviders),
  createOf(ssoProviders, Body, checkAddresses),
  changeOf(ssoProviders, Body, (body, _before, at) => checkAddresses(body, at)),
  stepOf(
    ssoProviders,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a sign-on provider',
      description: 'Its tokens are refused within five seconds. Links stay, should it be set up again.',
    },
    () => ({ sso_provider_status: 'archived' }),
  ),
]
