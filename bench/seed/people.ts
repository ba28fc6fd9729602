import type { OrgId } from '../../server/access/principal.ts'
import type { Db } from '../../server/platform/postgres/database.ts'

const FIRST_NAMES = [
  'Amara',
  'Ben',
  'Chloë',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Isla',
  'Jonas',
  'Kiri',
  'Liam',
]
const LAST_NAMES = [
  'Adeyemi',
  'Brown',
  'Castillo',
  'Dubois',
  'Evans',
  'García',
  'Hughes',
  'Jensen',
  'Kowalski',
  'O’Brien',
]

/** Numbers `first` to `first + count - 1` become customers with that user_id. */
export const addCustomers = (orgId: OrgId, sql: Db, first: number, count: number) => sql`
  insert into customers (
    org_id, user_id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode, marketing_emails,
    created_at, changed_at
  )
  select ${orgId}, n, 'seed-' || n,
    (${FIRST_NAMES}::text[])[1 + n % 12],
    (${LAST_NAMES}::text[])[1 + n / 12 % 10] || '-' || to_hex(n * 2654435761 % 65536),
    'fan' || n || '@example.com', '04' || lpad((n * 7919 % 100000000)::text, 8, '0'), (2000 + n % 900)::text, n % 3 = 0,
    born.at, case when n % 5 < 3 then born.at else born.at + n * 48271 % 1000 / 1000.0 * (timestamptz '2026-06-01' - born.at) end
  from generate_series(${first}::bigint, ${first + count - 1}::bigint) n
  cross join lateral (
    select timestamptz '2021-01-01' + (n - ${first}) * (interval '1900 days' / ${count}::bigint) as at
  ) born`

/** Member types by number: most members are of the first few, and very few of the last. */
export const SEED_TYPES = 12

/**
 * One member a customer, with the same number. Ids grow with the time of joining, as they do in life, save for one in ten (a
 * club's old list, imported late). Four in ten have changed since, some of them last week.
 */
export const addMembers = (
  orgId: OrgId,
  sql: Db,
  of: { first: number; count: number; types: number[]; seats: number[] },
) => sql`
  insert into members (
    org_id, membership_member_id, user_id, person_id, member_number, membership_type_id, barcode,
    membership_member_status_id, membership_seat_id, first_name, last_name, date_of_birth, expires, auto_renew, gender,
    company_name, address, address2, suburb, state, postcode, country_id, mobile_number, email_address, marketing_emails,
    fulfilled_at, fulfillment_tracking_code, instalments, created_at, changed_at
  )
  select ${orgId}, n, n, 'per_' || md5(n::text), 'M' || n,
    (${of.types}::bigint[])[case when lot % 9973 = 0 then ${SEED_TYPES} else 1 + least(lot % 11, n % 11) end],
    'B' || n, (array[1, 1, 1, 1, 1, 1, 1, 2, 2, 0, 0, 3])[1 + lot % 12],
    (${of.seats}::bigint[])[n - ${of.first} + 1],
    (${FIRST_NAMES}::text[])[1 + n % 12],
    (${LAST_NAMES}::text[])[1 + n / 12 % 10] || '-' || to_hex(n * 2654435761 % 65536),
    date '1940-01-01' + (lot % 28000)::int, timestamptz '2027-06-30', n % 3 = 0, (array['female', 'male', null, 'other'])[1 + n % 4],
    case when n % 20 = 0 then 'Company "' || n || '" Pty' end, n % 400 || ' Harbour Street', case when n % 6 = 0 then 'Unit ' || n % 40 end,
    'Pyrmont', 'NSW', (2000 + n % 900)::text, 36, '04' || lpad((n * 7919 % 100000000)::text, 8, '0'),
    'fan' || n || '@example.com', n % 3 = 0,
    case when lot % 5 < 2 then born.at + interval '3 days' end, case when lot % 5 = 0 then 'TRK' || n end, n % 7 = 0, born.at,
    case
      when lot % 97 = 0 then timestamptz '2026-05-25' + lot % 600000 * interval '1 second'
      when lot % 5 < 2 then born.at + lot % 1000 / 1000.0 * (timestamptz '2026-05-25' - born.at)
      else born.at
    end
  from generate_series(${of.first}::bigint, ${of.first + of.count - 1}::bigint) n
  cross join lateral (select abs(hashint8(n)::bigint) as lot) drawn
  cross join lateral (
    select case
      when lot % 10 = 0 then timestamptz '2021-01-01' + lot % 1900 * interval '1 day'
      else timestamptz '2021-01-01' + (n - ${of.first}) * (interval '1900 days' / ${of.count}::bigint)
    end as at
  ) born`
