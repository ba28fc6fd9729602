import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isSameText } from '../../platform/values/same-text.ts'
import { invalid } from '../../resources/constraints.ts'
import { TRIES_MAX } from '../mailed-codes/mailed-code.ts'
import { identify, TokenHeader } from './identify.ts'
import { openLinkCode } from './link-code.ts'
import type { Identity, SsoDeps } from './verify-token.ts'

const Body = Input({
  code: Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$', description: 'six digits, as text' }),
})
export const SsoLink = Type.Object({ status: OneOf(['linked', 'unlinked']) }, { title: 'SsoLink' })

export const confirmSsoLink: Operation<SsoDeps> = (app, deps) =>
  app.post(
    '/v1/sso/link/confirm',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'confirmSsoLink',
        summary: 'Link the signed-in fan to a customer by the code from the mail',
        description:
          'The code that was mailed proves that the address is the fan’s; from then on the orders of that customer are theirs.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        body: Body,
        response: { 200: SsoLink },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const identity = await identify(request, deps)
      // A wrong code commits as well: the try that it cost must not be rolled back.
      const { linked } = await change({ ...deps, orgId, request, reply, identity }, async (tx) => ({
        linked: await confirm(orgId, tx, deps, identity, body.code),
      }))
      if (!linked) throw invalid('code', 'The code is wrong, was tried too often, or is too old. Ask for a new one.')()
      return { status: 'linked' as const }
    },
  )

async function confirm(orgId: OrgId, tx: Tx, deps: PlatformDeps, identity: Identity, code: string): Promise<boolean> {
  const now = deps.clock(orgId)
  const [row] = await tx<{ code_sealed: Buffer }[]>`
    update sso_link_codes
    set tries = tries + 1
    where org_id = ${orgId}
      and issuer = ${identity.issuer}
      and subject = ${identity.subject}
      and expires_at > ${now}
      and tries < ${TRIES_MAX}
    returning code_sealed`
  const linkCode = row && openLinkCode(deps.seal, orgId, identity, row.code_sealed)
  if (!linkCode || !isSameText(code, linkCode.code)) return false
  await tx`
    delete from sso_link_codes
    where org_id = ${orgId}
      and issuer = ${identity.issuer}
      and subject = ${identity.subject}`
  // The lock makes this wait for an erasure under way, which then leaves no customer with the address.
  const { count } = await tx`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by, created_at, changed_at)
    select c.org_id, ${identity.issuer}, ${identity.subject}, c.user_id, 'code', ${now}, ${now}
    from customers c
    where c.org_id = ${orgId}
      and lower(c.email_address collate "C") = lower(${linkCode.email} collate "C")
    for key share
    on conflict (org_id, issuer, subject) do update
    set user_id = excluded.user_id,
      linked_by = excluded.linked_by,
      unlinked_at = null,
      changed_at = excluded.changed_at`
  return count === 1
}
