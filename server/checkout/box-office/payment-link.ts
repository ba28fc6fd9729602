import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findShopAddress, shopUrl } from '../../people/shops/shop-address.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Basket, toBasket } from '../baskets/basket.ts'
import { uuidOfBasket } from '../baskets/basket-state.ts'
import { readBaskets } from '../baskets/find-baskets.ts'

export const PaymentLink = Type.Object(
  {
    id: Type.String({ description: 'the basket’s id, for a shop of your own' }),
    url: Type.String({
      description: 'for the fan’s phone, as a QR code: the basket in the shop. What is behind the # is sent nowhere',
    }),
    status: OneOf(['open', 'paying', 'paid', 'expired', 'cancelled']),
    amount: Type.Number({ description: 'what the fan pays now, major unit of the currency' }),
    currency: Nullable(Type.String()),
    expires_at: Type.Integer({ description: 'Unix seconds; the places are free then' }),
    order_id: Nullable(Type.Integer({ description: 'once the buyer pays' })),
  },
  { title: 'PaymentLink' },
)

/** The basket behind a link; a basket that is a fan's own is none. */
export async function findLinked(orgId: OrgId, sql: Db, now: Date, id: string): Promise<Basket> {
  const basketId = uuidOfBasket(id)
  const [link] = await sql`
    select 1 as one
    from payment_links
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  const contents = link && (await readBaskets(orgId, sql, [basketId])).get(basketId)
  if (!contents) throw new ApiError('resource_missing')
  return toBasket(orgId, contents, now)
}

/** What a link is about in the audit log: an event, or a membership where it has no tickets. */
export const soldOf = ({ event_id, memberships }: Basket) =>
  event_id === null
    ? { objectType: 'membership_type', objectId: memberships[0]?.membership_type_id ?? '' }
    : { objectType: 'event', objectId: event_id }

const STATUSES = {
  open: 'open',
  paying: 'paying',
  checked_out: 'paid',
  expired: 'expired',
  abandoned: 'cancelled',
} as const

/** Where the organisation's shop is, a slash at its end. */
export const findShopUrl = async (orgId: OrgId, sql: Db, publicUrl: string): Promise<string> =>
  shopUrl(publicUrl, await findShopAddress(orgId, sql))

export const toLink = (shop: string, basket: Basket) =>
  ({
    id: basket.id,
    url: `${shop}basket#${basket.id}`,
    status: STATUSES[basket.status],
    amount: basket.due_now,
    currency: basket.currency,
    expires_at: basket.expires_at,
    order_id: basket.order?.order_id ?? null,
  }) satisfies Static<typeof PaymentLink>
