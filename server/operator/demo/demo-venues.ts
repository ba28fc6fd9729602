import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { copyInto, drawIds } from './bulk.ts'
import { type DemoPlace, PLACES } from './places.ts'

export type DemoGate = { gateId: number; deviceId: number }
export type DemoVenue = { venueId: number; place: DemoPlace; gates: DemoGate[] }

const GATES = ['North gate', 'South gate', 'East gate'] as const

/** The first so many places as venues, each with three gates and a scanner at each; those that are missing are made. */
export async function ensureDemoVenues(orgId: OrgId, tx: Db, count: number, today: Date): Promise<DemoVenue[]> {
  const places = PLACES.slice(0, count)
  const venues = await findDemoVenues(orgId, tx)
  const missingPlaces = places.filter(({ name }) => !venues.some(({ place }) => place.name === name))
  if (missingPlaces.length === 0) return venues.slice(0, count)
  await makeVenues(orgId, tx, missingPlaces, today)
  return (await findDemoVenues(orgId, tx)).slice(0, count)
}

/** In the order of PLACES. A venue that merely has the same name, without our scanners, is the organisation's own. */
export async function findDemoVenues(orgId: OrgId, tx: Db): Promise<DemoVenue[]> {
  const rows = await tx<{ venue_id: number; name: string; gate_id: number; device_id: number }[]>`
    select v.venue_id, v.name, g.gate_id, d.device_id
    from venues v
    join gates g using (org_id, venue_id)
    join device_gates dg using (org_id, gate_id)
    join devices d using (org_id, device_id)
    where v.org_id = ${orgId}
      and v.name = any(${PLACES.map(({ name }) => name)})
      and d.name = 'Demo scanner, ' || v.name || ', ' || g.name
    order by v.venue_id, g.gate_id`
  return PLACES.flatMap((place) => {
    const venueId = rows.find(({ name }) => name === place.name)?.venue_id
    if (venueId === undefined) return []
    const gateRows = rows.filter(({ venue_id }) => venue_id === venueId)
    return [
      { venueId, place, gates: gateRows.map(({ gate_id, device_id }) => ({ gateId: gate_id, deviceId: device_id })) },
    ]
  })
}

async function makeVenues(orgId: OrgId, tx: Db, places: DemoPlace[], today: Date): Promise<void> {
  const stamp = { created_at: today, changed_at: today }
  const gateCount = places.length * GATES.length
  const ids = await drawIds(tx, { venues: places.length, gates: gateCount, devices: gateCount })
  const venues = places.map(({ name, suburb, country, timezone }) => ({
    org_id: orgId,
    venue_id: ids.venues(),
    name,
    suburb,
    country,
    timezone,
    ...stamp,
  }))
  const gates = venues.flatMap(({ venue_id, name: venue }) =>
    GATES.map((gate) => ({ venue_id, venue, gate, gate_id: ids.gates(), device_id: ids.devices() })),
  )
  await copyInto(tx, 'venues', venues)
  await copyInto(
    tx,
    'gates',
    gates.map(({ gate_id, venue_id, gate }) => ({ org_id: orgId, gate_id, venue_id, name: gate, ...stamp })),
  )
  await copyInto(
    tx,
    'devices',
    gates.map(({ device_id, venue, gate }) => ({
      org_id: orgId,
      device_id,
      name: `Demo scanner, ${venue}, ${gate}`,
      ...stamp,
    })),
  )
  await copyInto(
    tx,
    'device_gates',
    gates.map(({ device_id, gate_id }) => ({ org_id: orgId, device_id, gate_id, created_at: today })),
  )
}
