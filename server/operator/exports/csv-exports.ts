import type { OrgId } from '../../access/principal.ts'
import { Customer } from '../../people/customers/customer.ts'
import { Member } from '../../people/members/member.ts'
import { asSeenBy, guardedIn, type May, type Seen } from '../../platform/http/guarded-fields.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { CsvCell } from '../../platform/values/csv.ts'
import { csvFile } from './csv-file.ts'
import { orderFile, scanFile, ticketFile } from './sales-files.ts'
import { type IdPages, idPages, type Selection } from './selection.ts'
import { translationFile } from './translation-file.ts'

type Row = { id: number; [column: string]: CsvCell | Date }

type FindRows = (db: Db, ids: number[]) => PromiseLike<Row[]>

/** The columns are those that the import takes, and the rows those of the list. */
const inColumns = (columns: string[], sql: Sql, show: <T>(value: T) => Seen<T>, pages: IdPages, find: FindRows) =>
  csvFile<Row>(sql, {
    columns,
    page: async (db, _after, most) => find(db, await pages.next(db, most)),
    isEnd: pages.isEnd,
    cells: (row) => show(Object.fromEntries(columns.map((name) => [name, cellOf(row[name])]))),
  })

const cellOf = (value: CsvCell | Date | undefined): CsvCell =>
  value instanceof Date ? unixSeconds(value) : (value ?? null)

export const CUSTOMER_COLUMNS = [
  'org_customer_id',
  'first_name',
  'last_name',
  'email_address',
  'mobile_number',
  'postcode',
  'marketing_emails',
  'new_event_notifications',
  'add_date',
]

const MEMBER_COLUMNS = [
  'org_customer_id',
  'first_name',
  'last_name',
  'member_number',
  'barcode',
  'person_id',
  'membership_type_id',
  'membership_member_status_id',
  'membership_seat_id',
  'date_of_birth',
  'gender',
  'company_name',
  'address',
  'address2',
  'suburb',
  'state',
  'postcode',
  'country_id',
  'mobile_number',
  'email_address',
  'marketing_emails',
  'auto_renew',
  'membership_fulfilled',
  'fulfillment_tracking_code',
  'expires',
  'created',
]

const customerFields = guardedIn(Customer)
const memberFields = guardedIn(Member)

const customers = (orgId: OrgId, sql: Sql, may: May, selection: Selection) =>
  inColumns(
    CUSTOMER_COLUMNS,
    sql,
    asSeenBy(may, customerFields),
    idPages(orgId, 'customers', selection),
    (db, ids) => db<Row[]>`
      select user_id as id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode,
        marketing_emails, new_event_notifications, created_at as add_date
      from customers
      where org_id = ${orgId}
        and user_id = any (${ids}::bigint[])
      order by array_position(${ids}::bigint[], user_id)`,
  )

const members = (orgId: OrgId, sql: Sql, may: May, selection: Selection) =>
  inColumns(
    MEMBER_COLUMNS,
    sql,
    asSeenBy(may, memberFields),
    idPages(orgId, 'members', selection),
    (db, ids) => db<Row[]>`
      select m.membership_member_id as id, c.org_customer_id, m.first_name, m.last_name, m.member_number, m.barcode,
        m.person_id, m.membership_type_id, m.membership_member_status_id, m.membership_seat_id,
        m.date_of_birth::text as date_of_birth, m.gender, m.company_name, m.address, m.address2, m.suburb, m.state,
        m.postcode, m.country_id, m.mobile_number, m.email_address, m.marketing_emails, m.auto_renew::integer as auto_renew,
        m.membership_fulfilled, m.fulfillment_tracking_code, m.expires, m.created_at as created
      from members m
      join customers c using (org_id, user_id)
      where m.org_id = ${orgId}
        and c.org_id = ${orgId}
        and m.membership_member_id = any (${ids}::bigint[])
      order by array_position(${ids}::bigint[], m.membership_member_id)`,
  )

/** Every file, by its name: of what its list has for the same filters, or of one event. */
export const csvExports = {
  customers,
  members,
  orders: orderFile,
  tickets: ticketFile,
  scans: scanFile,
  translations: translationFile,
}
export type CsvExport = keyof typeof csvExports
