import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { roles, type StaffRole } from '../../access/roles.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A group may give these roles. An owner can change the provider itself, so that no provider makes one. */
export type GroupRole = { group: string; role: Exclude<StaffRole, 'owner'> }
export const GROUP_ROLES = roles.filter((role) => role !== 'owner')

export const StaffProvider = Type.Object(
  {
    name: Type.String({ description: 'as the team calls it, such as Club account' }),
    issuer: Type.String({ description: '`iss` of its tokens' }),
    client_id: Type.String(),
    has_client_secret: Type.Boolean(),
    domains: Type.Array(Type.String(), { description: 'what follows the @ of addresses that it vouches for' }),
    is_enforced: Type.Boolean({
      description: 'people with such an address come in by it alone; owners by password too',
    }),
    role_claim: Type.String({ description: 'the claim of its tokens that lists a person’s groups' }),
    group_roles: Type.Array(
      Type.Object({ group: Type.String(), role: OneOf([...GROUP_ROLES]) }, { title: 'GroupRole' }),
      { description: 'a person in several of them gets the first role of this list' },
    ),
    sign_on_url: Type.String({ description: 'where the team signs on' }),
    redirect_uri: Type.String({
      description: 'the callback address, to be entered at the provider; no other organisation has it',
    }),
  },
  { title: 'StaffProvider' },
)

export const StaffProviderRow = Type.Object({
  name: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  client_secret_sealed: Type.Unsafe<Buffer | null>({ type: ['object', 'null'] }),
  domains: Type.Array(Type.String()),
  is_enforced: Type.Boolean(),
  role_claim: Type.String(),
  group_roles: Type.Unsafe<GroupRole[]>({ type: 'array' }),
})
export type StaffProviderRow = Static<typeof StaffProviderRow>

export const staffProviderColumns = (sql: Db) =>
  sql`name, issuer, client_id, client_secret_sealed, domains, is_enforced, role_claim, group_roles`

export async function findStaffProvider(orgId: OrgId, sql: Db): Promise<StaffProviderRow | undefined> {
  const [row] = await sql<StaffProviderRow[]>`
    select ${staffProviderColumns(sql)}
    from staff_providers
    where org_id = ${orgId}`
  return row
}

const signOnPage = (publicUrl: string): string => `${publicUrl}/console/sign-on`

/**
 * Where the provider sends people back to. Each organisation has an address of its own: a provider sends codes only to addresses that are
 * entered there, so that a code for one club cannot arrive in the sign-on of another.
 */
export const redirectUri = (publicUrl: string, orgId: OrgId): string => `${signOnPage(publicUrl)}/${orgId}`

export const toStaffProvider = (orgId: OrgId, publicUrl: string, row: StaffProviderRow) =>
  ({
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    has_client_secret: row.client_secret_sealed !== null,
    domains: row.domains,
    is_enforced: row.is_enforced,
    role_claim: row.role_claim,
    group_roles: row.group_roles,
    sign_on_url: `${signOnPage(publicUrl)}?club=${orgId}`,
    redirect_uri: redirectUri(publicUrl, orgId),
  }) satisfies Static<typeof StaffProvider>

/** What the client's secret is sealed for. */
export const clientSecretContext = (orgId: number): string => `staff_providers ${orgId}`
