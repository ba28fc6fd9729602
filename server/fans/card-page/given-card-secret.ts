import { Type } from 'typebox'
import { MemberCodeField } from '../../platform/http/guarded-fields.ts'

export const CardSecret = Type.Object(
  {
    card_secret: MemberCodeField({ description: 'opens the card, /t/{card_secret}, and its operations' }),
  },
  { title: 'CardSecret' },
)
