import { Type } from 'typebox'
import { Nullable, Text } from '../platform/http/schema.ts'
import { CountryId } from './fields.ts'

/** Where a fan is written to, as it is said of a customer, of a member, and of whom a membership is for. */
export const postalAddress = {
  company_name: Type.Optional(Nullable(Text(200))),
  address: Type.Optional(Nullable(Text(200))),
  address2: Type.Optional(Nullable(Text(200))),
  suburb: Type.Optional(Nullable(Text(100))),
  state: Type.Optional(Nullable(Text(100))),
  postcode: Type.Optional(Nullable(Text(20))),
  country_id: Type.Optional(Nullable(CountryId)),
}
