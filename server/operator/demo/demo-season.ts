import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { addDemoCustomers } from './demo-customers.ts'
import { dayOf } from './demo-day.ts'
import { addDemoEvents } from './demo-events.ts'
import { addDemoMembers } from './demo-members.ts'
import { addDemoOrders } from './demo-orders.ts'
import { addDemoScans } from './demo-scans.ts'
import { addDemoStadium } from './demo-stadium.ts'

const SEASON = { customers: 200, venues: 2, events: 12, members: 100, orders: 240, scans: 160 } as const

/** A whole season around this day, so that something is on sale and something has been played; else the same everywhere. */
export async function addDemoSeason(orgId: OrgId, tx: Db, now: Date): Promise<void> {
  const today = dayOf(now)
  await addDemoCustomers(orgId, tx, SEASON.customers, undefined, today)
  await addDemoEvents(orgId, tx, SEASON.events, { today, venues: SEASON.venues })
  await addDemoMembers(orgId, tx, SEASON.members, { today })
  await addDemoOrders(orgId, tx, SEASON.orders, { today })
  await addDemoScans(orgId, tx, SEASON.scans, { today })
  await addDemoStadium(orgId, tx, today, SEASON.customers)
}
