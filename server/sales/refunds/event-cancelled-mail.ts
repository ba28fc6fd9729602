import type { OrgId } from '../../access/principal.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'
import { englishDate } from '../../platform/values/time.ts'

export type CancelledOrder = {
  order_id: number
  email_address: string
  first_name: string | null
  currency: string
  title: string
  starts_at: Date
  timezone: string
  organisation: string
}

/** What the buyer is told; nothing where the order has no address, as at the box office. */
export async function findMailedOrder(orgId: OrgId, tx: Tx, orderId: number): Promise<CancelledOrder | undefined> {
  const [order] = await tx<CancelledOrder[]>`
    select o.order_id, o.email_address, o.first_name, o.currency, e.title, e.starts_at, e.timezone, g.name as organisation
    from orders o
    join events e on e.org_id = ${orgId} and e.event_id = o.event_id
    join organisations g on g.org_id = ${orgId}
    where o.org_id = ${orgId}
      and o.order_id = ${orderId}
      and o.email_address is not null`
  return order
}

type Returned = { amountMinor: number; reason: string | null }

/** The same order is told once, however often it is written. */
export function eventCancelledMail(order: CancelledOrder, { amountMinor, reason }: Returned): Mail {
  const { title, organisation } = order
  const paragraphs = [
    order.first_name === null ? 'Hello,' : `Hello ${order.first_name},`,
    `${title}, ${englishDate(order.starts_at, order.timezone).full}, has been cancelled. We are sorry.`,
    ...(reason === null ? [] : [reason]),
    amountMinor > 0
      ? `We are giving ${amountOf(amountMinor, order.currency)} back to you, the way you paid it. Banks take up to ten days.`
      : 'Nothing is left to give back for this order.',
    'Your tickets let nobody in any more; you need not do anything.',
    `Order ${order.order_id}`,
    organisation,
  ]
  const html = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')
  return {
    to: order.email_address,
    from_name: organisation,
    subject: `Cancelled: ${title}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif">\n${html}\n</body></html>`,
    message_id: `order-${order.order_id}-event-cancelled`,
  }
}

const amountOf = (minor: number, currency: string) =>
  `${toMajor(minor, currency).toFixed(currencyExponent(currency))} ${currency}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
