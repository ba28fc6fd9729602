import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { basketCallerOf } from '../../checkout/baskets/item-rules.ts'
import { isMailAddress } from '../../messages/mail/mail.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { countCode, type Limited } from '../../people/mailed-codes/code-limits.ts'
import { mailLimits, mailOnRequest, tooManyMails } from '../../people/mailed-codes/mail-on-request.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { findTicketLinks } from './ticket-links.ts'
import { ticketLinksMail } from './ticket-links-mail.ts'

const Body = Input({
  order_or_email: Text(254, { description: 'the number of an order, or the address that tickets were bought with' }),
})
const Reply = Type.Object(
  { status: OneOf(['accepted'], { description: 'the same whether or not there are tickets' }) },
  { title: 'TicketsMailed' },
)

export const findTickets: Operation = (app, deps) =>
  app.post(
    '/v1/storefront/find_tickets',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'findTickets',
        summary: 'Have links to one’s tickets mailed',
        description:
          'By the number of an order, to the address that it has; by an address, all that it has bought or been passed on, for events that are not over. The mail goes to the address on file and nowhere else, and the answer does not tell whether there is one.',
        tags: ['Storefront'],
        body: Body,
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const asked = {
        wanted: body.order_or_email.trim(),
        language: readerLanguage(request),
        addressHash: basketCallerOf(request.view, deps).addressHash,
      }
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await mailLinks(orgId, tx, deps, asked)
        return { status: 'accepted' } satisfies Static<typeof Reply>
      })
    },
  )

type Asked = {
  wanted: string
  language: ReturnType<typeof readerLanguage>
  /** Of the web browser, where one asks; the organisation's own server asks for everybody. */
  addressHash: string | null
}

/** Within an hour: a family at home asks a few times, and no mailbox is filled by a stranger. */
function limitsOf(wanted: string, addressHash: string | null): Limited[] {
  const ofBrowser: Limited[] = addressHash === null ? [] : [{ name: ['tickets found from', addressHash], codesMax: 60 }]
  return [
    { name: ['tickets found by', foldEmail(wanted)], codesMax: mailLimits.tickets_found.ofRecipient },
    ...ofBrowser,
  ]
}

/**
 * The same statements for whatever is asked, so that not even the time tells an address that is known. Where there are no tickets the
 * mail is written all the same, too late to be sent.
 */
async function mailLinks(orgId: OrgId, tx: Tx, deps: PlatformDeps, { wanted, language, addressHash }: Asked) {
  const now = deps.clock(orgId)
  const limited = limitsOf(wanted, addressHash)
  await countCode(orgId, tx, now, limited, tooManyMails)
  const links = await findTicketLinks(orgId, tx, now, wanted)
  const to = links.tickets[0]?.email_address ?? ''
  // By a number, what another holder was passed on is theirs to ask for.
  const tickets = links.tickets.filter(({ email_address }) => foldEmail(email_address) === foldEmail(to))
  const mail = ticketLinksMail(deps, orgId, { ...links, tickets }, language)
  await mailOnRequest(orgId, tx, deps, {
    purpose: 'tickets_found',
    recipient: tickets.length > 0 && isMailAddress(to) ? to : undefined,
    asked: wanted,
    mail: { ...mail, urgent: true, give_up_after_ms: HOUR_MS },
    // A number that is refused as the last one was would tell that one buyer has both orders.
    refusal: 'hidden',
  })
}
