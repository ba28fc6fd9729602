import { type Static, Type } from 'typebox'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { Tags } from '../../resources/fields.ts'

export const Customer = Type.Object(
  {
    add_date: Type.Integer({ description: 'Unix seconds' }),
    org_customer_id: Type.String(),
    user_id: Type.Integer(),
    org_id: Type.String(),
    first_name: Nullable(ContactField()),
    last_name: Nullable(ContactField()),
    email_address: Nullable(ContactField()),
    marketing_emails: Type.Boolean(),
    marketing_emails_at: Nullable(
      Type.Integer({ description: 'Unix seconds; when that was last given or withdrawn. Null: never' }),
    ),
    marketing_emails_source: Nullable(
      Type.String({
        description:
          'by what: staff, import, link, by which the reader of a mail ended it, or order:<order_id>, in whose checkout it was ticked',
      }),
    ),
    mobile_number: Nullable(ContactField()),
    company_name: Nullable(ContactField()),
    address: Nullable(ContactField()),
    address2: Nullable(ContactField()),
    suburb: Nullable(ContactField()),
    state: Nullable(ContactField()),
    postcode: Nullable(ContactField()),
    country_id: Nullable(Type.Integer({ description: 'ISO 3166-1 numeric' })),
    new_event_notifications: Type.Boolean(),
    updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
  },
  { title: 'Customer' },
)

/** As a read shows one. */
export const TaggedCustomer = Type.Object({ ...Customer.properties, tags: Tags }, { title: 'TaggedCustomer' })

export const CustomerRow = Type.Object({
  org_id: Type.Integer(),
  user_id: Type.Integer(),
  org_customer_id: Type.String(),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  mobile_number: Nullable(Type.String()),
  company_name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  address2: Nullable(Type.String()),
  suburb: Nullable(Type.String()),
  state: Nullable(Type.String()),
  postcode: Nullable(Type.String()),
  country_id: Nullable(Type.Integer()),
  marketing_emails: Type.Boolean(),
  marketing_emails_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  marketing_emails_source: Nullable(Type.String()),
  new_event_notifications: Type.Boolean(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type CustomerRow = Static<typeof CustomerRow>

export const TaggedCustomerRow = Type.Object({ ...CustomerRow.properties, tags: Type.Array(Type.String()) })
export type TaggedCustomerRow = Static<typeof TaggedCustomerRow>

export const customerColumns = (sql: Db) =>
  sql`org_id, user_id, org_customer_id, first_name, last_name, email_address, mobile_number, company_name, address,
    address2, suburb, state, postcode, country_id, marketing_emails, marketing_emails_at, marketing_emails_source, new_event_notifications, created_at, changed_at`

export const toCustomer = (row: CustomerRow) =>
  ({
    add_date: unixSeconds(row.created_at),
    org_customer_id: row.org_customer_id,
    user_id: row.user_id,
    org_id: String(row.org_id),
    first_name: row.first_name,
    last_name: row.last_name,
    email_address: row.email_address,
    marketing_emails: row.marketing_emails,
    marketing_emails_at: row.marketing_emails_at && unixSeconds(row.marketing_emails_at),
    marketing_emails_source: row.marketing_emails_source,
    mobile_number: row.mobile_number,
    company_name: row.company_name,
    address: row.address,
    address2: row.address2,
    suburb: row.suburb,
    state: row.state,
    postcode: row.postcode,
    country_id: row.country_id,
    new_event_notifications: row.new_event_notifications,
    updated_at: unixSeconds(row.changed_at),
  }) satisfies Static<typeof Customer>

export const toTaggedCustomer = (row: TaggedCustomerRow) =>
  ({ ...toCustomer(row), tags: row.tags }) satisfies Static<typeof TaggedCustomer>

/**
 * An e-mail address as it is compared: capitals of ASCII and nothing else become small, as `lower(… collate "C")` makes them
 * in the database. Any wider folding takes two addresses for one (the Kelvin sign for a k, İ for an i), and so one person
 * for another.
 */
export const foldEmail = (address: string): string =>
  address.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
