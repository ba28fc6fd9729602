import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { countryCode } from '../../platform/values/countries.ts'

type Guarded = ReturnType<typeof ContactField> | Type.TString

/** What a form for an invoice begins with; `text` guards it where others than the customer read it. */
export const suggestedFields = (text: () => Guarded) => ({
  name: Nullable(text()),
  company: Nullable(text()),
  address_lines: Type.Array(text()),
  postcode: Nullable(text()),
  city: Nullable(text()),
  country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
})

const Suggestion = Type.Object(suggestedFields(() => Type.String()))
export type Suggestion = Static<typeof Suggestion>

export const KnownAddressRow = Type.Object({
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  company_name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  address2: Nullable(Type.String()),
  suburb: Nullable(Type.String()),
  state: Nullable(Type.String()),
  postcode: Nullable(Type.String()),
  country_id: Nullable(Type.Integer()),
})
type KnownAddressRow = Static<typeof KnownAddressRow>

/** The customer's own address, else that of their newest membership of the same name: a parent's invoice is not for the child. */
export async function suggestRecipient(orgId: OrgId, sql: Db, userId: number): Promise<Suggestion | null> {
  const [customer] = await findCustomerAddress(orgId, sql, userId)
  if (!customer) return null
  const [member] = customer.address === null ? await findMemberAddress(orgId, sql, userId) : []
  return toSuggestion(member ?? customer)
}

const findCustomerAddress = (orgId: OrgId, sql: Db, userId: number) => sql<KnownAddressRow[]>`
  select first_name, last_name, company_name, address, address2, suburb, state, postcode, country_id
  from customers
  where org_id = ${orgId}
    and user_id = ${userId}
    and erased_at is null`

const findMemberAddress = (orgId: OrgId, sql: Db, userId: number) => sql<KnownAddressRow[]>`
  select c.first_name, c.last_name, m.company_name, m.address, m.address2, m.suburb, m.state, m.postcode, m.country_id
  from members m
  join customers c on c.org_id = ${orgId} and c.user_id = m.user_id
  where m.org_id = ${orgId}
    and m.user_id = ${userId}
    and m.address is not null
    and lower(m.first_name) = lower(c.first_name)
    and lower(m.last_name) = lower(c.last_name)
  order by m.membership_member_id desc
  limit 1`

const LINE = 100
const CITY = 100

const toSuggestion = (row: KnownAddressRow): Suggestion => ({
  name:
    [row.first_name, row.last_name]
      .filter((part) => part !== null)
      .join(' ')
      .slice(0, 200) || null,
  company: row.company_name,
  address_lines: [row.address, row.address2].flatMap((line) => line?.slice(0, LINE) ?? []),
  postcode: row.postcode,
  // An invoice has no line for the region.
  city:
    [row.suburb, row.state]
      .filter((part) => part !== null)
      .join(', ')
      .slice(0, CITY) || null,
  country: row.country_id === null ? null : (countryCode(row.country_id) ?? null),
})
