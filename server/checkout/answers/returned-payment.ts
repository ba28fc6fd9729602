import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'

export const PaymentReturn = Type.Object(
  {
    status: OneOf(['paid', 'pending', 'requires_action', 'declined', 'expired', 'refunded'], {
      description:
        'paid: the order is confirmed. pending: the bank has taken it, and the money is on its way. requires_action: the buyer has not finished. ' +
        'declined: it came to nothing, and the basket, or the debt, is open again. expired: the places were given up. refunded: it was paid too late, and goes back',
    }),
    order_id: Type.Integer(),
    debt_id: Nullable(Type.Integer({ description: 'of what its link was to pay; null of a basket’s payment' })),
    total: Type.Number({ description: 'major unit of the currency' }),
    currency: Type.String(),
    decline_code: Nullable(Type.String({ description: 'cancelled: the buyer gave up' })),
    redirect_url: Nullable(Type.String({ description: 'where a buyer who has not finished goes on' })),
    held_until: Nullable(
      Type.Integer({
        description: 'Unix seconds; so long the places are kept, or an unfinished payment can be finished',
      }),
    ),
  },
  { title: 'PaymentReturn' },
)
export type PaymentReturn = Static<typeof PaymentReturn>
