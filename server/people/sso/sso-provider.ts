import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { conflictOn } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'

export const SsoProvider = Type.Object(
  {
    sso_provider_id: Type.Integer(),
    name: Type.String(),
    issuer: Type.String({ description: '`iss` of its tokens' }),
    audiences: Type.Array(Type.String(), { description: '`aud` of the tokens that are for this organisation' }),
    jwks_uri: Nullable(Type.String({ description: 'where its keys are; null: as its discovery document says' })),
    trust_email: Type.Boolean({ description: 'a verified address in its tokens links by itself' }),
    status: OneOf(['active', 'archived']),
  },
  { title: 'SsoProvider' },
)

export const SsoProviderRow = Type.Object({
  sso_provider_id: Type.Integer(),
  name: Type.String(),
  issuer: Type.String(),
  audiences: Type.Array(Type.String()),
  jwks_uri: Nullable(Type.String()),
  trust_email: Type.Boolean(),
  sso_provider_status: Type.Unsafe<'active' | 'archived'>({ type: 'string' }),
})
export type SsoProviderRow = Static<typeof SsoProviderRow>

export const ssoProviders: Resource<SsoProviderRow, Static<typeof SsoProvider>> = {
  singular: 'sso_provider',
  operationNames: { one: 'SsoProvider', many: 'SsoProviders' },
  object: 'sso_providers',
  scope: 'organisation:manage',
  // A caller who can name a provider can sign in as every fan whose address it says.
  effects: ['access'],
  listPath: '/v1/manage/sso_providers',
  itemPath: '/v1/manage/sso_providers/:sso_provider_id',
  table: 'sso_providers',
  id: 'sso_provider_id',
  tag: 'Single sign-on',
  schema: SsoProvider,
  constraints: { sso_providers_by_issuer: conflictOn('issuer', 'There is an active provider with this issuer.') },
  select: (sql) => sql`
    select t.sso_provider_id, t.name, t.issuer, t.audiences, t.jwks_uri, t.trust_email, t.sso_provider_status
    from sso_providers t`,
  toItem: (row) =>
    ({
      sso_provider_id: row.sso_provider_id,
      name: row.name,
      issuer: row.issuer,
      audiences: row.audiences,
      jwks_uri: row.jwks_uri,
      trust_email: row.trust_email,
      status: row.sso_provider_status,
    }) satisfies Static<typeof SsoProvider>,
}
