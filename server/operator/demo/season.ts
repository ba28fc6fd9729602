import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDemoCustomers } from './customers.ts'
import { dayOf } from './days.ts'
import { addDerby } from './derby.ts'
import { addDemoEvents } from './events.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { addDemoMembers } from './members.ts'
import { addDemoOrders } from './orders.ts'
import { addPlans, noteMailsSent } from './plans.ts'
import { addDemoScans } from './scans.ts'
import { addStories } from './stories.ts'
import { taxSold } from './tax.ts'

const { size } = HARBOUR_CITY

/** The club around this day, so that something is on sale and something has been played; else the same everywhere. */
export async function addDemoSeason(orgId: OrgId, tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now)
  await addDemoCustomers(orgId, tx, size.customers, undefined, today)
  await addDemoEvents(orgId, tx, size.events, { today, venues: size.venues })
  await addDemoMembers(orgId, tx, size.members, { today })
  await addPlans(orgId, tx, today)
  await addDemoOrders(orgId, tx, size.orders, { today })
  await addDemoScans(orgId, tx, size.scans, { today })
  await addDerby(orgId, tx, today, size.customers)
  await taxSold(orgId, tx)
  await addStories(orgId, tx, today, size.customers)
  await noteMailsSent(orgId, tx)
}
