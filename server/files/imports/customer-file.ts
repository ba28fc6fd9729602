import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { CUSTOMER_REFERENCE } from '../../people/customers/customer-resource.ts'
import { Input, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { base62 } from '../../platform/values/random.ts'
import { CountryId, EmailAddress } from '../../resources/fields.ts'
import { CUSTOMER_COLUMNS } from '../exports/csv-exports.ts'
import { countryReader } from './country-reader.ts'
import type { Importer, Rejection } from './importer.ts'
import { booleanReader, timeReader, zoneOf } from './read-cells.ts'
import { saysNothingNew } from './says-nothing-new.ts'

/** As the export names them, but for the time, which the table calls by another name. */
const columns = CUSTOMER_COLUMNS.map((name) => (name === 'add_date' ? 'created_at' : name))

/** What an empty cell leaves as it is, and a full one changes. */
const plainColumns = CUSTOMER_COLUMNS.filter(
  (name) => !['org_customer_id', 'marketing_emails', 'add_date'].includes(name),
)

const CustomerFileRow = Input({
  org_customer_id: Type.Optional(Text(64, { pattern: CUSTOMER_REFERENCE })),
  first_name: Type.Optional(Text(100)),
  last_name: Type.Optional(Text(100)),
  email_address: Type.Optional(EmailAddress),
  mobile_number: Type.Optional(Text(40)),
  company_name: Type.Optional(Text(200)),
  address: Type.Optional(Text(200)),
  address2: Type.Optional(Text(200)),
  suburb: Type.Optional(Text(100)),
  state: Type.Optional(Text(100)),
  postcode: Type.Optional(Text(20)),
  country_id: Type.Optional(CountryId),
  marketing_emails: Type.Optional(Type.Boolean()),
  new_event_notifications: Type.Optional(Type.Boolean()),
  add_date: Type.Optional(UnixSeconds()),
})

export const customerFile: Importer<typeof CustomerFileRow> = {
  object: 'customers',
  row: CustomerFileRow,
  readers: async (orgId, tx, { add_date }) => ({
    country_id: countryReader,
    marketing_emails: booleanReader,
    new_event_notifications: booleanReader,
    add_date: timeReader('add_date', await zoneOf(orgId, tx), 'start', add_date),
  }),
  dateColumns: ['add_date'],
  oneOf: ['org_customer_id', 'email_address'],
  stagingColumns: ['is_named', ...columns],
  createStaging: (tx) => tx`
    create temp table staged on commit drop as
    select 0::bigint as line, false as is_named, ${tx(columns)}
    from customers
    with no data`,
  toStaging: (row) => [
    row.org_customer_id !== undefined,
    row.org_customer_id ?? `cus_${base62(16)}`,
    row.first_name ?? null,
    row.last_name ?? null,
    row.email_address ?? null,
    row.mobile_number ?? null,
    row.company_name ?? null,
    row.address ?? null,
    row.address2 ?? null,
    row.suburb ?? null,
    row.state ?? null,
    row.postcode ?? null,
    row.country_id ?? null,
    row.marketing_emails ?? null,
    row.new_event_notifications ?? null,
    row.add_date === undefined ? null : fromUnixSeconds(row.add_date),
  ],
  existing: (orgId, tx, clock) => ({
    identify: findByEmail(orgId, tx),
    repeats: [referenceRepeated(tx)],
    known: knownCustomers(orgId, tx),
    rejections: [emailRepeated(tx), emailOfAnother(orgId, tx)],
    same: sameCustomers(orgId, tx),
    change: updateCustomers(orgId, tx, clock(orgId)),
  }),
  rejections: (orgId, tx) => [
    referenceRepeated(tx),
    emailRepeated(tx),
    tx`
      delete from staged s
      using customers c
      where c.org_id = ${orgId}
        and c.org_customer_id = s.org_customer_id
      returning s.line, 'org_customer_id belongs to a customer who exists already.' as reason`,
    tx`
      delete from staged s
      using customers c
      where c.org_id = ${orgId}
        and lower(c.email_address collate "C") = lower(s.email_address collate "C")
      returning s.line, 'email_address belongs to a customer who exists already.' as reason`,
  ],
  // By address, as checkouts insert customers, so that neither waits for the other in a circle; the ids are those of the lines.
  insert: (orgId, tx, clock) => tx<Rejection[]>`
    with new_customer as (
      insert into customers (
        org_id, user_id, org_customer_id, first_name, last_name, email_address, mobile_number, company_name, address, address2, suburb, state,
        postcode, country_id, marketing_emails, marketing_emails_at, marketing_emails_source, new_event_notifications, created_at, changed_at
      )
      select ${orgId}, user_id, org_customer_id, first_name, last_name, email_address, mobile_number, company_name, address, address2,
        suburb, state, postcode, country_id, coalesce(marketing_emails, false), case when marketing_emails then ${clock(orgId)}::timestamptz end,
        case when marketing_emails then 'import' end, coalesce(new_event_notifications, false), coalesce(created_at, ${clock(orgId)}), ${clock(orgId)}
      from (
        select nextval(pg_get_serial_sequence('customers', 'user_id')) as user_id, ${tx(columns)}
        from staged
        order by line
      ) numbered
      order by lower(email_address collate "C")
      on conflict do nothing
      returning org_customer_id
    )
    delete from staged s
    where not exists (
      select 1
      from new_customer c
      where c.org_customer_id = s.org_customer_id
    )
    returning s.line, 'org_customer_id or email_address belongs to a customer who was created meanwhile.' as reason`,
}

const referenceRepeated = (tx: Tx) => tx<Rejection[]>`
  delete from staged s
  using (
    select org_customer_id, min(line) as first_line
    from staged
    group by org_customer_id
    having count(*) > 1
  ) d
  where s.org_customer_id = d.org_customer_id
    and s.line <> d.first_line
  returning s.line, 'org_customer_id stands on line ' || d.first_line || ' already.' as reason`

const emailRepeated = (tx: Tx) => tx<Rejection[]>`
  delete from staged s
  using (
    select lower(email_address collate "C") as email_address, min(line) as first_line
    from staged
    where email_address is not null
    group by lower(email_address collate "C")
    having count(*) > 1
  ) d
  where lower(s.email_address collate "C") = d.email_address
    and s.line <> d.first_line
  returning s.line, 'email_address stands on line ' || d.first_line || ' already.' as reason`

const emailOfAnother = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  delete from staged s
  using customers c
  where c.org_id = ${orgId}
    and lower(c.email_address collate "C") = lower(s.email_address collate "C")
    and c.org_customer_id is distinct from s.org_customer_id
  returning s.line, 'email_address belongs to another customer.' as reason`

/** A customer without a reference in the file is known by the address, as in the shop. */
const findByEmail = (orgId: OrgId, tx: Tx) => tx`
  update staged s
  set org_customer_id = c.org_customer_id
  from customers c
  where c.org_id = ${orgId}
    and lower(c.email_address collate "C") = lower(s.email_address collate "C")
    and not s.is_named`

const knownCustomers = (orgId: OrgId, tx: Tx) => tx<{ line: number }[]>`
  delete from staged s
  using customers c
  where c.org_id = ${orgId}
    and c.org_customer_id = s.org_customer_id
  returning s.line`

/** A list may be older than what a customer has said since: it gives consent only for those who have never said anything, and takes it back for all. */
const consent = (tx: Tx) => tx`case
  when s.marketing_emails and c.marketing_emails_at is not null then c.marketing_emails
  else coalesce(s.marketing_emails, c.marketing_emails)
end`

const sameCustomers = (orgId: OrgId, tx: Tx) => tx<{ line: number }[]>`
  delete from staged s
  using customers c
  where c.org_id = ${orgId}
    and c.org_customer_id = s.org_customer_id
    and ${saysNothingNew(tx, plainColumns, 'c')}
    and ${consent(tx)} = c.marketing_emails
  returning s.line`

/** An empty cell leaves a field as it is. The day on which the person became a customer stays. */
const updateCustomers = (orgId: OrgId, tx: Tx, now: Date) => tx<{ line: number }[]>`
  with changed_customer as (
    update customers c
    set first_name = coalesce(s.first_name, c.first_name),
      last_name = coalesce(s.last_name, c.last_name),
      email_address = coalesce(s.email_address, c.email_address),
      mobile_number = coalesce(s.mobile_number, c.mobile_number),
      company_name = coalesce(s.company_name, c.company_name),
      address = coalesce(s.address, c.address),
      address2 = coalesce(s.address2, c.address2),
      suburb = coalesce(s.suburb, c.suburb),
      state = coalesce(s.state, c.state),
      postcode = coalesce(s.postcode, c.postcode),
      country_id = coalesce(s.country_id, c.country_id),
      marketing_emails = ${consent(tx)},
      marketing_emails_at = case when ${consent(tx)} = c.marketing_emails then c.marketing_emails_at else ${now}::timestamptz end,
      marketing_emails_source = case when ${consent(tx)} = c.marketing_emails then c.marketing_emails_source else 'import' end,
      new_event_notifications = coalesce(s.new_event_notifications, c.new_event_notifications),
      changed_at = ${now}
    from staged s
    where c.org_id = ${orgId}
      and c.org_customer_id = s.org_customer_id
      and c.erased_at is null
    returning s.line
  )
  delete from staged s
  using changed_customer u
  where s.line = u.line
  returning s.line`
