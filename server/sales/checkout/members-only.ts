import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { foldEmail } from '../../platform/values/fold-email.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { Draft } from './starting.ts'

const PAID = 1

/** Drafts with a members-only price whose buyer is no paid member of that type, by the customer behind the e-mail address or the SSO token. */
export async function memberRefusals(orgId: OrgId, tx: Tx, now: Date, drafts: Draft[]): Promise<Map<Draft, Error>> {
  const refused = new Map<Draft, Error>()
  const asking = drafts.filter(({ basket }) => typesOf(basket.items).length > 0)
  if (asking.length === 0) return refused
  const emails = asking.flatMap(({ starting }) => (starting.buyer.email ? foldEmail(starting.buyer.email) : []))
  const userIds = asking.flatMap(({ starting }) => starting.fan?.userId ?? [])
  const rows = await tx<{ user_id: number; email: string | null; membership_type_id: number }[]>`
    select c.user_id, lower(c.email_address collate "C") as email, m.membership_type_id
    from customers c
    join members m on m.org_id = c.org_id and m.user_id = c.user_id
    where c.org_id = ${orgId}
      and (lower(c.email_address collate "C") = any (${emails}::text[]) or c.user_id = any (${userIds}::bigint[]))
      and m.membership_member_status_id = ${PAID}
      and m.membership_type_id is not null
      and (m.expires is null or m.expires > ${now})`
  const paid = new Set(
    rows.flatMap((row) => [`${row.membership_type_id} ${row.email}`, `${row.membership_type_id} ${row.user_id}`]),
  )
  for (const draft of asking) {
    const { buyer, fan } = draft.starting
    const names = [buyer.email ? foldEmail(buyer.email) : undefined, fan?.userId]
    if (typesOf(draft.basket.items).every((type) => names.some((name) => paid.has(`${type} ${name}`)))) continue
    const message = 'A price in the basket is for members, and this e-mail address belongs to no paid member.'
    refused.set(draft, new StockError('price_unavailable', { param: 'customer[email]', message }))
  }
  return refused
}

const typesOf = (items: { membership_type_id: number | null }[]): number[] =>
  items.flatMap(({ membership_type_id: type }) => (type === null ? [] : [type]))
