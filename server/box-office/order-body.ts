import { type Static, Type } from 'typebox'
import type { Buyer } from '../checkout/starting.ts'
import { invalidParameters } from '../kit/errors.ts'
import { Id, Input, Integer, Nullable, OneOf, Text } from '../kit/schema.ts'
import { EmailAddress } from '../manage/fields.ts'
import type { SoldItem } from './hold-items.ts'

const Item = Input({
  price_id: Id(),
  quantity: Type.Optional(Integer({ minimum: 1, maximum: 100, default: 1, description: 'units of the price' })),
  seat_ids: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'one for each ticket' })),
  best_available: Type.Optional(Type.Boolean({ default: false, description: 'instead of seat_ids: neighbours' })),
})

export const OrderBody = Input({
  items: Type.Array(Item, { minItems: 1, maxItems: 100, description: 'all of one event' }),
  payment_method: OneOf(['cash', 'invoice', 'free'], { description: 'free: only where nothing is to pay' }),
  discount_code: Type.Optional(Nullable(Text(64))),
  customer: Type.Optional(
    Input(
      {
        email: Type.Optional(Nullable(EmailAddress)),
        first_name: Type.Optional(Nullable(Text(100))),
        last_name: Type.Optional(Nullable(Text(100))),
        mobile_number: Type.Optional(Nullable(Text(40))),
        postcode: Type.Optional(Nullable(Text(20))),
        marketing_emails: Type.Optional(Type.Boolean({ default: false })),
      },
      { description: 'whoever gives an e-mail address becomes a customer' },
    ),
  ),
})
export type OrderBody = Static<typeof OrderBody>

/** What is sold, once it is clear how the seats are chosen. */
export function itemsOf({ items }: OrderBody): SoldItem[] {
  const both = items.flatMap(({ seat_ids, best_available }, at) => (seat_ids && best_available ? [at] : []))
  if (both.length > 0) {
    throw invalidParameters(
      both.map((at) => ({
        param: `items[${at}][best_available]`,
        code: 'parameter_invalid',
        message: 'Send either seat_ids or best_available.',
      })),
    )
  }
  return items.map(({ price_id, quantity = 1, seat_ids, best_available }) => ({
    priceId: price_id,
    quantity,
    seats: seat_ids ? [...new Set(seat_ids)] : best_available ? 'best' : null,
  }))
}

export const buyerOf = (customer: OrderBody['customer'] = {}): Buyer => ({
  email: customer.email ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  mobile_number: customer.mobile_number ?? null,
  postcode: customer.postcode ?? null,
  marketing_emails: customer.marketing_emails ?? false,
})
