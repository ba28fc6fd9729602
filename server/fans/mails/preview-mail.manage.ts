import { Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Letter } from '../../messages/mail/mail.ts'
import { findMailSettings } from '../../messages/mail/mail-settings.ts'
import type { MailKind } from '../../messages/mail/notices.ts'
import { mailLanguages } from '../../messages/mail/words.ts'
import { findLegalPages } from '../../people/legal/legal-page.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findTicketsOfOrders } from '../../tickets/orders/order.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import type { MailContent } from './mail-content.ts'
import { MailParams } from './mail-setting.ts'
import type { MailTicket } from './mail-ticket.ts'
import { findMailedOrders, type MailedOrderRow } from './mailed-order.ts'
import { sampleOrder, sampleTickets } from './sample-order.ts'
import { sampleEnd, sampleRenewal } from './sample-renewal.ts'
import { noticeLetter } from './write-notices.ts'

const Query = Input({
  language: Type.Optional(OneOf(mailLanguages, { description: 'without it, that of the order or the organisation' })),
  order_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 36,
      description: 'the order_id or the order_uuid of an order to show; without it, one that is made up',
    }),
  ),
  format: Type.Optional(OneOf(['json', 'html', 'text'], { default: 'json' })),
})

const Preview = Type.Object(
  {
    kind: Type.String(),
    language: Type.String(),
    from_name: Type.String(),
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
    attachments: Type.Array(
      Type.Object({ filename: Type.String(), content_type: Type.String(), bytes: Type.Integer() }),
    ),
  },
  { title: 'MailPreview' },
)

const answer = {
  description: 'The mail as it would leave now',
  content: {
    'application/json': { schema: Preview },
    'text/html': { schema: { type: 'string' } },
    'text/plain': { schema: { type: 'string' } },
  },
}

/** A mail in a browser may do nothing but be looked at. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

export const previewMail: Operation = (app, deps) =>
  app.get(
    '/v1/manage/mails/:kind/preview',
    {
      config: { scope: 'orders:manage', shows: 'by_field' },
      schema: {
        operationId: 'previewMail',
        summary: 'Preview a mail',
        description: 'As a buyer would get it now, with the organisation’s look and words. Nothing is sent.',
        tags: ['Mails'],
        params: MailParams,
        querystring: Query,
        response: { 200: answer },
      },
    },
    async ({ orgId, params, query, may }, reply) => {
      if (query.order_id !== undefined && !may('customers:read')) {
        throw new AccessError('scope_missing', {
          message: 'A mail about a buyer’s order needs the scope customers:read.',
        })
      }
      const kind = params.kind as MailKind
      const { sql, seal, publicUrl } = deps
      const { order, content } = await findPreviewed(orgId, sql, deps.clock(orgId), kind, query.order_id)
      const setting = (await findMailSettings(orgId, sql)).find((row) => row.kind === kind)
      const letter = noticeLetter({ seal, publicUrl }, orgId, {
        kind,
        legalPages: await findLegalPages(orgId, sql),
        setting,
        order: { ...order, language: query.language ?? order.language },
        content,
        to: '',
        // Staff who look at a preview are not handed the key to the order.
        link: `${publicUrl}/t/preview`,
      })
      reply.header('content-security-policy', POLICY)
      if (query.format === 'html') return reply.type('text/html; charset=utf-8').send(letter.html)
      if (query.format === 'text') return reply.type('text/plain; charset=utf-8').send(letter.text)
      return reply.send(toPreview(kind, letter))
    },
  )

const toPreview = (kind: MailKind, { language = '', from_name = '', subject, html, text, attachments }: Letter) => ({
  kind,
  language,
  from_name,
  subject,
  html,
  text,
  attachments: attachments.map(({ filename, content_type, content }) => ({
    filename,
    content_type,
    bytes: content.length,
  })),
})

const SAMPLE_MEMBER = {
  order_id: 0,
  membership_member_id: 0,
  type_title: 'Season',
  first_name: 'Grace',
  last_name: 'Okafor',
  member_number: 'K7QM-2D4X',
  secret_version: 0,
}

const SAMPLE_TRANSFER = {
  account_holder: 'Riverside FC',
  iban: 'DE89 3704 0044 0532 0130 00',
  reference: 'RF32 1123 4',
}

/** What the mail tells, of the order that was named or of one that is made up. */
async function findPreviewed(orgId: OrgId, sql: Db, now: Date, kind: MailKind, reference: string | undefined) {
  if (reference === undefined) {
    const order = await sampleOrder(orgId, sql, now)
    return { order, content: sampleContent(kind, order, sampleTickets(), now) }
  }
  const [orderRow] = await findOrder(orgId, sql, orderIdIn(reference))
  const [order] = orderRow ? await findMailedOrders(orgId, sql, [orderRow.order_id]) : []
  if (!order) throw new ApiError('resource_missing')
  const tickets = await findTicketsOfOrders(orgId, sql, [order.order_id], true)
  const active = tickets.filter(({ ticket_status_id }) => ticket_status_id === ticketStatus.active)
  return { order, content: sampleContent(kind, order, active, order.starts_at ?? now) }
}

const WITH_TICKETS: MailKind[] = [
  'order_confirmed',
  'tickets_resent',
  'ticket_transferred',
  'ticket_passed_on',
  'event_moved',
]

function sampleContent(kind: MailKind, order: MailedOrderRow, tickets: MailTicket[], previousStart: Date): MailContent {
  const { timezone, venue } = order
  const mailedTickets = kind === 'ticket_transferred' || kind === 'ticket_passed_on' ? tickets.slice(0, 1) : tickets
  return {
    to: null,
    tickets: WITH_TICKETS.includes(kind) ? mailedTickets : [],
    ...(kind === 'ticket_transferred' ? { page: { ticket_id: 0, page_ticket_id: 0, secret_version: 0 } } : {}),
    amountMinor: order.total_minor,
    refund: kind === 'order_refunded' ? 'gave_card' : kind === 'refund_owed' ? 'transfer' : 'returned',
    dueAt: order.starts_at ?? previousStart,
    ...(kind === 'refund_owed' || kind === 'debt_reminder' || kind === 'instalment_failed' || kind === 'debit_notice'
      ? { debt: { debtId: 0, version: 0, expiresAt: previousStart } }
      : {}),
    ...(['transfer_awaited', 'transfer_reminder', 'transfer_part'].includes(kind) ? { transfer: SAMPLE_TRANSFER } : {}),
    ...(kind === 'payment_unfinished' ? { wayBack: 'in place of it', heldUntil: previousStart } : {}),
    newHolder: 'Grace Okafor',
    document: { kind: 'invoice', label: 'INV-00042' },
    debited: { mandate: 'GRANDSTAND4711', account: '…3000' },
    ...(kind === 'membership_confirmed' ? { members: [SAMPLE_MEMBER] } : {}),
    ...(kind === 'renewal_announced' || kind === 'renewal_failed'
      ? { renewal: sampleRenewal(kind, order, previousStart) }
      : {}),
    ...(kind === 'membership_cancelled' ? { ended: sampleEnd(order) } : {}),
    ...(kind === 'refund_declined' ? { reason: 'We play in any weather.' } : {}),
    ...(kind === 'event_moved' ? { previous: { starts_at: previousStart, timezone, venue } } : {}),
  }
}
