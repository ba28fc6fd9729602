import { type Static, Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Basket, toBasket } from '../baskets/basket.ts'
import { BasketId, basketRefusal, newBasketUuid, uuidOfBasket } from '../baskets/basket-state.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { lockBaskets, readBaskets } from '../baskets/find-baskets.ts'
import { ItemList, wishesOf } from '../baskets/wishes.ts'
import { requireCurrency, shareTill } from '../tills/use-till.ts'
import { holdItems, vouch } from './hold-items.ts'
import { MemberBuying } from './order-body.ts'

const PaymentLink = Type.Object(
  {
    id: Type.String({ description: 'the basket’s id, for a shop of your own' }),
    url: Type.String({
      description: 'for the fan’s phone, as a QR code: the basket in the shop. What is behind the # is sent nowhere',
    }),
    status: OneOf(['open', 'paying', 'paid', 'expired', 'cancelled']),
    amount: Type.Number({ description: 'major unit of the currency' }),
    currency: Nullable(Type.String()),
    expires_at: Type.Integer({ description: 'Unix seconds; the places are free then' }),
    order_id: Nullable(Type.Integer({ description: 'once somebody pays' })),
  },
  { title: 'PaymentLink' },
)

const path = '/v1/manage/payment_links'
const Params = Input({ payment_link_id: BasketId })

export const createPaymentLink: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Sell at the box office by a link to pay',
        description:
          'Holds the places for 15 minutes by the rules of the box office; the fan opens the link on their phone and pays by card in the ' +
          'shop. Ask for the link to see when it is paid.',
        tags: ['Box office'],
        body: Input({
          items: ItemList,
          discount_code: Type.Optional(Nullable(Text(64))),
          till_id: Type.Optional(Nullable(Id({ description: 'your open till, whose report has it as card' }))),
          membership_member_id: MemberBuying,
        }),
        response: { 201: PaymentLink },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const wishes = wishesOf(body.items)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock()
        const basketId = newBasketUuid()
        const tillId = body.till_id ?? null
        const till = tillId === null ? null : await shareTill(orgId, tx, request, { tillId })
        const basket = await holdItems(orgId, tx, now, { basketId, discountCode: body.discount_code ?? null, wishes })
        if (!basket) throw new Error('the basket of a link was there before')
        if (till && basket.currency !== null) requireCurrency(till, basket.currency)
        await vouch(orgId, tx, now, { basketId, memberId: body.membership_member_id })
        const { name = null } = actorOf(request)
        await tx`
          insert into payment_links (org_id, basket_id, till_id, actor_name, created_at)
          values (${orgId}, ${basketId}, ${tillId}, ${name}, ${now})`
        // Without the id, which is a secret: whoever has it can pay, and then see the tickets.
        await record(tx, deps.clock, request, {
          action: 'payment_link.created',
          objectType: 'event',
          objectId: basket.event_id ?? '',
          after: { amount: basket.total, currency: basket.currency },
        })
        return toLink(deps.publicUrl, basket)
      })
    },
  )

export const retrievePaymentLink: Operation = (app, { sql, clock, publicUrl }) =>
  app.get(
    `${path}/:payment_link_id`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'retrievePaymentLink',
        summary: 'See whether a link was paid',
        description: 'Asking costs little: once a second is fine.',
        tags: ['Box office'],
        params: Params,
        response: { 200: PaymentLink },
      },
    },
    async ({ orgId, params }) => toLink(publicUrl, await findLinked(orgId, sql, clock(), params.payment_link_id)),
  )

export const cancelPaymentLink: Operation = (app, deps) =>
  app.post(
    `${path}/:payment_link_id/cancel`,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'cancelPaymentLink',
        summary: 'Take a link to pay back',
        description: 'Its places are free at once. One that is being paid, or has been, cannot be taken back.',
        tags: ['Box office'],
        params: Params,
        response: { 200: PaymentLink },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const basketId = uuidOfBasket(params.payment_link_id)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock()
        await lockBaskets(orgId, tx, [basketId])
        const { event_id, total, currency } = await findLinked(orgId, tx, now, params.payment_link_id)
        const refusal = basketRefusal((await readBaskets(orgId, tx, [basketId])).get(basketId), now)
        if (refusal) throw refusal
        await closeBaskets(orgId, tx, deps.clock, [basketId], 'abandoned')
        await record(tx, deps.clock, request, {
          action: 'payment_link.cancelled',
          objectType: 'event',
          objectId: event_id ?? '',
          after: { amount: total, currency },
        })
        return toLink(deps.publicUrl, await findLinked(orgId, tx, now, params.payment_link_id))
      })
    },
  )

/** The basket behind a link; a basket that is a fan's own is none. */
async function findLinked(orgId: OrgId, sql: Db, now: Date, id: string): Promise<Basket> {
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

const STATUSES = {
  open: 'open',
  paying: 'paying',
  checked_out: 'paid',
  expired: 'expired',
  abandoned: 'cancelled',
} as const

const toLink = (publicUrl: string, basket: Basket) =>
  ({
    id: basket.id,
    url: `${publicUrl}/shop/basket#${basket.id}`,
    status: STATUSES[basket.status],
    amount: basket.total,
    currency: basket.currency,
    expires_at: basket.expires_at,
    order_id: basket.order?.order_id ?? null,
  }) satisfies Static<typeof PaymentLink>
