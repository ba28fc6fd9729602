import type { OrgId } from '../../access/principal.ts'
import { calendarFile } from '../../messages/mail/calendar-file.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import type { FindLogo } from '../../messages/mail/logos.ts'
import { type Attachment, isMailAddress, type Letter } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText } from '../../messages/mail/mail-page.ts'
import { type MailSetting, textsOf } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import type { Dropped, Write, WriteNotices } from '../../messages/mail/send-mails.ts'
import { speechOf } from '../../messages/mail/words.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type LinkDeps, ticketPageLink } from '../orders/ticket-page-link.ts'
import { ticketsPdf } from '../ticket-files/tickets-pdf.ts'
import type { MailedOrderRow } from './mailed-order.ts'
import { type NoticeFacts, readFacts } from './notice-facts.ts'
import { orderPage } from './order-page.ts'
import { type Told, toldOf } from './told.ts'

export type NoticeDeps = LinkDeps & { sql: Sql; typefaces: Typefaces; findLogo: FindLogo }

/** How mails about orders are written: everything that they say is read now, so that they say what is true now. */
export const noticeWriter =
  (deps: NoticeDeps): WriteNotices =>
  async (orgId, mails) => {
    const facts = await readFacts(orgId, deps.sql, mails)
    return new Map(mails.map((mail): [number, Write] => [mail.mail_id, () => write(deps, orgId, facts, mail)]))
  }

async function write(deps: NoticeDeps, orgId: OrgId, facts: NoticeFacts, mail: ClaimedMail): Promise<Letter | Dropped> {
  const { kind, order_id } = mail
  const order = order_id === null ? undefined : facts.orders.get(order_id)
  if (kind === null || !order) return { dropped: 'nothing_to_tell' }
  const setting = facts.settings.get(kind)
  if (setting?.enabled === false) return { dropped: 'switched_off' }
  const told = toldOf(kind, facts, mail, order)
  if ('dropped' in told) return told
  const { to } = told
  if (to === null) return { dropped: 'no_address' }
  if (!isMailAddress(to)) return { dropped: 'address_invalid' }
  if (facts.suppressed.has(to)) return { dropped: 'suppressed' }
  const logo = await deps.findLogo(order.logo_image)
  const letter = noticeLetter(deps, orgId, { kind, setting, order, told, to, logo })
  return { ...letter, attachments: [...(await ticketFile(deps, orgId, kind, order, told)), ...letter.attachments] }
}

export type NoticeParts = {
  kind: MailKind
  setting: MailSetting | undefined
  order: MailedOrderRow
  told: Told
  to: string
  logo?: Attachment | undefined
  /** In place of the one that opens the order. */
  link?: string
}

/** A mail as it leaves, but for the tickets, which are printed at the last moment. */
export function noticeLetter(
  deps: LinkDeps,
  orgId: OrgId,
  { kind, setting, order, told, to, logo, link }: NoticeParts,
): Letter {
  const speech = speechOf(order.language, order.country)
  const texts = textsOf(kind, setting, order.language)
  const key = linkOf(deps, orgId, kind, order, told)
  const { subject, page } = orderPage(kind, texts, speech, order, {
    ...told,
    link: key && (link ?? key),
    logoCid: logo?.cid,
  })
  const calendar = SHOWN_IN_CALENDARS.includes(kind)
  return {
    to,
    subject,
    text: asText(page),
    html: asHtml(page),
    from_name: order.organisation,
    ...(order.contact_email === null ? {} : { reply_to: order.contact_email }),
    language: speech.language,
    attachments: [
      ...(logo ? [logo] : []),
      ...(calendar ? [entryOf(orgId, order, page.preview, kind === 'event_cancelled')] : []),
    ],
  }
}

const SHOWN_IN_CALENDARS: MailKind[] = ['order_confirmed', 'ticket_transferred', 'event_cancelled', 'event_moved']

/** The tickets to print, or to show where there is no network; a file has 500 at most, and the link has them all. */
async function ticketFile(
  deps: NoticeDeps,
  orgId: OrgId,
  kind: MailKind,
  { order_id: orderId }: MailedOrderRow,
  { tickets }: Told,
): Promise<Attachment[]> {
  if (tickets.length === 0 || !(kind === 'order_confirmed' || kind === 'ticket_transferred')) return []
  const transferred = kind === 'ticket_transferred'
  const ticketIds = transferred ? tickets.map(({ ticket_id }) => ticket_id) : undefined
  const file = await ticketsPdf(deps, orgId, { orderId, ticketIds, withTransferred: transferred })
  return file ? [{ filename: 'tickets.pdf', content_type: 'application/pdf', content: file.pdf }] : []
}

/** The order's link opens the whole order, which is not the business of whoever got one ticket of it: theirs opens that one. */
function linkOf(deps: LinkDeps, orgId: OrgId, kind: MailKind, order: MailedOrderRow, { tickets }: Told) {
  if (kind === 'payment_failed') return undefined
  const page = { orderId: order.order_id, version: order.secret_version, ownPages: order.ticket_page_url }
  if (kind !== 'ticket_transferred') return ticketPageLink(deps, orgId, page)
  const [ticket] = tickets
  return ticket && ticketPageLink(deps, orgId, { ...page, ticketId: ticket.ticket_id })
}

/** The entry for the calendar holds no link: calendars are shared. */
const entryOf = (orgId: OrgId, order: MailedOrderRow, description: string, cancelled: boolean): Attachment =>
  calendarFile({
    uid: `event-${order.event_id}.${orgId}@grandstand`,
    title: order.title,
    startsAt: order.starts_at,
    endsAt: order.ends_at,
    timezone: order.timezone,
    place: order.venue,
    description,
    changedAt: order.event_changed_at,
    cancelled,
  })
