import { type Static, Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import { EmailAddress } from '../../resources/fields.ts'

/** Whose ticket it is: what staff may change without a new barcode. */
export const Holder = Input({
  ticket_name: Type.Optional(Nullable(Text(200, { description: 'the holder' }))),
  email_address: Type.Optional(Nullable(EmailAddress)),
})

/** Who it goes to. */
export const NewHolder = Input({
  ticket_name: Text(200, { description: 'the new holder' }),
  email_address: EmailAddress,
})
export type NewHolder = Static<typeof NewHolder>
