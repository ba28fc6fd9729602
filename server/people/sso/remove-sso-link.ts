import type { OrgId } from '../../access/principal.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { SsoLink } from './confirm-sso-link.ts'
import { identify, TokenHeader } from './identify.ts'
import type { Identity, SsoDeps } from './verify-token.ts'

export const removeSsoLink: Operation<SsoDeps> = (app, deps) =>
  app.delete(
    '/v1/sso/link',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'removeSsoLink',
        summary: 'Unlink the signed-in fan',
        description:
          'The customer and their orders stay. A fan who was not linked is unlinked all the same: from then on only a code or ' +
          'a purchase links them, not a trusted address.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        response: { 200: SsoLink },
      },
    },
    async (request, reply) => {
      const { orgId } = request
      const identity = await identify(request, deps)
      return change({ ...deps, orgId, request, reply, identity }, async (tx) => {
        await unlink(orgId, tx, identity, deps.clock(orgId))
        return { status: 'unlinked' as const }
      })
    },
  )

async function unlink(orgId: OrgId, tx: Tx, { issuer, subject }: Identity, now: Date): Promise<void> {
  // The code before the link, as a confirmation locks them.
  await tx`
    delete from sso_link_codes
    where org_id = ${orgId}
      and issuer = ${issuer}
      and subject = ${subject}`
  await tx`
    insert into sso_identities as i (org_id, issuer, subject, unlinked_at, created_at, changed_at)
    values (${orgId}, ${issuer}, ${subject}, ${now}, ${now}, ${now})
    on conflict (org_id, issuer, subject) do update
    set user_id = null,
      linked_by = null,
      unlinked_at = coalesce(i.unlinked_at, excluded.unlinked_at),
      changed_at = excluded.changed_at`
  // What they bought is theirs no longer either, so that the answer afterwards does not tell which purchase had linked them.
  await tx`
    delete from sso_purchases
    where org_id = ${orgId}
      and issuer = ${issuer}
      and subject = ${subject}`
}
