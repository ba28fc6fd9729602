import { type Static, Type } from 'typebox'
import { requireRole } from '../../access/api-keys/grant.ts'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { Input, Nullable, OneOf, RawText, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { invalid } from '../../resources/constraints.ts'
import { isSafeAddress } from '../sso/provider-address.ts'
import { findEndpoints } from './endpoints.ts'
import { forgetIdentities } from './remove-staff-provider.manage.ts'
import {
  clientSecretContext,
  findStaffProvider,
  GROUP_ROLES,
  StaffProvider,
  type StaffProviderRow,
  staffProviderColumns,
  toStaffProvider,
} from './staff-provider.ts'

const Domain = Type.String({
  maxLength: 253,
  pattern: '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  description: 'in small letters, such as club.example',
})

const Body = Input({
  name: Text(100),
  issuer: Text(500, { description: 'as its tokens spell `iss`, to the last slash; https' }),
  client_id: Text(255),
  client_secret: Type.Optional(
    Nullable(RawText(500, { description: 'left out: as it was; null: a client without one' })),
  ),
  domains: Type.Array(Domain, { maxItems: 20, uniqueItems: true, default: [] }),
  is_enforced: Type.Boolean({ default: false }),
  role_claim: Text(100, { default: 'groups' }),
  group_roles: Type.Array(Input({ group: Text(200), role: OneOf([...GROUP_ROLES]) }), { maxItems: 50, default: [] }),
})
type Wanted = Static<typeof Body>

export const setStaffProvider: Operation = (app, deps) =>
  app.put(
    '/v1/manage/staff_provider',
    {
      config: { scope: 'team:manage', needsProof: true, effects: ['access'] },
      schema: {
        operationId: 'setStaffProvider',
        summary: 'Have staff sign on by the club’s own provider',
        description:
          'OpenID Connect, authorisation code with PKCE. Its discovery document is read first, and what is wrong with it is said. Another issuer begins anew: who was linked by the last one links again.',
        tags: ['Team'],
        body: Body,
        response: { 200: StaffProvider },
      },
    },
    async (request, reply) => {
      const { orgId, principal, body } = request
      // Who names the provider says who the team is.
      requireRole(principal, 'owner')
      await checkProvider(deps, body)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await findStaffProvider(orgId, tx)
        if (before && before.issuer !== body.issuer) await forgetIdentities(orgId, tx, deps.clock(orgId))
        const after = toStaffProvider(orgId, deps.publicUrl, await storeProvider(orgId, tx, deps, body))
        await record(tx, deps.clock, request, {
          action: 'staff_provider.set',
          objectType: 'staff_provider',
          objectId: orgId,
          before: before && toStaffProvider(orgId, deps.publicUrl, before),
          after,
        })
        return after
      })
    },
  )

async function checkProvider({ outbound }: PlatformDeps, body: Wanted): Promise<void> {
  if (!isSafeAddress(body.issuer, outbound.isAllowed) || body.issuer.includes('?'))
    throw invalid('issuer', 'issuer must be an https address without user, password, query and fragment.')()
  if (body.is_enforced && body.domains.length === 0)
    throw invalid('domains', 'Say whose addresses come by the provider alone.')()
  await findEndpoints(outbound, body.issuer).catch((error: Error) => {
    throw invalid('issuer', `The provider could not be asked: ${error.message}.`)()
  })
}

async function storeProvider(orgId: OrgId, tx: Tx, { clock, seal }: PlatformDeps, body: Wanted) {
  const now = clock(orgId)
  const secret = body.client_secret
  const sealed = secret ? seal.close(secret, clientSecretContext(orgId)) : null
  const [row] = await tx<StaffProviderRow[]>`
    insert into staff_providers as p (
      org_id, name, issuer, client_id, client_secret_sealed, domains, is_enforced, role_claim, group_roles, created_at, changed_at
    ) values (
      ${orgId}, ${body.name}, ${body.issuer}, ${body.client_id}, ${sealed}, ${body.domains}, ${body.is_enforced},
      ${body.role_claim}, ${JSON.stringify(body.group_roles)}::text::jsonb, ${now}, ${now}
    )
    on conflict (org_id) do update
    set name = excluded.name,
      issuer = excluded.issuer,
      client_id = excluded.client_id,
      client_secret_sealed = ${secret === undefined ? tx`p.client_secret_sealed` : tx`excluded.client_secret_sealed`},
      domains = excluded.domains,
      is_enforced = excluded.is_enforced,
      role_claim = excluded.role_claim,
      group_roles = excluded.group_roles,
      changed_at = excluded.changed_at
    returning ${staffProviderColumns(tx)}`
  if (!row) throw new Error('insert into staff_providers returned no row')
  return row
}
