import { Type } from 'typebox'

export const NewSecret = Type.Object(
  {
    order_secret: Type.String({
      description: 'the end of the new address of the page; no earlier one opens it any more',
    }),
  },
  { title: 'NewSecret' },
)
