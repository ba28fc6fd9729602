import type { Language } from '../../../faces/kit/languages.ts'
import { fill } from '../../../faces/kit/messages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText, type MailPage } from '../../messages/mail/mail-page.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { originOf } from '../../people/shops/shop-address.ts'
import { type LinkDeps, ticketPageLink } from '../../tickets/orders/ticket-page-link.ts'
import type { TicketLinks } from './ticket-links.ts'

/** One mail with a link to each of the orders, and to each ticket that was passed on. */
export function ticketLinksMail(
  deps: LinkDeps,
  orgId: OrgId,
  { organisation, tickets }: TicketLinks,
  asked: Language | undefined,
): Omit<Mail, 'to'> {
  const speech = speechOf(tickets[0]?.language ?? asked ?? organisation.language, organisation.country)
  const { ticket_links: texts, labels } = speech.words
  const values = { organisation: organisation.organisation }
  const pages = organisation.ticket_page_url ?? originOf(deps.publicUrl, organisation.shop_host)
  const page: MailPage = {
    language: speech.language,
    organisation: { name: organisation.organisation, accent: organisation.accent_color },
    preview: fill(texts.intro, values),
    heading: texts.heading,
    intro: [labels.hello_nobody, fill(texts.intro, values)],
    choices: tickets.map(
      ({ order_id: orderId, ticket_id, secret_version: version, title, starts_at, timezone, ...row }) => ({
        label: title,
        detail: `${speech.dateTime(starts_at, timezone)} · ${speech.count(labels.tickets, row.tickets)}`,
        href: ticketPageLink(deps, orgId, {
          orderId,
          version,
          pages,
          ...(ticket_id === null ? {} : { ticketId: ticket_id }),
        }),
      }),
    ),
    closing: [texts.closing],
    footer: [...(organisation.contact_email === null ? [] : [labels.contact]), fill(labels.sender, values)],
  }
  return {
    subject: fill(texts.subject, values),
    text: asText(page),
    html: asHtml(page),
    from_name: organisation.organisation,
    ...(organisation.contact_email === null ? {} : { reply_to: organisation.contact_email }),
  }
}
