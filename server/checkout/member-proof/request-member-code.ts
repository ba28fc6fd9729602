import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { countCode, type Limited } from '../../people/mailed-codes/code-limits.ts'
import { codeMail } from '../../people/mailed-codes/code-mail.ts'
import { mailOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { CODE_KEPT_MS, newMailedCode } from '../../people/mailed-codes/mailed-code.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { EmailAddress } from '../../resources/fields.ts'
import { BasketId, uuidOfBasket } from '../baskets/basket-state.ts'
import { basketCallerOf } from '../baskets/item-rules.ts'
import { tellOrder } from '../baskets/tell-order.ts'
import { SaleError } from '../errors.ts'
import { lockOpenBasket } from './lock-open-basket.ts'
import { hasMember, sealMemberCode, storeMemberCode } from './member-code.ts'

const Params = Input({ basket_id: BasketId })
const Body = Input({ email: EmailAddress })
const Reply = Type.Object(
  {
    status: OneOf(['code_sent'], { description: 'the same whether or not a member has the address' }),
    expires_at: Type.Integer({ description: 'Unix seconds; the code is of no use after' }),
  },
  { title: 'MemberCode' },
)

export const requestMemberCode: Operation = (app, deps) =>
  app.post(
    '/v1/baskets/:basket_id/member_code',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      errorHandler: tellOrder(deps),
      schema: {
        operationId: 'requestMemberCode',
        summary: 'Ask for a code that proves a member',
        description: [
          'Mails six digits to the address, if the organisation knows a member by it. They last 10 minutes and 5 tries, for this',
          'basket, and a new code replaces the one before. The answer does not tell whether there is such a member.',
        ].join(' '),
        tags: ['Baskets'],
        params: Params,
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, params, body } = request
      const asked = {
        basketId: uuidOfBasket(params.basket_id),
        email: body.email,
        addressHash: basketCallerOf(request.view, deps).addressHash,
        language: readerLanguage(request),
      }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const expiresAt = await sendCode(orgId, tx, deps, asked)
        return { status: 'code_sent', expires_at: unixSeconds(expiresAt) } satisfies Static<typeof Reply>
      })
    },
  )

/** `addressHash`: of the web browser, where one asks; the organisation's own server asks for all fans. */
type Asked = {
  basketId: string
  email: string
  addressHash: string | null
  language: ReturnType<typeof readerLanguage>
}

/** More than a mailbox may be sent, since a whole street may share an address; few enough that no code is found by guessing. */
const CODES_OF_ADDRESS_MAX = 60

/**
 * The same statements with the same sizes for any address, so that not even the time tells one that is known. For one
 * that no member has, the mail is written all the same, too late to be sent.
 */
async function sendCode(
  orgId: OrgId,
  tx: Tx,
  deps: PlatformDeps,
  { basketId, email, addressHash, language }: Asked,
): Promise<Date> {
  const now = deps.clock(orgId)
  const expiresAt = new Date(now.getTime() + CODE_KEPT_MS)
  const code = newMailedCode()
  await lockOpenBasket(orgId, tx, now, basketId)
  const limited = limitsOf(basketId, foldEmail(email), addressHash)
  const refusal = (headers: Record<string, string>) => new SaleError('rate_limit_member_code', { headers })
  await countCode(orgId, tx, now, limited, refusal)
  const [recipient] = await tx<{ name: string; language: string; email_address: string | null }[]>`
    select o.name, o.language, c.email_address
    from organisations o
    left join customers c
      on c.org_id = ${orgId} and lower(c.email_address collate "C") = lower(${email} collate "C") and ${hasMember(orgId, tx)}
    where o.org_id = ${orgId}`
  const sealed = sealMemberCode(deps.seal, orgId, basketId, { code, email })
  await storeMemberCode(orgId, tx, now, { basketId, sealed, expiresAt })
  await mailOnRequest(orgId, tx, deps, {
    purpose: 'member_code',
    recipient: recipient?.email_address ?? undefined,
    asked: email,
    mail: { ...codeMail(recipient, code, 'member', language), urgent: true, give_up_after_ms: CODE_KEPT_MS },
    refusal,
  })
  return expiresAt
}

const limitsOf = (basketId: string, mailbox: string, addressHash: string | null): Limited[] => [
  { name: ['member code of basket', basketId] },
  ...(addressHash === null ? [] : limitsOfAddress(mailbox, addressHash)),
]

const limitsOfAddress = (mailbox: string, addressHash: string): Limited[] => [
  { name: ['member code of address to mailbox', addressHash, mailbox] },
  { name: ['member code of address', addressHash], codesMax: CODES_OF_ADDRESS_MAX },
]
