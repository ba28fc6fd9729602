import { systemRandom } from '../../server/platform/values/random.ts'
import { drawTypedCode } from '../../server/platform/values/typed-code.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { addEvent } from './events.ts'
import { addMember } from './members.ts'
import { addMembershipType } from './membership-catalogue.ts'
import { addOrder } from './orders.ts'
import { addOffer, offerColumns } from './prices.ts'
import { addRow, type Columns, unique } from './rows.ts'
import { addGate, addVenue } from './venues.ts'

const HOUR_MS = 3_600_000

export type Ground = Awaited<ReturnType<typeof openGround>>

/** A live event whose doors are open, two gates, a scanner at each, and ways to sell tickets and memberships. */
export async function openGround(house: House, tenant: Tenant) {
  const { orgId } = tenant
  const add = (table: string, id: string, columns: Columns) => addRow(house, tenant, table, id, columns)
  const venueId = await addVenue(house, tenant)
  const gates = [await addGate(house, tenant, venueId), await addGate(house, tenant, venueId)] as const
  const keys = [await house.key(orgId, { kind: 'gk' }), await house.key(orgId, { kind: 'gk' })] as const
  const startsAt = new Date(house.clock().getTime() + HOUR_MS)
  const openEvent = (columns: Columns = {}) => {
    const times = { starts_at: startsAt, doors_at: new Date(house.clock().getTime() - HOUR_MS) }
    return addEvent(house, tenant, { venue_id: venueId, event_status_id: 1, ...times, ...columns })
  }
  const eventId = await openEvent()

  /** A price in a category of its own, with the order that its tickets are of. */
  const offer = async (flag = 1, at = eventId) => {
    const price = { price_minor: 0, scanning_flag: flag }
    const newOffer = await addOffer(house, tenant, { eventId: at, capacity: 100_000, price })
    const order = { confirmed_at: house.clock() }
    const { orderId, orderLineId } = await addOrder(house, tenant, newOffer, { unissued: true, price: 0, order })
    return { ...offerColumns(newOffer), order_id: orderId, order_line_id: orderLineId }
  }
  type TicketOffer = Awaited<ReturnType<typeof offer>>
  const offers = new Map<number, Promise<TicketOffer>>()
  const offerWith = (flag: number) => {
    const known = offers.get(flag) ?? offer(flag)
    offers.set(flag, known)
    return known
  }

  const ticket = async (flag = 1, columns: Columns = {}, of?: TicketOffer) => {
    const barcode = unique('TICKET')
    const shortCode = drawTypedCode(systemRandom)
    const named = { barcode, short_code: shortCode, ticket_name: 'Ada Okafor' }
    const row = { ...(of ?? (await offerWith(flag))), ...named, price_minor: 0, ...columns }
    return { barcode, shortCode, ticketId: await add('tickets', 'ticket_id', row) }
  }

  const member = async (columns: Columns = {}, { access = true } = {}) => {
    const membership_type_id = await addMembershipType(house, tenant, { game_day_access: access })
    const barcode = unique('MEMBER')
    const paid = { membership_member_status_id: 1, first_name: 'Grace', last_name: 'Ng' }
    return { barcode, memberId: await addMember(house, tenant, { membership_type_id, barcode, ...paid, ...columns }) }
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

export type OfflineScan = {
  barcode: string
  nonce: string
  ago: number
  result?: string
  direction?: string
  gate?: number
}

/** What a device uploads whose clock is so many seconds ahead; `latency` is how long the upload is on its way. */
export const uploader =
  ({ house, eventId, gates, keys }: Ground) =>
  (scans: OfflineScan[], { key = keys[0], skew = 0, latency = 0 } = {}) => {
    const now = () => house.clock().getTime() / 1000
    return house.call('POST', '/v1/gate/scans/batch', {
      key,
      body: {
        device_time: now() + skew - latency,
        scans: scans.map(({ barcode, nonce, ago, result = 'admitted', direction = 'entry', gate = 0 }) => ({
          ...{ event_id: eventId, gate_id: gates[gate === 1 ? 1 : 0], barcode, nonce, result, direction },
          scanned_at: now() + skew - ago,
        })),
      },
    })
  }
