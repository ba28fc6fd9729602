import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { memberCode } from '../../people/members/member-code.ts'
import { announceMembers } from '../../people/members/member-horizon.ts'
import { personId } from '../../people/members/person-id.ts'
import { isMasked } from '../../platform/http/guarded-fields.ts'
import { Id, Input, Integer, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Clock, fromUnixSeconds } from '../../platform/values/clock.ts'
import { base62 } from '../../platform/values/random.ts'
import { catalogueStatus, memberStatus } from '../../programme/statuses.ts'
import { CalendarDate, CountryId, EmailAddress, Flag } from '../../resources/fields.ts'
import { informativeColumns } from '../exports/informative-columns.ts'
import { countryReader } from './country-reader.ts'
import type { Importer, Rejection } from './importer.ts'
import { lockMembers } from './lock-members.ts'
import { countImported, lockLimitedTypes, typeFull } from './member-limits.ts'
import { makeCustomers, nameCustomers, nameMembers, personRepeated } from './member-people.ts'
import { seatMissing, seatRepeated, seatSold, seatTaken, takeImportedPlaces } from './member-seats.ts'
import { statusReader } from './member-status-words.ts'
import { typeReader } from './member-types.ts'
import { nameSeats, seatCells, seatNames, seatUnnamed } from './named-seats.ts'
import { booleanReader, dateReader, flagReader, timeReader, yesNoReader, zoneOf } from './read-cells.ts'
import { saysNothingNew } from './says-nothing-new.ts'

/** Columns of the file that go into the table as they are. */
const plain = {
  first_name: Text(100),
  last_name: Text(100),
  membership_type_id: Type.Optional(Id()),
  membership_member_status_id: Type.Optional(Integer({ minimum: 0, maximum: 3 })),
  membership_seat_id: Type.Optional(Id()),
  date_of_birth: Type.Optional(CalendarDate()),
  gender: Type.Optional(Text(50)),
  company_name: Type.Optional(Text(200)),
  address: Type.Optional(Text(200)),
  address2: Type.Optional(Text(200)),
  suburb: Type.Optional(Text(100)),
  state: Type.Optional(Text(100)),
  postcode: Type.Optional(Text(20)),
  country_id: Type.Optional(CountryId),
  mobile_number: Type.Optional(Text(40)),
  email_address: Type.Optional(EmailAddress),
  fulfillment_tracking_code: Type.Optional(Text(100)),
}
/** Columns of the file that are computed, or made up where it does not have them. */
const derived = {
  member_number: Type.Optional(Text(64)),
  barcode: Type.Optional(Text(64)),
  person_id: Type.Optional(Text(64)),
  auto_renew: Type.Optional(Flag()),
  marketing_emails: Type.Optional(Type.Boolean()),
  membership_fulfilled: Type.Optional(Type.Unsafe<'yes' | 'no'>({ type: 'string', enum: ['yes', 'no'] })),
  expires: Type.Optional(UnixSeconds()),
  created: Type.Optional(UnixSeconds()),
}

const plainNames = Object.keys(plain) as (keyof typeof plain)[]
const derivedColumns = [
  'member_number',
  'barcode',
  'person_id',
  'auto_renew',
  'marketing_emails',
  'fulfilled_at',
  'expires',
  'created_at',
]
const columns = [...plainNames, ...derivedColumns]
/** What a file changes of a member who exists already; the rest has rules, and operations, of its own. */
const changeable = [...plainNames.filter((name) => !/^membership_|^fulfillment_/.test(name)), 'expires']

const MemberFileRow = Input({
  org_customer_id: Type.Optional(Text(64, { description: 'the customer behind the member' })),
  ...plain,
  ...derived,
  ...seatNames,
  ...informativeColumns,
})

