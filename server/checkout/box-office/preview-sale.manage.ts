import { type Static, Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { Basket } from '../baskets/basket.ts'
import { newBasketUuid } from '../baskets/basket-state.ts'
import { BasketItemList, requestedOf } from '../baskets/requested-items.ts'
import { holdItems } from './hold-items.ts'

const { currency, items, memberships, subtotal, discount_amount, service_fee, service_tax, ...rest } = Basket.properties
const { transaction_fee, tax, total, due_now, charges } = rest

export const SalePreview = Type.Object(
  {
    currency,
    items,
    memberships,
    subtotal,
    discount_amount,
    service_fee,
    service_tax,
    transaction_fee,
    tax,
    total,
    due_now,
    charges,
  },
  { title: 'SalePreview' },
)

export const previewSale: Operation = (app, deps) =>
  app.post(
    '/v1/manage/box_office/preview',
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'previewSale',
        summary: 'Preview a sale at the box office',
        description:
          'What it would cost now, seats and plans included, or why it cannot be had, in the words of the sale. Nothing is held.',
        tags: ['Box office'],
        body: Input({ items: BasketItemList, discount_code: Type.Optional(Nullable(Text(64))) }),
        response: { 200: SalePreview },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const requested = requestedOf(body.items)
      const holding = { basketId: newBasketUuid(), discountCode: body.discount_code ?? null, ...requested }
      return change({ ...deps, orgId, request, reply }, async (tx) =>
        toSalePreview(await undone(tx, (inner) => holdItems(orgId, inner, deps.clock(orgId), holding))),
      )
    },
  )

/** Carries an answer out of what is undone. */
class Undone<T> extends Error {
  readonly answer: T
  constructor(answer: T) {
    super('undone on purpose')
    this.answer = answer
  }
}

/** What work would come to: nothing of it stays, and its locks are let go. */
async function undone<T>(tx: Tx, work: (tx: Tx) => Promise<T | undefined>): Promise<T> {
  try {
    await tx.savepoint(async (inner) => {
      throw new Undone(await work(inner))
    })
  } catch (error) {
    if (error instanceof Undone && error.answer !== undefined) return error.answer
    throw error
  }
  throw new Error('what was to be undone has stayed')
}

const toSalePreview = (basket: Basket) =>
  ({
    currency: basket.currency,
    items: basket.items,
    memberships: basket.memberships,
    subtotal: basket.subtotal,
    discount_amount: basket.discount_amount,
    service_fee: basket.service_fee,
    service_tax: basket.service_tax,
    transaction_fee: basket.transaction_fee,
    tax: basket.tax,
    total: basket.total,
    due_now: basket.due_now,
    charges: basket.charges,
  }) satisfies Static<typeof SalePreview>
