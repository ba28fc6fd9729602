import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField, MemberCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf, StatusId } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { Tags } from '../../resources/fields.ts'
import { openAmount, owedByMember } from './member-owed.ts'
import type { Put } from './named-members.ts'

const NullableText = (options: Record<string, unknown> = {}) => Nullable(Type.String(options))
const NullableContact = (options: Record<string, unknown> = {}) => Nullable(ContactField(options))
const NullableInteger = (options: Record<string, unknown> = {}) => Nullable(Type.Integer(options))

/** As the table has them and the API shows them. */
const seatFields = {
  seat_section: NullableText(),
  seat_block: NullableText({ description: 'the block of the stand' }),
  seat_aisle: NullableText(),
  seat_row: NullableText(),
  seat_level: NullableText(),
  seat_gate: NullableText(),
  seat_title: NullableText(),
}
/** Shown by `customers:read`: where a member lives, and who they are besides their name. */
const addressFields = {
  gender: NullableContact(),
  company_name: NullableContact(),
  address: NullableContact(),
  address2: NullableContact(),
  suburb: NullableContact(),
  state: NullableContact(),
  postcode: NullableContact(),
}

export const Member = Type.Object(
  {
    membership_member_id: Type.Integer(),
    member_number: Type.String(),
    person_id: NullableText({ description: 'one person over several memberships' }),
    membership_category_id: NullableInteger(),
    category_title: NullableText(),
    membership_type_id: NullableInteger(),
    type_title: NullableText(),
    barcode: MemberCodeField(),
    membership_member_status_id: StatusId(memberStatus, {
      description: '0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled',
    }),
    membership_seat_id: NullableInteger(),
    ...seatFields,
    user_id: Type.Integer({ description: 'the customer' }),
    first_name: Type.String(),
    last_name: Type.String(),
    date_of_birth: NullableContact({ description: 'YYYY-MM-DD' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
    expires: NullableInteger({ description: 'Unix seconds' }),
    auto_renew: Type.Integer({ minimum: 0, maximum: 1 }),
    ...addressFields,
    country_id: NullableInteger({ description: 'ISO 3166-1 numeric' }),
    mobile_number: NullableContact(),
    email_address: NullableContact(),
    membership_order_id: NullableText(),
    marketing_emails: Type.Boolean(),
    membership_fulfilled: OneOf(['yes', 'no']),
    fulfillment_tracking_code: NullableText({ description: 'postage tracking code' }),
    instalments: Type.Boolean({ description: 'paid by instalments' }),
    season_id: NullableInteger({ description: 'that the type is for' }),
    season_title: NullableText(),
    open_amount: Type.Number({
      description: 'what is still to be paid for it; major unit of the organisation’s currency',
    }),
    next_due: NullableInteger({
      description:
        'Unix seconds; until when the next of it is to be paid, and overdue after that; null: nothing is open',
    }),
  },
  { title: 'Member' },
)
export type Member = Static<typeof Member>

/** As a read shows one. */
export const TaggedMember = Type.Object({ ...Member.properties, tags: Tags }, { title: 'TaggedMember' })

const Instant = Type.Unsafe<Date>({ type: 'object' })

export const MemberRow = Type.Object({
  membership_member_id: Type.Integer(),
  member_number: Type.String(),
  person_id: NullableText(),
  membership_category_id: NullableInteger(),
  category_title: NullableText(),
  membership_type_id: NullableInteger(),
  type_title: NullableText(),
  barcode: MemberCodeField(),
  membership_member_status_id: Type.Integer(),
  membership_seat_id: NullableInteger(),
  ...seatFields,
  user_id: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  date_of_birth: NullableText(),
  created_at: Instant,
  changed_at: Instant,
  starts_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  expires: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  auto_renew: Type.Boolean(),
  ...addressFields,
  country_id: NullableInteger(),
  mobile_number: NullableText(),
  email_address: NullableText(),
  membership_order_id: NullableInteger(),
  marketing_emails: Type.Boolean(),
  membership_fulfilled: OneOf(['yes', 'no']),
  fulfillment_tracking_code: NullableText(),
  instalments: Type.Boolean(),
  season_id: NullableInteger(),
  season_title: NullableText(),
  open_minor: NullableInteger(),
  next_due: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  open_currency: NullableText(),
})
export type MemberRow = Static<typeof MemberRow>

export const TaggedMemberRow = Type.Object({ ...MemberRow.properties, tags: Type.Array(Type.String()) })
export type TaggedMemberRow = Static<typeof TaggedMemberRow>

export const memberColumns = (sql: Db) => sql`
  t.membership_member_id, t.member_number, t.person_id, y.membership_category_id, c.title as category_title,
  t.membership_type_id, y.title as type_title, t.barcode, t.membership_member_status_id, t.membership_seat_id,
  x.title as seat_section, x.sub_section_title as seat_block, s.seat_aisle, s.seat_row, s.seat_level, s.seat_gate, s.seat_title, t.user_id, t.first_name,
  t.last_name, t.date_of_birth::text as date_of_birth, t.created_at, t.changed_at, t.starts_at, t.expires, t.auto_renew, t.gender,
  t.company_name, t.address, t.address2, t.suburb, t.state, t.postcode, t.country_id, t.mobile_number, t.email_address,
  t.membership_order_id, t.marketing_emails, t.membership_fulfilled, t.fulfillment_tracking_code, t.instalments,
  y.season_id, n.title as season_title, d.open_minor, d.next_due, d.currency as open_currency`

/**
 * Members `t` with the type, the category, the season and the seat that they may have, and what they owe. A `copy`, which takes no
 * parameters, puts literals.
 */
export const membersAndSeats = (orgId: OrgId, sql: Db, put: Put = (value) => sql`${value}`) => sql`
  members t
  left join membership_types y using (org_id, membership_type_id)
  left join membership_categories c using (org_id, membership_category_id)
  left join seasons n on n.org_id = t.org_id and n.season_id = y.season_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.membership_seat_id
  left join seat_sections x
    on x.org_id = t.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  ${owedByMember(orgId, sql, put)}`

export const toMember = (row: MemberRow) =>
  ({
    membership_member_id: row.membership_member_id,
    member_number: row.member_number,
    person_id: row.person_id,
    membership_category_id: row.membership_category_id,
    category_title: row.category_title,
    membership_type_id: row.membership_type_id,
    type_title: row.type_title,
    barcode: row.barcode,
    membership_member_status_id: row.membership_member_status_id,
    membership_seat_id: row.membership_seat_id,
    seat_section: row.seat_section,
    seat_block: row.seat_block,
    seat_aisle: row.seat_aisle,
    seat_row: row.seat_row,
    seat_level: row.seat_level,
    seat_gate: row.seat_gate,
    seat_title: row.seat_title,
    user_id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    date_of_birth: row.date_of_birth,
    created: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
    expires: row.expires && unixSeconds(row.expires),
    auto_renew: Number(row.auto_renew),
    gender: row.gender,
    company_name: row.company_name,
    address: row.address,
    address2: row.address2,
    suburb: row.suburb,
    state: row.state,
    postcode: row.postcode,
    country_id: row.country_id,
    mobile_number: row.mobile_number,
    email_address: row.email_address,
    membership_order_id: row.membership_order_id === null ? null : String(row.membership_order_id),
    marketing_emails: row.marketing_emails,
    membership_fulfilled: row.membership_fulfilled,
    fulfillment_tracking_code: row.fulfillment_tracking_code,
    instalments: row.instalments,
    season_id: row.season_id,
    season_title: row.season_title,
    open_amount: row.open_minor === null ? 0 : toMajor(row.open_minor, row.open_currency ?? ''),
    next_due: row.next_due && unixSeconds(row.next_due),
  }) satisfies Member

export const toTaggedMember = (row: TaggedMemberRow) =>
  ({ ...toMember(row), tags: row.tags }) satisfies Static<typeof TaggedMember>

/** The fields of members that a reader sees whole. */
export type MemberSight = { cards: boolean; contact: boolean }
const ALL: MemberSight = { cards: true, contact: true }

/**
 * A member as the API shows it, made by the database: the fields of the schema in their order, for what does not pass through
 * the program row by row. What the reader may not see never leaves the database. A test compares them with what `toMember` makes.
 */
export const memberObjectColumns = (sql: Db, { cards, contact }: MemberSight = ALL) => {
  const guarded = (column: string) => (contact ? sql(`t.${column}`) : sql`null as ${sql(column)}`)
  const dateOfBirth = contact ? sql`t.date_of_birth::text` : sql`null`
  return sql`
    t.membership_member_id, t.member_number, t.person_id, y.membership_category_id, c.title as category_title,
    t.membership_type_id, y.title as type_title, ${cards ? sql`t.barcode` : maskedBarcode(sql)}, t.membership_member_status_id,
    t.membership_seat_id, x.title as seat_section, x.sub_section_title as seat_block, s.seat_aisle, s.seat_row, s.seat_level, s.seat_gate, s.seat_title, t.user_id,
    t.first_name, t.last_name, ${dateOfBirth} as date_of_birth, ${unix(sql, 'created_at')} as created,
    ${unix(sql, 'changed_at')} as updated_at, ${unix(sql, 'expires')} as expires, t.auto_renew::int as auto_renew,
    ${guarded('gender')}, ${guarded('company_name')}, ${guarded('address')}, ${guarded('address2')}, ${guarded('suburb')},
    ${guarded('state')}, ${guarded('postcode')}, t.country_id, ${guarded('mobile_number')}, ${guarded('email_address')},
    t.membership_order_id::text as membership_order_id, t.marketing_emails, t.membership_fulfilled,
    t.fulfillment_tracking_code, t.instalments, y.season_id, n.title as season_title,
    ${openAmount(sql)} as open_amount,
    floor(date_part('epoch', d.next_due))::bigint as next_due`
}

/** The code of `t` as `masked` writes it. */
const maskedBarcode = (sql: Db) =>
  sql`case when length(t.barcode) < 8 then '****' else '****' || right(t.barcode, 4) end as barcode`

const unix = (sql: Db, column: string) => sql`floor(date_part('epoch', ${sql(`t.${column}`)}))::bigint`
