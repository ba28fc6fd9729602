import { fill } from '../../../faces/kit/messages.ts'
import { placeText } from '../../../faces/kit/place.ts'
import type { MailPage } from '../../messages/mail/mail-page.ts'
import type { MailTexts } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import type { Speech } from '../../messages/mail/words.ts'
import { documentName } from '../../papers/documents/document-words.ts'
import { chargesOf } from '../../tickets/orders/charges.ts'
import type { OrderMembershipRow } from '../../tickets/orders/order-memberships.ts'
import type { MailContent } from './mail-content.ts'
import type { MailTicket } from './mail-ticket.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import { endValues } from './membership-end-facts.ts'
import type { MemberFact } from './notice-facts.ts'
import { chargesOfRenewal, renewalParts, renewalValues } from './renewal-facts.ts'

type PageContent = Omit<MailContent, 'to'> & {
  link: string | undefined
  /** The page on which the buyer pays the open amount. */
  payLink?: string | undefined
  /** The pages of members' cards. */
  cards?: { name: string; href: string }[]
  logoCid?: string | undefined
  links?: MailPage['links']
}

/** More of them are on the page and in the file. */
const PLACES_MAX = 30

/** A mail about an order: its subject, and what it shows. */
export function orderPage(
  kind: MailKind,
  texts: MailTexts,
  speech: Speech,
  order: MailedOrderRow,
  content: PageContent,
): { subject: string; page: MailPage } {
  const { labels } = speech.words
  const values = valuesOf(speech, order, content)
  const first = nameOf(order, content)
  const paragraphs = (text: string) =>
    fill(text, values)
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const intro = [
    first === null ? labels.hello_nobody : fill(labels.hello, { name: first }),
    ...paragraphs(texts.intro),
    ...(content.reason ? [content.reason] : []),
    ...(content.renewal ? renewalParts(speech, content.renewal) : []),
    ...(content.refundsUntil
      ? [fill(labels.ask_refund, { until: speech.date(content.refundsUntil, order.timezone) })]
      : []),
    ...(kind === 'order_confirmed' && content.payLink === undefined && order.owed_until ? [toPay(speech, order)] : []),
  ]
  const page: MailPage = {
    language: speech.language,
    organisation: { name: order.organisation, accent: order.accent_color, logoCid: content.logoCid },
    preview: content.members
      ? content.members.map(({ first_name, type_title }) => `${first_name}: ${type_title}`).join(' · ')
      : [membershipOf(content) ?? order.title, membershipOf(content) ? '' : values.starts]
          .filter((part) => part !== '')
          .join(' · '),
    heading: fill(texts.heading, values),
    intro,
    ticket: content.members
      ? { title: order.organisation, about: [], places: membersOf(speech, content.members, content.memberships ?? []) }
      : {
          title: membershipOf(content) ?? order.title,
          about: membershipOf(content) ? [] : aboutOf(speech, order, content),
          places: placesOf(kind, speech, content.tickets),
        },
    ...moneyOf(kind, speech, order, content),
    ...planShown(speech, order, content),
    ...(content.link === undefined ? {} : { button: { label: buttonOf(kind, speech, content), href: content.link } }),
    ...placesToGo(speech, order, content),
    // It is about tickets, which an order of memberships has none of.
    closing: order.event_id === null && kind === 'refund_owed' ? [] : paragraphs(texts.closing),
    footer: [
      ...(isHolder(content) ? [] : [fill(labels.order, values)]),
      ...(order.contact_email === null ? [] : [labels.contact]),
      fill(labels.sender, values),
    ],
    ...(content.links && { links: content.links }),
  }
  return { subject: fill(texts.subject, values), page }
}

/** A mail about one membership names it in place of an event. */
const membershipOf = ({ renewal, ended }: PageContent): string | undefined => renewal?.type_title ?? ended?.type_title

/** One card is a button of its own; of a family's each has its name beside it. */
function placesToGo(speech: Speech, order: MailedOrderRow, content: PageContent): Pick<MailPage, 'button' | 'choices'> {
  const { labels } = speech.words
  const { payLink, cards = [] } = content
  if (payLink !== undefined)
    return { choices: [{ label: labels.pay_now, detail: toPay(speech, order), href: payLink }] }
  const [card, ...others] = cards
  if (!card) return {}
  if (others.length === 0) return { button: { label: labels.show_card, href: card.href } }
  return { choices: cards.map(({ name, href }) => ({ label: labels.show_card, detail: name, href })) }
}

/** On an invoice: the tickets are theirs, the money is still to come. */
const toPay = (
  { words, money, date }: Speech,
  { owed_minor, owed_until, currency, timezone }: MailedOrderRow,
): string =>
  fill(words.labels.to_pay, {
    amount: money(owed_minor ?? 0, currency),
    due: owed_until ? date(owed_until, timezone) : '',
  })

