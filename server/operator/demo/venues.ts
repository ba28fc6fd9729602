import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { currencyExponent } from '../../platform/values/money.ts'
import type { ClubVenue } from './club.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { stamp, Writer } from './writer.ts'

export type DemoGate = { gateId: number; deviceId: number }
export type DemoVenue = { venueId: number; place: ClubVenue; gates: DemoGate[] }

const { venues: PLACES, gates: GATES } = HARBOUR_CITY
export const VENUES_MAX = PLACES.length

/** The first so many venues of the club, each with its gates and a scanner at each; those that are missing are made. */
export async function ensureDemoVenues(orgId: OrgId, tx: Db, count: number, today: Date): Promise<DemoVenue[]> {
  const venues = await findDemoVenues(orgId, tx)
  const missingPlaces = PLACES.slice(0, count).filter(({ name }) => !venues.some(({ place }) => place.name === name))
  if (missingPlaces.length === 0) return venues.slice(0, count)
  const writer = new Writer(orgId)
  for (const place of missingPlaces) addVenue(writer, place, today)
  await writer.write(tx)
  return (await findDemoVenues(orgId, tx)).slice(0, count)
}

/** In the order of the club's. A venue that merely has the same name, without our scanners, is the organisation's own. */
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

function addVenue(writer: Writer, { name, suburb, country, timezone }: ClubVenue, today: Date): void {
  const venueId = writer.id('venues')
  writer.add('venues', { venue_id: venueId, name, suburb, country, timezone, ...stamp(today) })
  for (const gate of GATES) {
    const gateId = writer.id('gates')
    const deviceId = writer.id('devices')
    writer.add('gates', { gate_id: gateId, venue_id: venueId, name: gate, ...stamp(today) })
    writer.add('devices', { device_id: deviceId, name: `Demo scanner, ${name}, ${gate}`, ...stamp(today) })
    writer.add('device_gates', { device_id: deviceId, gate_id: gateId, created_at: today })
  }
}

const UNITS_TO_A_DOLLAR: Record<string, number> = { JPY: 100, INR: 50 }

/** What 12.50 dollars might be elsewhere, in minor units. */
export const amountIn = (currency: string, dollars: number): number =>
  Math.round(dollars * (UNITS_TO_A_DOLLAR[currency] ?? 1) * 10 ** currencyExponent(currency))
