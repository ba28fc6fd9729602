import type { OrgId } from '../../server/access/principal.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { addMembershipCatalogue } from './catalogue.ts'
import { addDesk } from './desk.ts'
import { addEvents } from './events.ts'
import { advanceIdentities, dropIndexes, restoreIndexes } from './indexes.ts'
import { addCustomers, addMembers } from './people.ts'
import { addSales } from './sales.ts'

const EVENTS = 41
const SMALL_ORGANISATIONS = 200
const SMALL_MEMBERS = 100

/** `desk`: an order of one ticket for each member, over more than a year, with all that a desk looks into. */
export type SeedKind = 'plain' | 'desk'

/**
 * One organisation of `members` members and as many customers, half as many orders of two tickets each, a scan for each
 * ticket, and one event with 60,000 of the tickets (at a million members), beside 200 small organisations.
 */
export async function load(
  url: string,
  members: number,
  { kind, say }: { kind: SeedKind; say: (line: string) => void },
): Promise<void> {
  // One connection: what is put aside for the load lives in temporary tables.
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  const startedAt = performance.now()
  const step = async (name: string, work: () => Promise<unknown>) => {
    await work()
    say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${name}`)
  }
  try {
    await migrate(sql)
    const orgId = await organisation(sql, 'Large Club')
    const { types, seats } = await addMembershipCatalogue(orgId, sql, Math.ceil(members * 0.06))
    const places = await addEvents(orgId, sql, EVENTS)
    await step('indexes are off', () => dropIndexes(sql))
    await step('customers', () => addCustomers(orgId, sql, 1, members))
    await step('members', () => addMembers(orgId, sql, { first: 1, count: members, types, seats }))
    await step('orders, tickets, scans', () =>
      addSales(orgId, sql, {
        ...(kind === 'desk'
          ? { orders: members, ticketsAnOrder: 1, days: 480, mainOrders: Math.ceil(members * 0.06) }
          : { orders: Math.ceil(members / 2), ticketsAnOrder: 2, days: 60, mainOrders: Math.ceil(members * 0.03) }),
        customers: members,
        ...places,
      }),
    )
    if (kind === 'desk') await step('payments, log, mails, deliveries', () => addDesk(orgId, sql))
    await step('small organisations', () => addSmall(sql, members + 1))
    await step('identities', () => advanceIdentities(sql))
    await step('indexes and keys are on', () => restoreIndexes(sql))
    // Without a visibility map no index would be enough by itself.
    await step('vacuum and statistics', () => sql`vacuum (analyze, freeze)`)
  } finally {
    await sql.end()
  }
}

const organisation = async (sql: Sql, name: string): Promise<OrgId> =>
  createOrganisation(sql, { name, country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD', mode: 'test' })

async function addSmall(sql: Sql, first: number): Promise<void> {
  for (let n = 0; n < SMALL_ORGANISATIONS; n += 1) {
    const orgId = await organisation(sql, `Small Club ${n}`)
    await addCustomers(orgId, sql, first + n * SMALL_MEMBERS, SMALL_MEMBERS)
    await addMembers(orgId, sql, { first: first + n * SMALL_MEMBERS, count: SMALL_MEMBERS, types: [], seats: [] })
  }
}