export const memberFile: Importer<typeof MemberFileRow> = {
  object: 'members',
  row: MemberFileRow,
  readers: async (orgId, tx, orders, onMissingType) => {
    const zone = await zoneOf(orgId, tx)
    return {
      membership_type_id: await typeReader(orgId, tx, onMissingType),
      membership_member_status_id: statusReader,
      date_of_birth: dateReader('date_of_birth', orders.date_of_birth),
      expires: timeReader('expires', zone, 'end', orders.expires),
      created: timeReader('created', zone, 'start', orders.created),
      country_id: countryReader,
      auto_renew: flagReader,
      marketing_emails: booleanReader,
      membership_fulfilled: yesNoReader,
    }
  },
  dateColumns: ['date_of_birth', 'expires', 'created'],
  oneOf: ['org_customer_id', 'email_address'],
  stagingColumns: ['org_customer_id', 'new_reference', 'is_numbered', ...Object.keys(seatNames), ...columns],
  createStaging: (tx) => tx`
    create temp table staged on commit drop as
    select 0::bigint as line, ''::text as org_customer_id, ''::text as new_reference, false as is_new, false as is_numbered,
      ''::text as seat_section, ''::text as seat_block, ''::text as seat_row, ''::text as seat_title, ''::text as seat_problem,
      ${tx(columns)}
    from members
    with no data`,
  toStaging: (row, now) => {
    const created = toDate(row.created)
    return [
      row.org_customer_id ?? null,
      `cus_${base62(16)}`,
      row.member_number !== undefined,
      ...seatCells(row),
      ...plainNames.map((name) => row[name] ?? (name === 'membership_member_status_id' ? memberStatus.unpaid : null)),
      row.member_number ?? memberCode(),
      // What a file says that was exported without the right to codes is none.
      row.barcode === undefined || isMasked(row.barcode) ? memberCode() : row.barcode,
      row.person_id ?? null,
      row.auto_renew === 1,
      row.marketing_emails ?? false,
      row.membership_fulfilled === 'yes' ? (created ?? now()) : null,
      toDate(row.expires),
      created,
    ]
  },
  lock: async (orgId, tx, clock) => {
    await nameCustomers(orgId, tx)
    await nameSeats(orgId, tx)
    // Else the planner takes the references and seats that were just given for absent, and looks at every pair of rows: 9 s for 5,000.
    await tx`analyze staged`
    await lockLimitedTypes(orgId, tx)
    await lockMembers(orgId, tx, clock(orgId))
  },
  existing: (orgId, tx, clock) => ({
    identify: nameMembers(orgId, tx),
    repeats: [personRepeated(tx), valueRepeated(tx, 'member_number')],
    known: knownMembers(orgId, tx),
    rejections: [birthInFuture(orgId, tx, clock)],
    same: sameMembers(orgId, tx),
    change: updateMembers(orgId, tx, clock(orgId)),
  }),
  rejections: (orgId, tx, clock) => [
    customerMissing(orgId, tx),
    birthInFuture(orgId, tx, clock),
    typeMissing(orgId, tx),
    seatUnnamed(tx),
    seatMissing(orgId, tx),
    seatRepeated(orgId, tx),
    seatTaken(orgId, tx, clock),
    seatSold(orgId, tx, clock),
    ...['member_number', 'barcode'].flatMap((column) => [valueRepeated(tx, column), valueTaken(orgId, tx, column)]),
    typeFull(orgId, tx),
  ],
  settle: makeCustomers,
  complete: (orgId, tx) => Promise.all([namePersons(orgId, tx), countImported(orgId, tx)]),
  beforeInsert: announceMembers,
  insert: (orgId, tx, clock) => tx<Rejection[]>`
    insert into members (org_id, user_id, instalments, changed_at, ${names(tx, columns)})
    select ${orgId}, c.user_id, s.membership_member_status_id = ${memberStatus.instalments}, ${clock(orgId)},
      ${names(
        tx,
        columns.slice(0, -1).map((name) => `s.${name}`),
      )}, coalesce(s.created_at, ${clock(orgId)})
    from staged s
    join customers c on c.org_id = ${orgId} and c.org_customer_id = s.org_customer_id
    order by s.line`,
  afterInsert: takeImportedPlaces,
}

/** A member with memberships already, in the table or in the file, is the same person in all of them. */
const namePersons = (orgId: OrgId, tx: Tx) => tx`
  with person as materialized (
    select w.line, ${personId(orgId, tx, { userId: tx`c.user_id`, firstName: tx`w.first_name`, lastName: tx`w.last_name` })} as person_id
    from staged w
    join customers c on c.org_customer_id = w.org_customer_id
    where w.person_id is null
      and c.org_id = ${orgId}
  )
  update staged s
  set person_id = person.person_id
  from person
  where s.line = person.line`

/** Who has the member number, within its customer. */
const isMember = (orgId: OrgId, tx: Tx) => tx`
  c.org_id = ${orgId}
  and c.org_customer_id = s.org_customer_id
  and m.org_id = ${orgId}
  and m.member_number = s.member_number
  and m.user_id = c.user_id`