/** A holder who was passed a ticket learns nothing of the order that it came from. */
const isHolder = ({ page }: PageContent) => page !== undefined

const nameOf = (order: MailedOrderRow, content: PageContent): string | null =>
  isHolder(content) ? (content.tickets[0]?.ticket_name ?? null) : order.first_name

function valuesOf(speech: Speech, order: MailedOrderRow, content: PageContent): Record<string, string> {
  const { words } = speech
  const amount = speech.money(content.amountMinor ?? 0, order.currency)
  return {
    event: order.title,
    starts: startOf(speech, order),
    venue: order.venue ?? (order.online_event ? words.labels.online : ''),
    name: nameOf(order, content) ?? '',
    order: String(order.order_id),
    organisation: order.organisation,
    tickets: speech.count(words.labels.tickets, content.tickets.length),
    total: speech.money(order.total_minor, order.currency),
    amount,
    refund: refundOf(speech, order, content, amount),
    payee: content.transfer?.account_holder ?? '',
    iban: content.transfer?.iban ?? '',
    reference: content.transfer?.reference ?? '',
    holder: content.newHolder ?? words.labels.another_person,
    reason: content.reason ?? '',
    document: content.document ? documentName(content.document, speech.language) : '',
    due: content.dueAt ? speech.date(content.dueAt, order.timezone) : '',
    until: content.heldUntil ? speech.time(content.heldUntil, order.timezone) : '',
    next: nextOf(speech, order, content),
    ...(content.debited ?? {}),
    previous: content.previous ? previousOf(speech, content.previous) : '',
    ...(content.renewal && renewalValues(speech, content.renewal)),
    ...(content.ended && endValues(speech, content.ended)),
  }
}

/** How the money goes back, and what of it is credit again. */
function refundOf(speech: Speech, order: MailedOrderRow, content: PageContent, amount: string): string {
  const { refund } = speech.words
  const { creditedMinor = 0 } = content
  const way = fill(refund[content.refund ?? 'nothing'], { amount })
  if (creditedMinor === 0) return way
  const credited = fill(refund.credit, { amount: speech.money(creditedMinor, order.currency) })
  return content.amountMinor === 0 ? credited : `${way} ${credited}`
}

/** What follows on a charge that failed. */
function nextOf(speech: Speech, { timezone }: MailedOrderRow, { triedAgainAt, bankAsks }: PageContent): string {
  const { labels } = speech.words
  if (triedAgainAt) return fill(labels.charged_again, { due: speech.date(triedAgainAt, timezone) })
  return bankAsks ? labels.bank_asks : labels.not_charged_again
}

const startOf = (speech: Speech, { starts_at, timezone, online_event }: MailedOrderRow): string => {
  if (starts_at === null) return ''
  return online_event ? speech.dateTimeAndZone(starts_at, timezone) : speech.dateTime(starts_at, timezone)
}

const previousOf = (speech: Speech, { starts_at, timezone, venue }: NonNullable<MailContent['previous']>) =>
  [speech.dateTime(starts_at, timezone), ...(venue === null ? [] : [venue])].join(' · ')

function aboutOf(speech: Speech, order: MailedOrderRow, { previous }: PageContent): string[] {
  const { labels } = speech.words
  const { doors_at, timezone, venue } = order
  return [
    ...(order.starts_at === null ? [] : [startOf(speech, order)]),
    ...(doors_at === null ? [] : [fill(labels.doors, { time: speech.time(doors_at, timezone) })]),
    ...(venue === null ? (order.online_event ? [labels.online] : []) : [venue]),
    ...(previous ? [fill(labels.moved_from, { previous: previousOf(speech, previous) })] : []),
  ]
}

const WITHOUT_PLACES: MailKind[] = [
  'payment_failed',
  'payment_unfinished',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_part',
  'transfer_expired',
  'event_cancelled',
  'refund_owed',
  'debt_reminder',
  'instalment_failed',
  'renewal_announced',
  'renewal_failed',
  'membership_cancelled',
  'debit_notice',
  'document_issued',
]

/** Tickets that differ in nothing are one line. */
function placesOf(kind: MailKind, speech: Speech, tickets: MailTicket[]): { title: string; detail: string[] }[] {
  if (WITHOUT_PLACES.includes(kind)) return []
  const lines = Map.groupBy(tickets, (ticket) => JSON.stringify([ticket.price_title, ...detailOf(speech, ticket)]))
  const places = [...lines.values()].slice(0, PLACES_MAX).flatMap((alike) => {
    const [ticket] = alike
    if (!ticket) return []
    const title = alike.length > 1 ? `${alike.length} × ${ticket.price_title}` : ticket.price_title
    return [{ title, detail: detailOf(speech, ticket) }]
  })
  const rest = [...lines.values()].slice(PLACES_MAX).reduce((sum, alike) => sum + alike.length, 0)
  return rest === 0 ? places : [...places, { title: speech.count(speech.words.labels.more, rest), detail: [] }]
}

