import { type Static, Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import type { StaffPerson } from '../../access/principal.ts'
import { rightsByRole, rightsOn, roles } from '../../access/roles.ts'
import { isPerson, needsSignOn, organisationsOf } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

export const RoleName = OneOf([...roles], { description: 'what a member of staff may do in an organisation' })

/** The person who is signed in, and where they work. */
export const SignedIn = Type.Object(
  {
    account_id: Type.Integer(),
    email_address: Type.String(),
    name: Type.String(),
    session_id: Type.Integer(),
    proved_at: Type.Integer({ description: 'Unix seconds: when they last proved to be there' }),
    password: Type.Boolean({ description: 'whether they have one; a person who came by a link may not' }),
    totp: Type.Boolean({ description: 'whether sign-in asks for the code of an authenticator app' }),
    recovery_codes_left: Type.Integer(),
    passkeys: Type.Integer({ description: 'how many they have registered' }),
    signed_on_to: Nullable(
      Type.String({
        description: 'org_id of the one organisation whose own provider let them in; null: an account of their own',
      }),
    ),
    organisations: Type.Array(
      Type.Object(
        {
          org_id: Type.String(),
          name: Type.String(),
          mode: OneOf(['live', 'test']),
          role: RoleName,
          needs_sign_on: Type.Boolean({ description: 'it has staff with this address come by its own provider alone' }),
          may_read: Type.Array(Type.String(), { description: 'scopes of which the role has what reads' }),
          may_change: Type.Array(Type.String(), { description: 'and of which it has all' }),
        },
        { title: 'StaffOrganisation' },
      ),
    ),
  },
  { title: 'SignedIn' },
)

export type AccountRow = {
  account_id: number
  email_address: string
  name: string
  password_hash: string | null
  totp_sealed: Buffer | null
  totp_confirmed_at: Date | null
}

export async function findAccount(sql: Db, email: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select account_id, email_address, name, password_hash, totp_sealed, totp_confirmed_at
    from staff_accounts
    where email_address = ${email}`
  return row
}

/** The account of the person who is signed in. */
export async function accountOf(sql: Db, person: StaffPerson): Promise<AccountRow> {
  const account = await findAccount(sql, addressOf(person))
  if (!account) throw new ApiError('resource_missing')
  return account
}

/** The address of an account of their own; routes that look after such accounts refuse staff who came by a provider. */
export function addressOf({ email }: StaffPerson): string {
  if (email === null) throw new AccessError('scope_missing')
  return email
}

type MembershipRow = { name: string; mode: 'live' | 'test'; role: Static<typeof RoleName>; needs_sign_on: boolean }

/** One organisation after the other: their rows may be on different nodes. */
export async function describePerson(sql: Db, person: StaffPerson): Promise<Static<typeof SignedIn>> {
  const organisations: Static<typeof SignedIn>['organisations'] = []
  for (const orgId of await organisationsOf(sql, person)) {
    const [row] = await sql<MembershipRow[]>`
      select o.name, o.mode, s.role, ${needsSignOn(sql, orgId)} as needs_sign_on
      from staff_members s
      join organisations o using (org_id)
      where s.org_id = ${orgId}
        and ${isPerson(sql, person)}
        and s.staff_status = 'active'`
    if (!row) continue
    const { read, write } = rightsByRole[row.role]
    const { scopes, readScopes } = rightsOn(person, { scopes: write, readScopes: read })
    organisations.push({
      org_id: String(orgId),
      name: row.name,
      mode: row.mode,
      role: row.role,
      needs_sign_on: row.needs_sign_on && person.signOn === null,
      may_read: [...readScopes],
      may_change: [...scopes],
    })
  }
  const [factors] = await sql<{ password: boolean; totp: boolean; recovery_codes_left: number; passkeys: number }[]>`
    select a.password_hash is not null as password, a.totp_confirmed_at is not null as totp,
      (select count(*)::integer from staff_recovery_codes r where r.account_id = a.account_id) as recovery_codes_left,
      (select count(*)::integer from staff_passkeys p where p.account_id = a.account_id) as passkeys
    from staff_accounts a
    where a.account_id = ${person.accountId}`
  return {
    account_id: person.accountId,
    email_address: person.email ?? person.signOn.saidEmail,
    name: person.name,
    session_id: person.sessionId,
    proved_at: unixSeconds(person.provedAt),
    password: factors?.password ?? false,
    totp: factors?.totp ?? false,
    recovery_codes_left: factors?.recovery_codes_left ?? 0,
    passkeys: factors?.passkeys ?? 0,
    signed_on_to: person.signOn === null ? null : String(person.signOn.organisation),
    organisations,
  }
}
