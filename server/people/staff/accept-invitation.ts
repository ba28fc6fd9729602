import { type Static, Type } from 'typebox'
import { recordAs } from '../../access/audit/record.ts'
import type { StaffPerson } from '../../access/principal.ts'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { describePerson, findAccount, SignedIn } from './account.ts'
import { beginSession, EndsSession } from './begin-session.ts'
import { NewPassword } from './change-password.ts'
import { type FoundInvitation, findInvitation, Token, unusable } from './find-invitation.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

const Body = Input({
  token: Token,
  name: Type.Optional(Text(100)),
  password: Type.Optional(NewPassword),
  ends_session: EndsSession,
})

export const acceptInvitation: Operation<SessionDeps & CookieDeps> = (app, deps) =>
  app.post(
    '/v1/staff/invitations/accept',
    {
      config: { scope: 'public', ownPagesOnly: true, idempotent: false },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'A person without an account gives a name and a password and is signed in; one with an account has to be signed in with it. A link works once.',
        tags: ['Staff'],
        body: Body,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { sql, systemClock } = deps
      const invitation = await findInvitation(sql, systemClock(), request.body.token)
      const account = await findAccount(sql, invitation.email_address)
      if (account) {
        const person = await requirePerson(deps, request.headers.cookie, invitation.email_address)
        await sql.begin((tx) => join(tx, deps, invitation, person.name, request.id))
        return describePerson(sql, person)
      }
      const { name, password } = requireNewAccount(request.body, invitation.email_address)
      const hash = await hashPassword(password)
      const person = await sql.begin(async (tx) => {
        await join(tx, deps, invitation, name, request.id)
        const now = systemClock()
        const [created] = await tx<{ account_id: number; email_address: string; name: string }[]>`
          insert into staff_accounts (email_address, name, password_hash, created_at, changed_at)
          values (${invitation.email_address}, ${name}, ${hash}, ${now}, ${now})
          on conflict (email_address) do nothing
          returning account_id, email_address, name`
        if (!created) throw signInFirst(invitation.email_address)
        return beginSession(tx, deps, request, reply, created, { isAgreed: request.body.ends_session })
      })
      return describePerson(sql, person)
    },
  )

/** Of two who accept at once, the second waits for the row and then finds no invitation. */
async function join(
  tx: Tx,
  { clock, systemClock }: PlatformDeps,
  invitation: FoundInvitation,
  name: string,
  requestId: string,
): Promise<void> {
  const { org_id: orgId, staff_id, digest } = invitation
  const now = systemClock()
  const rows = await tx`
    update staff_members
    set staff_status = 'active', name = ${name}, invitation_hash = null, invitation_expires_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and staff_id = ${staff_id}
      and invitation_hash = ${digest}
      and staff_status = 'invited'
      and invitation_expires_at > ${now}
    returning staff_id`
  if (rows.length === 0) throw unusable()
  const actor = { orgId, kind: 'staff', id: String(staff_id), name, requestId } as const
  const after = { role: invitation.role, status: 'active' }
  await recordAs(tx, clock, actor, {
    action: 'staff_member.joined',
    objectType: 'staff_member',
    objectId: staff_id,
    after,
  })
}

async function requirePerson(
  { sessions, cookies }: SessionDeps & CookieDeps,
  cookie: string | undefined,
  email: string,
): Promise<StaffPerson> {
  const token = cookies.read(cookie, 'gs')
  const person = token === undefined ? undefined : await sessions.person(token).catch(() => undefined)
  if (person?.email !== email) throw signInFirst(email)
  return person
}

const signInFirst = (email: string) =>
  new ApiError('state_conflict', { message: `There is an account for ${email}: sign in with it, then accept.` })

function requireNewAccount({ name, password }: Static<typeof Body>, email: string) {
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined)
  if (name === undefined || password === undefined) {
    throw invalidParameters(
      missing.map(([param]) => ({
        param,
        code: 'parameter_missing',
        message: `${param} is required for a new account.`,
      })),
    )
  }
  requireGoodPassword(password, 'password', [email, name.toLowerCase()])
  return { name, password }
}