const knownMembers = (orgId: OrgId, tx: Tx) => tx<{ line: number }[]>`
  delete from staged s
  using customers c, members m
  where ${isMember(orgId, tx)}
  returning s.line`

const sameMembers = (orgId: OrgId, tx: Tx) => tx<{ line: number }[]>`
  delete from staged s
  using customers c, members m
  where ${isMember(orgId, tx)}
    and ${saysNothingNew(tx, changeable, 'm')}
  returning s.line`

/**
 * Who has the member number, within its customer. An empty cell leaves a field as it is; what has rules of its own (status, type,
 * seat, barcode, fulfilment) stays, and has operations of its own.
 */
const updateMembers = (orgId: OrgId, tx: Tx, now: Date) => tx<{ line: number }[]>`
  with changed_member as (
    update members m
    set first_name = s.first_name,
      last_name = s.last_name,
      date_of_birth = coalesce(s.date_of_birth, m.date_of_birth),
      gender = coalesce(s.gender, m.gender),
      company_name = coalesce(s.company_name, m.company_name),
      address = coalesce(s.address, m.address),
      address2 = coalesce(s.address2, m.address2),
      suburb = coalesce(s.suburb, m.suburb),
      state = coalesce(s.state, m.state),
      postcode = coalesce(s.postcode, m.postcode),
      country_id = coalesce(s.country_id, m.country_id),
      mobile_number = coalesce(s.mobile_number, m.mobile_number),
      email_address = coalesce(s.email_address, m.email_address),
      expires = coalesce(s.expires, m.expires),
      changed_at = ${now}
    from staged s
    join customers c on c.org_id = ${orgId} and c.org_customer_id = s.org_customer_id
    where m.org_id = ${orgId}
      and m.member_number = s.member_number
      and m.user_id = c.user_id
    returning s.line
  )
  delete from staged s
  using changed_member u
  where s.line = u.line
  returning s.line`

/** In a fragment of its own: straight after `insert into …`, the driver would take the list for values. */
const names = (tx: Tx, list: string[]) => tx`${tx(list)}`

const toDate = (unix: number | undefined) => (unix === undefined ? null : fromUnixSeconds(unix))

/*
 * What a rule of other tables says of the lines is asked first, by a query of its own, and then the lines go: on a cluster what is
 * staged is on one node and the others' rows are elsewhere, and a delete cannot look there.
 */
const customerMissing = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with known as materialized (
    select w.line
    from staged w
    join customers c on c.org_customer_id = w.org_customer_id
    where c.org_id = ${orgId}
      and c.erased_at is null
  )
  delete from staged s
  where s.is_new is not true
    and not exists (select 1 from known k where k.line = s.line)
  returning s.line, 'org_customer_id names no customer.' as reason`

const birthInFuture = (orgId: OrgId, tx: Tx, clock: Clock) => tx<Rejection[]>`
  delete from staged s
  using organisations o
  where o.org_id = ${orgId}
    and s.date_of_birth > (${clock(orgId)}::timestamptz at time zone o.timezone)::date
  returning s.line, 'date_of_birth must not be in the future.' as reason`

const typeMissing = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with known as materialized (
    select w.line
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    where t.org_id = ${orgId}
      and t.status <> ${catalogueStatus.archived}
  )
  delete from staged s
  where s.membership_type_id is not null
    and not exists (select 1 from known k where k.line = s.line)
  returning s.line, 'membership_type_id names no type that members can have.' as reason`

const valueRepeated = (tx: Tx, column: string) => tx<Rejection[]>`
  delete from staged s
  using (
    select ${tx(`s.${column}`)} as value, min(s.line) as first_line
    from staged s
    where ${tx(`s.${column}`)} is not null
    group by ${tx(`s.${column}`)}
    having count(*) > 1
  ) d
  where ${tx(`s.${column}`)} = d.value
    and s.line <> d.first_line
  returning s.line, ${`${column} stands before, on line `} || d.first_line || '.' as reason`

const valueTaken = (orgId: OrgId, tx: Tx, column: string) => tx<Rejection[]>`
  delete from staged s
  using members m
  where m.org_id = ${orgId}
    and ${tx(`m.${column}`)} = ${tx(`s.${column}`)}
  returning s.line, ${`${column} belongs to a member who exists already.`} as reason`
