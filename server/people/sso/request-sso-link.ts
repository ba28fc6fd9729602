import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { countCode, type Limited } from '../mailed-codes/code-limits.ts'
import { codeMail } from '../mailed-codes/code-mail.ts'
import { mailOnRequest } from '../mailed-codes/mail-on-request.ts'
import { CODE_KEPT_MS, newMailedCode } from '../mailed-codes/mailed-code.ts'
import { SsoError } from './errors.ts'
import { identify, TokenHeader } from './identify.ts'
import { sealLinkCode } from './link-code.ts'
import type { Identity, SsoDeps } from './verify-token.ts'

const Body = Input({ email_address: EmailAddress })
const Reply = Type.Object(
  {
    status: OneOf(['code_sent'], { description: 'the same whether or not a customer has the address' }),
    expires_at: Type.Integer({ description: 'Unix seconds; the code is of no use after' }),
  },
  { title: 'SsoLinkCode' },
)

export const requestSsoLink: Operation<SsoDeps> = (app, deps) =>
  app.post(
    '/v1/sso/link',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'requestSsoLink',
        summary: 'Ask for a code that links the signed-in fan to a customer',
        description:
          'Mails six digits to the customer who has this address; they last 10 minutes and 5 tries, and a new code replaces ' +
          'the one before. The answer does not tell whether there is such a customer.',
        tags: ['Single sign-on'],
        headers: TokenHeader,
        body: Body,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const identity = await identify(request, deps)
      return change({ ...deps, orgId, request, reply, identity }, async (tx) => {
        const asked = { identity, email: body.email_address, language: readerLanguage(request) }
        const expiresAt = await sendCode(orgId, tx, deps, asked)
        return { status: 'code_sent', expires_at: unixSeconds(expiresAt) } satisfies Static<typeof Reply>
      })
    },
  )

type Asked = { identity: Identity; email: string; language: ReturnType<typeof readerLanguage> }

/**
 * The same statements with the same sizes for any address, so that not even the time tells one that is known. For one
 * that no customer has, the mail is written all the same, too late to be sent.
 */
async function sendCode(orgId: OrgId, tx: Tx, deps: PlatformDeps, { identity, email, language }: Asked): Promise<Date> {
  const now = deps.clock(orgId)
  const expiresAt = new Date(now.getTime() + CODE_KEPT_MS)
  const code = newMailedCode()
  const limited: Limited[] = [{ name: ['identity', identity.issuer, identity.subject] }]
  const refusal = (headers: Record<string, string>) => new SsoError('rate_limit_sso_link', { headers })
  await countCode(orgId, tx, now, limited, refusal)
  const [recipient] = await tx<{ name: string; language: string; email_address: string | null }[]>`
    select o.name, o.language, c.email_address
    from organisations o
    left join customers c on c.org_id = ${orgId} and lower(c.email_address collate "C") = lower(${email} collate "C")
    where o.org_id = ${orgId}`
  const sealed = sealLinkCode(deps.seal, orgId, identity, { code, email })
  await tx`
    insert into sso_link_codes (org_id, issuer, subject, code_sealed, expires_at, created_at)
    values (${orgId}, ${identity.issuer}, ${identity.subject}, ${sealed}, ${expiresAt}, ${now})
    on conflict (org_id, issuer, subject) do update
    set code_sealed = excluded.code_sealed,
      tries = 0,
      expires_at = excluded.expires_at,
      created_at = excluded.created_at`
  await mailOnRequest(orgId, tx, deps, {
    purpose: 'sso_link_code',
    recipient: recipient?.email_address ?? undefined,
    asked: email,
    mail: { ...codeMail(recipient, code, 'link', language), urgent: true, give_up_after_ms: CODE_KEPT_MS },
    refusal,
  })
  return expiresAt
}
