import { addEvent } from '../examples/events.ts'
import { addUser } from '../examples/members.ts'
import { addMembershipType } from '../examples/membership-catalogue.ts'
import { addGate, addVenue } from '../examples/venues.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { addRow, unique } from './rows.ts'

const HOUR_MS = 3_600_000

type Columns = Record<string, string | number | boolean | Date | null>

export type Ground = Awaited<ReturnType<typeof openGround>>

/** A live event whose doors are open, two gates, a scanner at each, and ways to sell tickets and memberships. */
export async function openGround(house: House, tenant: Tenant) {
  const { sql } = house
  const { orgId } = tenant
  const add = (table: string, id: string, columns: Columns) => addRow(house, tenant, table, id, columns)
  const venueId = await addVenue(house, tenant)
  const gates = [await addGate(house, tenant, venueId), await addGate(house, tenant, venueId)] as const
  const keys = [await house.key(orgId, { kind: 'gk' }), await house.key(orgId, { kind: 'gk' })] as const
  const startsAt = new Date(house.clock().getTime() + HOUR_MS)
  const openEvent = async (columns: Columns = {}) => {
    const eventId = await addEvent(house, tenant, { venue_id: venueId, event_status_id: 1 })
    const times = { starts_at: startsAt, doors_at: new Date(house.clock().getTime() - HOUR_MS), ...columns }
    await sql`
      update events
      set ${sql(times)}
      where org_id = ${orgId}
        and event_id = ${eventId}`
    return eventId
  }
  const eventId = await openEvent()

  /** A price in a category of its own, with the order that its tickets are of. */
  const offer = async (flag = 1, at = eventId) => {
    const category = { event_id: at, title: 'Stand', capacity: 100_000 }
    const price_category_id = await add('price_categories', 'price_category_id', category)
    const of = { event_id: at, price_category_id }
    const price_id = await add('prices', 'price_id', { ...of, title: 'Adult', price_minor: 0, scanning_flag: flag })
    const order = {
      event_id: at,
      currency: 'AUD',
      price_minor: 0,
      total_minor: 0,
      order_status: 'confirmed',
      confirmed_at: house.clock(),
    }
    const order_id = await add('orders', 'order_id', order)
    const line = { ...of, order_id, price_id, quantity: 1, places: 1, price_minor: 0 }
    const order_line_id = await add('order_lines', 'order_line_id', line)
    return { ...of, order_id, order_line_id, price_id }
  }
  type Offer = Awaited<ReturnType<typeof offer>>
  const offers = new Map<number, Promise<Offer>>()
  const offerOf = (flag: number) => {
    const there = offers.get(flag) ?? offer(flag)
    offers.set(flag, there)
    return there
  }

  const ticket = async (flag = 1, columns: Columns = {}, of?: Offer) => {
    const barcode = unique('T')
    const row = { ...(of ?? (await offerOf(flag))), barcode, price_minor: 0, ticket_name: 'Ada Okafor', ...columns }
    return { barcode, ticketId: await add('tickets', 'ticket_id', row) }
  }

  const member = async (columns: Columns = {}, { access = true } = {}) => {
    const membership_type_id = await addMembershipType(house, tenant)
    await sql`
      update membership_types
      set game_day_access = ${access}
      where org_id = ${orgId}
        and membership_type_id = ${membership_type_id}`
    const barcode = unique('M').toUpperCase()
    const row = {
      ...{ user_id: await addUser(house, tenant), member_number: unique('member'), barcode, membership_type_id },
      ...{ first_name: 'Grace', last_name: 'Ng', membership_member_status_id: 1, ...columns },
    }
    return { barcode, memberId: await add('members', 'membership_member_id', row) }
  }

  type Asked = {
    eventId?: number
    gate?: number
    gateId?: number
    key?: string
    direction?: string
    nonce?: string
    more?: Record<string, unknown>
  }
  const scan = (barcode: string, asked: Asked = {}): Promise<Answer> =>
    house.call('POST', '/v1/gate/scans', {
      key: asked.key ?? keys[asked.gate === 1 ? 1 : 0],
      body: {
        event_id: asked.eventId ?? eventId,
        gate_id: asked.gateId ?? gates[asked.gate === 1 ? 1 : 0],
        barcode,
        direction: asked.direction ?? 'entry',
        nonce: asked.nonce ?? unique('nonce'),
        ...asked.more,
      },
    })
  const result = async (barcode: string, asked: Asked = {}): Promise<string> => {
    const { body, text } = await scan(barcode, asked)
    return body.result ?? text
  }
  return {
    ...{ house, tenant, venueId, gates, keys, eventId, startsAt },
    openEvent,
    offer,
    ticket,
    member,
    scan,
    result,
    add,
  }
}
