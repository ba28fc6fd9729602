import type { OrgId } from '../../access/principal.ts'
import { debtUrl } from '../../ledger/ledger/debt-link.ts'
import { calendarFile, calendarUid } from '../../messages/mail/calendar-file.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { FindLogo } from '../../messages/mail/logos.ts'
import { type Attachment, isMailAddress, type Letter } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText } from '../../messages/mail/mail-page.ts'
import { type MailSetting, textsOf } from '../../messages/mail/mail-settings.ts'
import { type MailKind, STAFF_MAIL } from '../../messages/mail/notices.ts'
import { type Dropped, isAskedFor, type Write, type WriteNotices } from '../../messages/mail/send-mails.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { drawDocument } from '../../papers/documents/draw-document.ts'
import { drawReminder, reminderFileName } from '../../papers/documents/draw-reminder.ts'
import { logoPicture } from '../../papers/ticket-files/logo-picture.ts'
import { findCards, printCards } from '../../papers/ticket-files/member-cards.ts'
import {
  A6,
  type Printed,
  printTickets,
  readPrinted,
  TICKETS_A_FILE_MAX,
} from '../../papers/ticket-files/tickets-pdf.ts'
import type { LegalPageRow } from '../../people/legal/legal-page.ts'
import { eventUrl, originOf } from '../../people/shops/shop-address.ts'
import { fileName } from '../../platform/http/file-name.ts'
import type { Parsers } from '../../platform/parsing/parsers.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type LinkDeps, ticketPageLink, transferPageLink } from '../../tickets/orders/ticket-page-link.ts'
import { cardPageLink } from '../card-page/card-secret.ts'
import { legalLinks } from './legal-links.ts'
import { contentOf, type MailContent } from './mail-content.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import { type NoticeFacts, readFacts } from './notice-facts.ts'
import { orderPage } from './order-page.ts'
import { renewalLink } from './renewal-facts.ts'
import { isOfStaff, writeStaffLetters } from './staff-letters.ts'

export type NoticeDeps = LinkDeps & { sql: Sql; typefaces: Typefaces; findLogo: FindLogo; parsers: Parsers }

/** How mails about orders are written: everything that they say is read now, so that they say what is true now. */
export const noticeWriter =
  (deps: NoticeDeps): WriteNotices =>
  async (orgId, mails) => {
    const byStaff = mails.filter(isOfStaff)
    const ofOrders = mails.filter((mail) => !isOfStaff(mail))
    const staffLetters = byStaff.length === 0 ? [] : await writeStaffLetters(deps, orgId, byStaff)
    const facts = await readFacts(orgId, deps.sql, ofOrders)
    const notices = ofOrders.map((mail) => ({ mailId: mail.mail_id, notice: noticeOf(facts, mail) }))
    const withFiles = notices.flatMap(({ notice }) => ('dropped' in notice || !hasFile(notice) ? [] : [notice]))
    const printed = await readPrinted(orgId, deps.sql, {
      orderIds: [...new Set(withFiles.map(({ order }) => order.order_id))],
      ticketIds: withFiles.flatMap(({ content }) => idsOf(content)),
      withTransferred: true,
    })
    const write = async (notice: Notice | Dropped) =>
      'dropped' in notice ? notice : letterOf(deps, orgId, notice, printed)
    return new Map([
      ...staffLetters,
      ...notices.map(({ mailId, notice }): [number, Write] => [mailId, () => write(notice)]),
    ])
  }

type Notice = {
  kind: MailKind
  legalPages: LegalPageRow[]
  setting: MailSetting | undefined
  order: MailedOrderRow
  content: MailContent
  to: string
}

function noticeOf(facts: NoticeFacts, mail: ClaimedMail): Notice | Dropped {
  const { kind, order_id } = mail
  const order = order_id === null ? undefined : facts.orders.get(order_id)
  if (kind === null || kind === STAFF_MAIL || !order) return { dropped: 'nothing_to_tell' }
  const setting = facts.settings.get(kind)
  if (setting?.enabled === false) return { dropped: 'switched_off' }
  const content = contentOf(kind, facts, mail, order)
  if ('dropped' in content) return content
  const { to } = content
  if (to === null) return { dropped: 'no_address' }
  if (!isMailAddress(to)) return { dropped: 'address_invalid' }
  if (facts.suppressed.has(to) && !isAskedFor(mail)) return { dropped: 'suppressed' }
  return { kind, legalPages: facts.legalPages, setting, order, content, to }
}

