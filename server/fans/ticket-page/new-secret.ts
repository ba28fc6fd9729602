import { Type } from 'typebox'
import { OrderSecretField } from '../../platform/http/guarded-fields.ts'

export const NewSecret = Type.Object(
  {
    order_secret: OrderSecretField({
      description: 'the end of the new address of the page; no earlier one opens it any more',
    }),
  },
  { title: 'NewSecret' },
)
