import { TaxSumRow } from '../../server/files/exports/retrieve-tax-report.manage.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { addCustomer } from '../builders/customers.ts'
import { openGround } from '../builders/grounds.ts'
import { addInstalments } from '../builders/instalments.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import { nameAccounts } from './accounting.ts'
import type { Example, OperationExample } from './example.ts'
import { manageOrderExamples } from './manage-orders.ts'
import { memberExamples } from './members.ts'

/** A file of what happened at an event, of which there is one that was scanned. */
const ofEvent: OperationExample = {
  rows: 'any',
  make: async (house, tenant) => {
    const ground = await openGround(house, tenant)
    await ground.scan((await ground.ticket()).barcode)
    return { filters: { event_id: ground.eventId }, ids: { 'filters.event_id': NOTHING } }
  },
}

const PAGING = ['limit', 'page_number', 'cursor']
const withoutPages = <T>(given: Record<string, T> = {}) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !PAGING.includes(name)))

/** A file that takes the filters of a list, or ids. */
async function narrowedAs(list: OperationExample | undefined, house: House, tenant: Tenant): Promise<Example> {
  const { filters, together, ...example } = (await list?.make?.(house, tenant)) ?? {}
  return { ...example, filters: { ...withoutPages(filters), ids: '17' }, together: withoutPages(together) }
}

const thisDay = (house: House) => {
  const now = unixSeconds(house.clock())
  return { unix_start: now - 3600, unix_end: now }
}

/** Rows go into the file as they are. */
export const exportExamples: Record<string, OperationExample> = {
  exportCustomersCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      const { userId } = await addCustomer(house, tenant)
      const filters = {
        ...{ search: 'a', updated_since: 1_000_000_000, user_id: userId, tag: 'press' },
        ...{ sort_direction: 'asc', sort_field: 'last_name' },
      }
      return { filters: { ...filters, ids: '17' }, together: filters, ids: { 'filters.user_id': NOTHING } }
    },
  },
  exportMembersCsv: { rows: 'any', make: (house, tenant) => narrowedAs(memberExamples.listMembers, house, tenant) },
  exportOrdersCsv: {
    rows: 'any',
    make: (house, tenant) => narrowedAs(manageOrderExamples.listManagedOrders, house, tenant),
  },
  exportAuditLogCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await house.call('POST', '/v1/manage/venues', { key: tenant.key, body: { name: 'Park' } })
      return {
        filters: {
          object_type: 'venue',
          object_id: { object_type: 'venue', object_id: '1' },
          actor_kind: 'api_key',
          actor_id: { actor_kind: 'api_key', actor_id: '1' },
          unix_start: 1_600_000_000,
          unix_end: 4_000_000_000,
        },
        notIds: ['filters.object_id.object_id', 'filters.actor_id.actor_id'],
      }
    },
  },
  exportEventsCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await addOffer(house, tenant)
      const { body } = await house.call('POST', '/v1/manage/venues', { key: tenant.key, body: { name: 'Park' } })
      return {
        filters: {
          search: 'a',
          event_status_id: '1',
          venue_id: Number(body.venue_id),
          upcoming: true,
          sort_direction: 'asc',
        },
        ids: { 'filters.venue_id': NOTHING },
        notIds: ['filters.event_status_id'],
      }
    },
  },
  exportMailSuppressionsCsv: { rows: 'any', make: async () => ({}) },
  exportRefundRequestsCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant)
      return {
        filters: { refund_request_status: 'open', order_id: orderId },
        ids: { 'filters.order_id': NOTHING },
      }
    },
  },
  exportTillsCsv: { rows: 'any', make: async () => ({ filters: { status: 'open' } }) },
  exportVenuesCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await house.call('POST', '/v1/manage/venues', { key: tenant.key, body: { name: 'Park' } })
      return {}
    },
  },
  importPeople: {
    rows: 'any',
    besides: ['customers:read', 'cards:read'],
    make: async (house, tenant) => {
      const { customerId } = await addCustomer(house, tenant)
      const file = `org_customer_id,first_name,last_name,member_number\n${customerId},Ada,Okafor,${unique('M')}\n`
      const columns = [{ from: 'Number', to: 'org_customer_id' }]
      return {
        body: { object: 'members', file },
        otherBody: { object: 'customers', file: `Number\n${unique('fan')}\n`, columns, dry_run: true },
      }
    },
  },
  exportTranslationsCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      const { eventId } = await addOffer(house, tenant)
      return { filters: { event_id: eventId }, ids: { 'filters.event_id': NOTHING } }
    },
  },
  importTranslations: {
    rows: 'any',
    make: async (house, tenant) => {
      const { eventId } = await addOffer(house, tenant)
      const file = (text: string) => `object,id,field,de\nevent,${eventId},title,${text}\n`
      return { body: { file: file('Pokalspiel') }, otherBody: { file: file('Endspiel') } }
    },
  },
  exportTicketsCsv: ofEvent,
  exportScansCsv: ofEvent,
  exportDebtsCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      const { orderId } = await addInstalments(house, tenant, 2)
      const { eventId } = await addOffer(house, tenant)
      const { userId } = await addCustomer(house, tenant)
      const filters = {
        ...{ owed_by: 'fan', kind: 'instalment', status: 'due', open: true, overdue: false, overdue_days: 30 },
        ...{ order_id: orderId, event_id: eventId, user_id: userId, search: 'okafor' },
        ...{ unix_start: 1_600_000_000, unix_end: 4_000_000_000, stage: 'due_soon' },
      }
      const none = { 'filters.order_id': NOTHING, 'filters.event_id': NOTHING, 'filters.user_id': NOTHING }
      return { filters, ids: none }
    },
  },
  exportLedgerCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      const { offer } = await sellOrder(house, tenant)
      const now = unixSeconds(house.clock())
      return {
        query: { unix_start: now - 86_400, unix_end: now + 86_400 },
        filters: { event_id: offer.eventId },
        ids: { 'filters.event_id': NOTHING },
      }
    },
  },
  exportDatevCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await sellOrder(house, tenant)
      await nameAccounts(house, tenant)
      return { query: thisDay(house), filters: { currency: 'EUR' } }
    },
  },
  exportBooksZip: {
    besides: ['customers:read'],
    rows: 'any',
    make: async (house, tenant) => {
      await sellOrder(house, tenant)
      return { query: thisDay(house) }
    },
  },
  retrieveTaxReport: {
    rows: [TaxSumRow],
    make: async (house, tenant) => {
      const { offer } = await sellOrder(house, tenant)
      const now = unixSeconds(house.clock())
      return {
        query: { unix_start: now - 86_400, unix_end: now + 86_400 },
        filters: { event_id: offer.eventId },
        ids: { 'filters.event_id': NOTHING },
      }
    },
  },
}
