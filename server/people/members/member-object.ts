import type { Db } from '../../platform/postgres/database.ts'

/**
 * A member as the API shows it, made by the database: the fields of the schema in their order, for what does not pass through
 * the program row by row. A test compares them with what `toMember` makes.
 */
export const memberObjectColumns = (sql: Db) => sql`
  t.membership_member_id, t.member_number, t.person_id, y.membership_category_id, c.title as category_title,
  t.membership_type_id, y.title as type_title, t.barcode, t.membership_member_status_id, t.membership_seat_id,
  x.title as seat_section, s.seat_aisle, s.seat_row, s.seat_level, s.seat_gate, s.seat_title, t.user_id, t.first_name,
  t.last_name, t.date_of_birth::text as date_of_birth, ${unix(sql, 'created_at')} as created,
  ${unix(sql, 'changed_at')} as updated_at, ${unix(sql, 'expires')} as expires, t.auto_renew::int as auto_renew, t.gender,
  t.company_name, t.address, t.address2, t.suburb, t.state, t.postcode, t.country_id, t.mobile_number, t.email_address,
  t.membership_order_id::text as membership_order_id, t.marketing_emails, t.membership_fulfilled,
  t.fulfillment_tracking_code, t.instalments`

const unix = (sql: Db, column: string) => sql`floor(date_part('epoch', ${sql(`t.${column}`)}))::bigint`
