import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Identity } from './verify-token.ts'

export type Purchase = { orderId: number; identity: Identity }

/** Notes who was signed in when an order was started; another attempt to pay the same order may be another fan's. */
export const notePurchases = (orgId: OrgId, sql: Db, now: Date, purchases: Purchase[]) => sql`
  insert into sso_purchases (org_id, order_id, issuer, subject, created_at)
  select ${orgId}, order_id, issuer, subject, ${now}
  from unnest(
    ${purchases.map(({ orderId }) => orderId)}::bigint[],
    ${purchases.map(({ identity }) => identity.issuer)}::text[],
    ${purchases.map(({ identity }) => identity.subject)}::text[]
  ) as p (order_id, issuer, subject)
  on conflict (org_id, order_id) do update
  set issuer = excluded.issuer,
    subject = excluded.subject`

export const forgetPurchases = (orgId: OrgId, sql: Db, orderIds: number[]) => sql`
  delete from sso_purchases
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])`

/**
 * Links fans to the customers that their orders have just created. For customers who were there before it must not be
 * called: a stranger can type any address at a checkout. A fan who is linked already stays so.
 */
export const linkCreatedCustomers = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  created: { orderId: number; userId: number }[],
) => sql`
  insert into sso_identities as i (org_id, issuer, subject, user_id, linked_by, created_at, changed_at)
  select distinct on (p.issuer, p.subject) ${orgId}::bigint, p.issuer, p.subject, c.user_id, 'checkout', ${now}, ${now}
  from unnest(
    ${created.map(({ orderId }) => orderId)}::bigint[],
    ${created.map(({ userId }) => userId)}::bigint[]
  ) as c (order_id, user_id)
  join sso_purchases p on p.order_id = c.order_id
  where p.org_id = ${orgId}
  order by p.issuer, p.subject, p.order_id
  on conflict (org_id, issuer, subject) do update
  set user_id = excluded.user_id,
    linked_by = excluded.linked_by,
    unlinked_at = null,
    changed_at = excluded.changed_at
  where i.user_id is null`
