import type { OperationSpec } from '../harness/operations.ts'
import type { SourceFile } from './source-files.ts'

/** The operations that the console calls, by the name that the SDK gives them: in its pages, in its lists and for their files. */
export function calledIn(files: SourceFile[]): Set<string> {
  const names = files.flatMap(({ text }) => [
    ...[...text.matchAll(/\bapi\s*\.(\w+)\s*\.(\w+)\b/g)].map(([, resource, method]) => `${resource}.${method}`),
    ...[...text.matchAll(/\boperation: '(\w+\.\w+)'/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\bexport: '(\w+)'/g)].map(([, name]) => `exports.${name}`),
  ])
  return new Set(names)
}

/** Whole surfaces that are others' than the console's, by how their paths begin. */
const OTHERS: [path: RegExp, reason: string][] = [
  [/^\/(healthz|readyz)$/, 'asked by what runs the program'],
  [/^\/v1\/(storefront|baskets|sso\/)/, 'a fan’s: the shop calls it'],
  [/^\/v1\/ticket_page/, 'a holder’s: the ticket page calls it'],
  [/^\/v1\/card_page/, 'a member’s: the page of the card calls it'],
  [/^\/v1\/gate\//, 'a scanner’s'],
]

/** One by one, with the reason. What has a page one day comes off this list: the test says so. */
const LEFT_OUT: Record<string, string> = {
  'customers.retrieve': 'the list by its number answers the same to staff',
  'discounts.retrieve': 'the list has them all',
  'events.listManaged': 'the list of all events answers staff with drafts too',
  'events.retrieveQuestion': 'the list of an event has them all',
  'events.retrieveSeats': 'read by the seat map itself, as a file',
  'events.retrieveSeatDrawing': 'read by the seat map itself, as a file',
  'figures.salesSummary': 'the figures of the description; the page has those by time, price and channel',
  'figures.statsByPrice': 'the figures of the description; the page has those by time, price and channel',
  'figures.statsByPriceCategory': 'the figures of the description; the page has those by time, price and channel',
  'figures.watchEventSales': 'a stream for boards and scripts; the page reads when it is opened',
  'gates.listEventScans': 'the log for programs; the page has figures, conflicts and the guest list',
  'gates.retrieveDevice': 'the list has them all',
  'gates.retrieveScanConflict': 'the list has them all',
  'members.createSaleLink': 'for a shop of the club’s own; ours mails members a code that proves who they are',
  'members.retrieve': 'the list by its number answers the same to staff',
  'members.retrieveInstalment': 'the list of a member has them all',
  'members.setTrackingCode': 'noting a card as sent takes the code along',
  'memberships.listCategories': 'for the shop; staff have the list with archived ones',
  'memberships.retrieveManagedCategory': 'the list has them all',
  'memberships.retrieveManagedPaymentOption': 'the list has them all',
  'memberships.retrieveManagedType': 'the list has them all',
  'memberships.listPaymentOptions': 'for the shop; staff have the list with archived ones',
  'orders.listEventOrders': 'the list of all orders is narrowed by event',
  'orders.acceptRefundRequest': 'a refund from the request, or of its last ticket, accepts it by itself',
  'orders.retrieve': 'the managed order says more',
  'orders.retrieveRefundRequest': 'the list has them all',
  'prices.list': 'for the shop; staff have the managed list',
  'prices.listAvailability': 'for the shop; staff have the managed list',
  'prices.retrieveCategory': 'the list of an event has them all',
  'prices.retrieveManaged': 'the list of an event has them all',
  'seatMaps.retrieveSeat': 'the section has them all',
  'sso.retrieveProvider': 'the list has them all',
  'taxRates.retrieve': 'the list has them all',
  'tickets.retrieve': 'the order has them all',
  'tickets.retrieveQr': 'the file of the order has them all',
  'tickets.revokeSecret':
    'a transfer to the same holder gives them a page of its own, and the one before shows nothing any more',
  'venues.retrieveGate': 'the list of a venue has them all',
  'webhooks.listMessages':
    'the deliveries of an endpoint are what staff look for; this is for a receiver that has lost some',
}

/** Wanted and without a page as yet, which is a gap and no decision. Closing one takes it off. */
const NO_PAGE_YET = new Set<string>([])

/** What the console neither calls nor leaves out for a reason, and reasons that hold no longer. */
export function operationFindings(operations: Map<string, OperationSpec>, called: Set<string>): string[] {
  const isOthers = ({ path }: OperationSpec) => OTHERS.some(([pattern]) => pattern.test(path))
  const isListed = (name: string) => name in LEFT_OUT || NO_PAGE_YET.has(name)
  const missing = [...operations]
    .filter(([name, operation]) => !called.has(name) && !isListed(name) && !isOthers(operation))
    .map(([name]) => `${name} has no page, and no reason for that`)
  const stale = [...Object.keys(LEFT_OUT), ...NO_PAGE_YET]
    .filter((name) => called.has(name) || !operations.has(name))
    .map((name) => `${name} is ${called.has(name) ? 'called' : 'gone'}: it is not left out`)
  const unknown = [...called].filter((name) => !operations.has(name)).map((name) => `there is no ${name}`)
  return [...missing, ...stale, ...unknown]
}
