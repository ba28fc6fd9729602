import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import { requireCurrency, shareTill } from '../../payments/tills/use-till.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { newBasketUuid } from '../baskets/basket-state.ts'
import { BasketItemList, requestedOf } from '../baskets/requested-items.ts'
import { holdItems, vouch } from './hold-items.ts'
import { MemberBuying } from './order-body.ts'
import { findShopUrl, PaymentLink, soldOf, toLink } from './payment-link.ts'

const path = '/v1/manage/payment_links'

export const createPaymentLink: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Sell at the box office by a link to pay',
        description:
          'Holds tickets and memberships for 15 minutes by the rules of the box office; the fan opens the link on their phone, sees what ' +
          'is due now and by a plan later, and pays in the shop, by card or whatever else it offers. Ask for the link to see when it is paid.',
        tags: ['Box office'],
        body: Input({
          items: BasketItemList,
          discount_code: Type.Optional(Nullable(Text(64))),
          till_id: Type.Optional(Nullable(Id({ description: 'your open till, whose report has it as card' }))),
          membership_member_id: MemberBuying,
        }),
        response: { 201: PaymentLink },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const requested = requestedOf(body.items)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const basketId = newBasketUuid()
        const tillId = body.till_id ?? null
        const till = tillId === null ? null : await shareTill(orgId, tx, request, { tillId })
        const basket = await holdItems(orgId, tx, now, {
          basketId,
          discountCode: body.discount_code ?? null,
          ...requested,
        })
        if (!basket) throw new Error('the basket of a link was there before')
        if (till && basket.currency !== null) requireCurrency(till, basket.currency)
        await vouch(orgId, tx, now, { basketId, memberId: body.membership_member_id })
        const { name = null } = actorOf(request)
        await tx`
          insert into payment_links (org_id, basket_id, till_id, actor_name, created_at)
          values (${orgId}, ${basketId}, ${tillId}, ${name}, ${now})`
        // Without the id, which is a secret: with it one can pay, and then see the tickets.
        await record(tx, deps.clock, request, {
          action: 'payment_link.created',
          ...soldOf(basket),
          after: { amount: basket.due_now, currency: basket.currency },
        })
        return toLink(await findShopUrl(orgId, tx, deps.publicUrl), basket)
      })
    },
  )