const WITH_FILE: MailKind[] = ['order_confirmed', 'tickets_resent', 'ticket_transferred']
const hasFile = ({ kind, content: { tickets } }: Notice) => tickets.length > 0 && WITH_FILE.includes(kind)

/** The first of them; the link has them all. */
const idsOf = ({ tickets }: MailContent) => tickets.slice(0, TICKETS_A_FILE_MAX).map(({ ticket_id }) => ticket_id)

async function letterOf(
  deps: NoticeDeps,
  orgId: OrgId,
  notice: Notice,
  printed: Map<number, Printed>,
): Promise<Letter> {
  const logo = await deps.findLogo(notice.order.logo_image)
  const letter = noticeLetter(deps, orgId, { ...notice, logo })
  const papers = await papersOf(deps, orgId, notice)
  const file =
    papers.length > 0
      ? papers
      : hasFile(notice)
        ? await ticketFile(deps, notice, printed, logo)
        : await cardFile(deps, orgId, notice, logo)
  return { ...letter, attachments: [...file, ...letter.attachments] }
}

const PDF = { content_type: 'application/pdf' }

/** The document as it was issued, in its language; what an order is to be paid by; a reminder as a letter, with the link that the mail has. */
async function papersOf(deps: NoticeDeps, orgId: OrgId, { content, order }: Notice): Promise<Attachment[]> {
  const { typefaces } = deps
  const { file, proforma, letter, debt } = content
  if (file) {
    const { kind, label, issued_at: issuedAt, content: said } = file
    const pdf = await drawDocument(typefaces, { kind, label, issuedAt, content: said })
    return [{ ...PDF, filename: `${fileName(label)}.pdf`, content: pdf }]
  }
  if (proforma) {
    const pdf = await drawDocument(typefaces, proforma)
    return [{ ...PDF, filename: `pro-forma-${order.order_id}.pdf`, content: pdf }]
  }
  if (!letter) return []
  const pdf = await drawReminder(typefaces, letter, debt && debtUrl(deps, orgId, order, debt))
  return [{ ...PDF, filename: reminderFileName(letter), content: pdf }]
}

/** The cards of those whom the order made members. */
async function cardFile(
  { sql, typefaces, parsers }: NoticeDeps,
  orgId: OrgId,
  { content: { members = [] } }: Notice,
  logo: Attachment | undefined,
): Promise<Attachment[]> {
  const ids = members.slice(0, TICKETS_A_FILE_MAX).map(({ membership_member_id }) => membership_member_id)
  const cards = ids.length > 0 ? await findCards(orgId, sql, ids) : []
  if (cards.length === 0) return []
  const content = await printCards(typefaces, cards, await logoPicture(parsers, logo))
  return [{ filename: 'cards.pdf', content_type: 'application/pdf', content }]
}

/** The tickets to print, or to show where there is no network. */
async function ticketFile(
  { typefaces, parsers }: NoticeDeps,
  { order: { order_id }, content }: Notice,
  printed: Map<number, Printed>,
  logo: Attachment | undefined,
): Promise<Attachment[]> {
  const { order, tickets } = printed.get(order_id) ?? { tickets: [] }
  const ids = new Set(idsOf(content))
  const mailedTickets = tickets.filter(({ ticketId }) => ids.has(ticketId))
  if (!order || mailedTickets.length === 0) return []
  const file = await printTickets(typefaces, { ...order, logo: await logoPicture(parsers, logo) }, mailedTickets, A6)
  return [{ filename: 'tickets.pdf', content_type: 'application/pdf', content: file }]
}

export type NoticeParts = Notice & {
  logo?: Attachment | undefined
  /** The button leads here instead of to the order. */
  link?: string
}

