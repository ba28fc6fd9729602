import type { OrgId } from '../../access/principal.ts'
import { Customer } from '../../people/customers/customer.ts'
import { Member, membersAndSeats } from '../../people/members/member.ts'
import { openAmount } from '../../people/members/member-owed.ts'
import { asSeenBy, guardedIn, type May, type Seen } from '../../platform/http/guarded-fields.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { CsvCell } from '../../platform/values/csv.ts'
import { csvFile } from './csv-file.ts'
import { informativeColumns } from './informative-columns.ts'
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
  'company_name',
  'address',
  'address2',
  'suburb',
  'state',
  'postcode',
  'country_id',
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
  'seat_section',
  'seat_block',
  'seat_row',
  'seat_title',
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
  ...Object.keys(informativeColumns),
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
      select user_id as id, org_customer_id, first_name, last_name, email_address, mobile_number,
        company_name, address, address2, suburb, state, postcode, country_id, marketing_emails, new_event_notifications, created_at as add_date
      from customers
      where org_id = ${orgId}
        and user_id = any (${ids}::bigint[])
      order by array_position(${ids}::bigint[], user_id)`,
  )

const members = (orgId: OrgId, sql: Sql, may: May, selection: Selection, now: Date) =>
  inColumns(
    MEMBER_COLUMNS,
    sql,
    asSeenBy(may, memberFields),
    idPages(orgId, 'members', selection),
    (db, ids) => db<Row[]>`
      select t.membership_member_id as id, k.org_customer_id, t.first_name, t.last_name, t.member_number, t.barcode,
        t.person_id, t.membership_type_id, t.membership_member_status_id, t.membership_seat_id, x.title as seat_section, x.sub_section_title as seat_block, s.seat_row,
        s.seat_title, t.date_of_birth::text as date_of_birth, t.gender, t.company_name, t.address, t.address2, t.suburb, t.state,
        t.postcode, t.country_id, t.mobile_number, t.email_address, t.marketing_emails, t.auto_renew::integer as auto_renew,
        t.membership_fulfilled, t.fulfillment_tracking_code, t.expires, t.created_at as created, y.season_id, n.title as season_title,
        ${openAmount(db)} as open_amount,
        case when d.next_due <= ${now} then 'yes' else 'no' end as overdue
      from ${membersAndSeats(orgId, db)}
      join customers k on k.org_id = t.org_id and k.user_id = t.user_id
      where t.org_id = ${orgId}
        and t.membership_member_id = any (${ids}::bigint[])
      order by array_position(${ids}::bigint[], t.membership_member_id)`,
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
