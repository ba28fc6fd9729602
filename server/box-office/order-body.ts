import { type Static, Type } from 'typebox'
import { seatChoiceOf, seatFields } from '../baskets/seat-choice.ts'
import type { Buyer } from '../checkout/starting.ts'
import { invalidParameters } from '../kit/errors.ts'
import { Id, Input, Nullable, OneOf, Text } from '../kit/schema.ts'
import { EmailAddress } from '../manage/fields.ts'
import type { SoldItem } from './hold-items.ts'

const Item = Input({ price_id: Id(), ...seatFields })

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
  const choices = items.map((item) => ({ priceId: item.price_id, choice: seatChoiceOf(item) }))
  const misfits = choices.flatMap(({ choice }, at) => ('param' in choice ? [{ at, ...choice }] : []))
  if (misfits.length > 0) {
    throw invalidParameters(
      misfits.map(({ at, param, message }) => ({
        param: `items[${at}][${param}]`,
        code: 'parameter_invalid',
        message,
      })),
    )
  }
  return choices.flatMap(({ priceId, choice }) => ('param' in choice ? [] : [{ priceId, ...choice }]))
}

export const buyerOf = (customer: OrderBody['customer'] = {}): Buyer => ({
  email: customer.email ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  mobile_number: customer.mobile_number ?? null,
  postcode: customer.postcode ?? null,
  marketing_emails: customer.marketing_emails ?? false,
})
