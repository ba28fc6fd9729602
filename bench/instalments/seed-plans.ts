import type { OrgId } from '../../server/access/principal.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { advanceIdentities, dropIndexes, restoreIndexes } from '../seed/indexes.ts'

/** Of the three parts of a year that costs 90.00: the first was paid when it was bought. */
export const PART_MINOR = 3000

export type PlanSeed = {
  members: number
  /** The club's provider, and its account there. */
  provider: 'test' | 'stripe'
  account: string | null
  /** By which each member has paid, in turns of so many; what is to be charged is of the same. */
  methods: string[]
  /** When the second part is charged; the third is a month later. */
  dueAt: Date
}

/**
 * So many members of a club who pay by three instalments, with all the rows that a sale leaves: member, customer, payment, means of payment,
 * plan, debts and settlement of number n have that id, and the second instalment is debt 3n - 1. The rows are those of one organisation in
 * a database that has no others of them yet.
 */
export async function seedPlans(orgId: OrgId, sql: Sql, seed: PlanSeed): Promise<void> {
  const { members, provider, account, methods, dueAt } = seed
  const boughtAt = new Date(dueAt.getTime() - MONTH_MS)
  const numbers = sql`generate_series(1, ${members}::integer) n`
  await sql`
    insert into membership_categories (org_id, membership_category_id, title)
    values (${orgId}, 1, 'Club')`
  await sql`
    insert into membership_types (org_id, membership_type_id, membership_category_id, title, price_minor, term)
    values (${orgId}, 1, 1, 'Adult', ${3 * PART_MINOR}, 'year')`
  await sql`
    insert into membership_payment_options (org_id, membership_payment_option_id, title, number_of_instalments, collection)
    values (${orgId}, 1, 'In three parts', 3, 'automatic')`
  await dropIndexes(sql)
  await sql`
    insert into customers (org_id, user_id, org_customer_id, first_name, last_name, email_address, created_at, changed_at)
    select ${orgId}, n, 'plan-' || n, 'Ada', 'Okafor-' || n, 'fan' || n || '@example.com', ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into members (
      org_id, membership_member_id, user_id, person_id, member_number, membership_type_id, barcode, membership_member_status_id, first_name,
      last_name, email_address, expires, membership_order_id, instalments, created_at, changed_at
    )
    select ${orgId}, n, n, 'per_' || md5(n::text), 'M' || n, 1, 'B' || n, 2, 'Ada', 'Okafor-' || n, 'fan' || n || '@example.com',
      ${boughtAt}::timestamptz + interval '1 year', n, true, ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into orders (
      org_id, order_id, user_id, order_status, sales_channel, first_name, last_name, email_address, payment_method, currency,
      price_minor, total_minor, paid_minor, owed_minor, confirmed_at, created_at, changed_at
    )
    select ${orgId}, n, n, 'confirmed', 'online', 'Ada', 'Okafor-' || n, 'fan' || n || '@example.com', 'card', 'AUD',
      ${3 * PART_MINOR}, ${3 * PART_MINOR}, ${PART_MINOR}, ${2 * PART_MINOR}, ${boughtAt}, ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into order_lines (org_id, order_id, order_line_id, kind, membership_type_id, membership_member_id, quantity, places, price_minor, created_at)
    select ${orgId}, n, 1, 'membership', 1, n, 1, 0, ${3 * PART_MINOR}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into payment_means (
      org_id, payment_means_id, user_id, provider, payment_account_id, customer_reference, method_reference, means_kind, last4, expires_on,
      created_at, changed_at
    )
    select ${orgId}, n, n, ${provider}, ${account}, 'cus_' || n, (${methods}::text[])[1 + n % ${methods.length}], 'card', '4242', '2031-02-28',
      ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into payments (
      org_id, payment_id, order_id, provider, payment_account_id, idempotency_key, payment_method, provider_reference, payment_status,
      amount_minor, currency, settled_minor, card_last4, keeps, succeeded_at, created_at, changed_at
    )
    select ${orgId}, n, n, ${provider}, ${account}, 'plan-' || n, (${methods}::text[])[1 + n % ${methods.length}], 'plan-' || n, 'succeeded',
      ${PART_MINOR}, 'AUD', ${PART_MINOR}, '4242', true, ${boughtAt}, ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into membership_plans (
      org_id, membership_plan_id, order_id, order_line_id, membership_member_id, membership_payment_option_id, currency, total_minor,
      open_minor, paid_minor, payment_means_id, term_order_id, created_at, changed_at
    )
    select ${orgId}, n, n, 1, n, 1, 'AUD', ${3 * PART_MINOR}, ${2 * PART_MINOR}, ${PART_MINOR}, n, n, ${boughtAt}, ${boughtAt}
    from ${numbers}`
  await sql`
    insert into debts (
      org_id, debt_id, owed_by, kind, order_id, user_id, currency, amount_minor, settled_minor, due_at, instalment_number, next_attempt_at,
      closed_at, membership_plan_id, created_at, changed_at
    )
    select ${orgId}, 3 * (n - 1) + part, 'fan', 'instalment', n, n, 'AUD', ${PART_MINOR}, case when part = 1 then ${PART_MINOR} else 0 end,
      charged.at, part, case when part > 1 then charged.at end, case when part = 1 then charged.at end, n, ${boughtAt}, ${boughtAt}
    from ${numbers}
    cross join generate_series(1, 3) part
    cross join lateral (select ${dueAt}::timestamptz + (part - 2) * ${MONTH_MS / 1000}::integer * interval '1 second' as at) charged`
  await sql`
    insert into settlements (org_id, settlement_id, debt_id, payment_id, amount_minor, created_at)
    select ${orgId}, n, 3 * n - 2, n, ${PART_MINOR}, ${boughtAt}
    from ${numbers}`
  await advanceIdentities(sql)
  await restoreIndexes(sql)
  await sql`vacuum (analyze)`
}

const MONTH_MS = 30 * 86_400_000