/** A mail as it leaves, but for the tickets, which are printed at the last moment. */
export function noticeLetter(
  deps: LinkDeps,
  orgId: OrgId,
  { kind, legalPages, setting, order, content, to, logo, link }: NoticeParts,
): Letter {
  const speech = speechOf(order.language, order.country, { several: order.several_currencies })
  const texts = textsOf(kind, setting, order.language)
  const key = linkOf(deps, orgId, kind, order, content)
  const { subject, page } = orderPage(kind, texts, speech, order, {
    ...content,
    link: key && (link ?? key),
    cards: cardsOf(deps, orgId, order, content, link),
    payLink: content.payment && debtUrl(deps, orgId, order, content.payment),
    logoCid: logo?.cid,
    links: legalLinks(deps.publicUrl, legalPages, order, speech.language),
  })
  const calendar = SHOWN_IN_CALENDARS.includes(kind)
    ? entryOf(deps, orgId, order, page.preview, kind === 'event_cancelled')
    : []
  return {
    to,
    subject,
    text: asText(page),
    html: asHtml(page),
    from_name: order.organisation,
    ...(order.contact_email === null ? {} : { reply_to: order.contact_email }),
    language: speech.language,
    attachments: [...(logo ? [logo] : []), ...calendar],
  }
}

const SHOWN_IN_CALENDARS: MailKind[] = [...WITH_FILE, 'event_cancelled', 'event_moved']

const WITHOUT_LINK: MailKind[] = ['payment_failed', 'transfer_expired', 'membership_confirmed', 'membership_cancelled']

/** The order's link opens the whole order, and the holder of one ticket must not see it all: theirs opens that one. */
function linkOf(deps: LinkDeps, orgId: OrgId, kind: MailKind, order: MailedOrderRow, content: MailContent) {
  const { page, debt, transfer, wayBack } = content
  if (wayBack) return wayBack
  if (content.renewal) return renewalLink(deps, orgId, order, content)
  if (debt) return debtUrl(deps, orgId, order, debt)
  if (transfer) return transferPageLink(deps, orgId, order, { orderId: order.order_id, version: order.secret_version })
  if (WITHOUT_LINK.includes(kind) || page === null || order.event_id === null) return undefined
  const { order_id: orderId } = order
  const pages = pagesOf(deps, order)
  return page
    ? ticketPageLink(deps, orgId, { orderId, pages, ticketId: page.page_ticket_id, version: page.secret_version })
    : ticketPageLink(deps, orgId, { orderId, pages, version: order.secret_version })
}

/** Where the organisation's fans open their pages. */
const pagesOf = ({ publicUrl }: LinkDeps, { ticket_page_url, shop_host }: MailedOrderRow) =>
  ticket_page_url ?? originOf(publicUrl, shop_host)

/** The page of each card; the file has those of a larger group too. */
const cardsOf = (deps: LinkDeps, orgId: OrgId, order: MailedOrderRow, { members = [] }: MailContent, link?: string) =>
  members
    .slice(0, CARDS_LINKED_MAX)
    .map(({ first_name, last_name, membership_member_id: memberId, secret_version }) => ({
      name: `${first_name} ${last_name}`,
      href: link ?? cardPageLink(deps.seal, orgId, { memberId, version: secret_version }, pagesOf(deps, order)),
    }))
const CARDS_LINKED_MAX = 30

/** The entry for the calendar links to the event in the shop, and never to the tickets: calendars are shared. */
function entryOf(
  { publicUrl }: LinkDeps,
  orgId: OrgId,
  order: MailedOrderRow,
  description: string,
  cancelled: boolean,
): Attachment[] {
  const { event_id: eventId, starts_at: startsAt } = order
  if (eventId === null || startsAt === null) return []
  const entry = calendarFile({
    uid: calendarUid(orgId, eventId),
    title: order.title,
    startsAt,
    endsAt: order.ends_at,
    timezone: order.timezone,
    place: order.venue,
    url: eventUrl(publicUrl, order, eventId),
    description,
    changedAt: order.event_changed_at,
    cancelled,
  })
  return [entry]
}