/** Each with their number, season and seat. */
const membersOf = (speech: Speech, members: MemberFact[], memberships: OrderMembershipRow[]) =>
  members.map(({ membership_member_id: id, first_name, last_name, type_title, member_number: number }) => {
    const bought = memberships.find(({ membership_member_id }) => membership_member_id === id)
    return {
      title: `${first_name} ${last_name}`,
      detail: [
        [type_title, bought?.season_title ?? null].filter((part) => part !== null).join(', '),
        fill(speech.words.labels.member, { number }),
        ...(bought?.seat ? [placeText({ ...bought.seat, entrance: null }, speech.language)] : []),
      ],
    }
  })

/** Every charge of what is paid by a plan: of an order, or of a renewal to come. */
function planShown(
  speech: Speech,
  { total_minor, currency }: MailedOrderRow,
  { memberships = [], renewal }: PageContent,
): Pick<MailPage, 'plan'> {
  const plans = memberships.map(({ plan }) => plan)
  const charges = renewal ? chargesOfRenewal(renewal) : chargesOf(total_minor, plans, memberships[0]?.ordered_on ?? '')
  if (charges.length === 0) return {}
  const { labels } = speech.words
  const of = renewal?.currency ?? currency
  return {
    plan: {
      title: labels.plan,
      charges: charges.map(({ due_on, amount_minor }) => ({
        label: speech.date(new Date(due_on), 'UTC'),
        amount: speech.money(amount_minor, of),
      })),
      total: {
        label: labels.total,
        amount: speech.money(
          charges.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
          of,
        ),
      },
    },
  }
}

function detailOf(speech: Speech, ticket: MailTicket): string[] {
  const seat = placeText(ticket, speech.language)
  const place = seat.startsWith(ticket.category_title) ? seat : `${ticket.category_title} · ${seat}`
  return [place, ticket.ticket_name ?? ''].filter((line) => line !== '')
}

function moneyOf(
  kind: MailKind,
  speech: Speech,
  order: MailedOrderRow,
  content: PageContent,
): Pick<MailPage, 'sums' | 'total' | 'included'> {
  const { labels } = speech.words
  const money = (minor: number) => speech.money(minor, order.currency)
  if (kind === 'order_refunded') return { total: { label: labels.refunded, amount: money(content.amountMinor ?? 0) } }
  const isOfMembers = kind === 'membership_confirmed' && order.event_id === null
  if (kind !== 'order_confirmed' && !isOfMembers) return {}
  const parts = [
    { label: labels.discount, minor: -order.discount_minor },
    { label: labels.service_fee, minor: order.service_fee_minor },
    { label: labels.transaction_fee, minor: order.transaction_fee_minor },
    { label: labels.service_tax, minor: order.service_tax_minor + (order.added_tax_minor ?? 0) },
  ].filter(({ minor }) => minor !== 0)
  const sums = parts.length === 0 ? [] : [{ label: labels.subtotal, minor: order.price_minor }, ...parts]
  return {
    sums: sums.map(({ label, minor }) => ({ label, amount: money(minor) })),
    total: { label: labels.total, amount: money(order.total_minor) },
    included: (order.taxes ?? [])
      .filter(({ tax_minor }) => tax_minor > 0)
      .map(({ title, thousandths, tax_minor }) => ({
        label: fill(labels.includes, { rate: rateName(speech.language, thousandths, title) }),
        amount: money(tax_minor),
      })),
  }
}

/** 7 % VAT, as the language writes a number. */
const rateName = (language: string, thousandths: number, title: string) =>
  `${(thousandths / 1000).toLocaleString(language, { maximumFractionDigits: 3 })} % ${title}`

const OF_THE_ORDER: MailKind[] = [
  'order_refunded',
  'event_cancelled',
  'ticket_passed_on',
  'refund_owed',
  'document_issued',
]

function buttonOf(kind: MailKind, { words }: Speech, content: PageContent): string {
  const { labels } = words
  const { tickets } = content
  if (kind === 'instalment_failed' || kind === 'debit_notice') return labels.pay_or_change
  if (kind === 'payment_unfinished') return labels.finish_payment
  if (content.transfer) return labels.how_to_transfer
  if (kind === 'renewal_announced') return labels.renewal_stop
  if (kind === 'renewal_failed') return labels.renew_now
  if (content.debt) return kind === 'debt_reminder' ? labels.pay_now : labels.give_account
  if (OF_THE_ORDER.includes(kind) && !isHolder(content)) return labels.show_order
  return tickets.length === 1 ? labels.show_ticket : labels.show_tickets
}
