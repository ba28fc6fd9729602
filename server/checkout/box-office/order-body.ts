import { type Static, Type } from 'typebox'
import { READER_PREFIX } from '../../payments/payments/provider.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { canonicalLanguage } from '../../platform/values/language.ts'
import { CountryId, EmailAddress, Language } from '../../resources/fields.ts'
import { BasketItemList } from '../baskets/requested-items.ts'
import { recipientField } from '../sale/document-recipients.ts'
import { checkoutDetailFields } from '../sale/holders.ts'
import type { Buyer } from '../sale/stages.ts'

export const MemberBuying = Type.Optional(
  Nullable(Id({ description: 'the member who buys, for members-only prices: you have seen their card' })),
)

export const ReaderId = Type.String({
  pattern: `^${READER_PREFIX}[A-Za-z0-9_]+$`,
  maxLength: 100,
  description: 'of a card reader: where the fan is asked for a card',
})

export const OrderBody = Input({
  items: BasketItemList,
  payment_method: OneOf(['cash', 'invoice', 'free', 'card_reader'], {
    description: 'free: where nothing is to pay now, or with a reason',
  }),
  reader_id: Type.Optional(Nullable(ReaderId)),
  reason: Type.Optional(
    Nullable(
      Text(500, {
        description: 'why it is given for nothing, with `free`: prices and fees become 0. Noted at the order',
      }),
    ),
  ),
  till_id: Type.Optional(Nullable(Id({ description: 'your open till, which it is counted into' }))),
  discount_code: Type.Optional(Nullable(Text(64))),
  membership_member_id: MemberBuying,
  customer: Type.Optional(
    Input(
      {
        email: Type.Optional(Nullable(EmailAddress)),
        first_name: Type.Optional(Nullable(Text(100))),
        last_name: Type.Optional(Nullable(Text(100))),
        mobile_number: Type.Optional(Nullable(Text(40))),
        postcode: Type.Optional(Nullable(Text(20))),
        country_id: Type.Optional(Nullable(CountryId)),
        marketing_emails: Type.Optional(Type.Boolean({ default: false })),
      },
      {
        description:
          'a buyer who gives an e-mail address becomes a customer, and gets tickets and cards by mail. For memberships the address is ' +
          'needed, unless one of them goes on: without it the buyer is the customer behind that member',
      },
    ),
  ),
  language: Type.Optional(Nullable(Language)),
  ...recipientField,
  ...checkoutDetailFields,
})
export type OrderBody = Static<typeof OrderBody>

export const buyerOf = ({ customer = {}, language = null }: Pick<OrderBody, 'customer' | 'language'>): Buyer => ({
  email: customer.email ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  mobile_number: customer.mobile_number ?? null,
  postcode: customer.postcode ?? null,
  country_id: customer.country_id ?? null,
  marketing_emails: customer.marketing_emails ?? false,
  language: language && (canonicalLanguage(language) ?? null),
})
