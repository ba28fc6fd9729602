type Query = Record<string, string | number | undefined>
type Id = string | number

export const BASE = '/console/'

/** Every address of the console. What a page shows is in its address: filters, tab and page. */
export const routes = {
  today: BASE,
  signIn: `${BASE}sign-in`,
  forgotten: `${BASE}forgotten`,
  password: `${BASE}password`,
  invitation: `${BASE}invitation`,
  /** Where a club's own provider leads back to. */
  clubSignOn: `${BASE}sign-on`,
  account: `${BASE}account`,
  events: (query: Query = {}) => withQuery(`${BASE}events`, query),
  newEvent: (query: { copy?: Id; price_list?: Id } = {}) => withQuery(`${BASE}events/new`, query),
  discounts: `${BASE}events/discounts`,
  priceLists: (query: Query = {}) => withQuery(`${BASE}events/price-lists`, query),
  priceList: (priceListId: Id) => `${BASE}events/price-lists/${priceListId}`,
  translations: `${BASE}events/translations`,
  seasons: (query: Query = {}) => withQuery(`${BASE}events/seasons`, query),
  newSeason: `${BASE}events/seasons/new`,
  season: (seasonId: Id) => `${BASE}events/seasons/${seasonId}`,
  copies: (eventId: Id) => `${BASE}events/${eventId}/copies`,
  event: (eventId: Id, query: { tab?: string; compare?: Id } = {}) => withQuery(`${BASE}events/${eventId}`, query),
  venues: (query: Query = {}) => withQuery(`${BASE}venues`, query),
  newVenue: `${BASE}venues/new`,
  venue: (venueId: Id) => `${BASE}venues/${venueId}`,
  newSeatMap: (query: { venue_id?: Id } = {}) => withQuery(`${BASE}venues/seats/new`, query),
  seatMap: (seatMapId: Id) => `${BASE}venues/seats/${seatMapId}`,
  orders: (query: Query = {}) => withQuery(`${BASE}orders`, query),
  refundRequests: (query: Query = {}) => withQuery(`${BASE}orders/refund-requests`, query),
  runs: (query: Query = {}) => withQuery(`${BASE}orders/bulk`, query),
  run: (runId: Id) => `${BASE}orders/bulk/${runId}`,
  order: (orderId: Id) => `${BASE}orders/${orderId}`,
  instalments: (query: Query = {}) => withQuery(`${BASE}open-items/instalments`, query),
  documents: (query: Query = {}) => withQuery(`${BASE}open-items/documents`, query),
  debts: (query: Query = {}) => withQuery(`${BASE}open-items`, query),
  bank: (query: Query = {}) => withQuery(`${BASE}open-items/bank`, query),
  bankImport: `${BASE}open-items/bank/import`,
  bankStatements: (query: Query = {}) => withQuery(`${BASE}open-items/bank/statements`, query),
  bankLine: (bankLineId: Id) => `${BASE}open-items/bank/lines/${bankLineId}`,
  awaitedTransfers: (query: Query = {}) => withQuery(`${BASE}open-items/transfers`, query),
  debt: (debtId: Id) => `${BASE}open-items/${debtId}`,
  money: (query: Query = {}) => withQuery(`${BASE}money`, query),
  operatorInvoices: `${BASE}money/fees`,
  payouts: (query: Query = {}) => withQuery(`${BASE}money/payouts`, query),
  payout: (payoutId: Id) => `${BASE}money/payouts/${payoutId}`,
  missingPayments: `${BASE}money/missing`,
  customers: (query: Query = {}) => withQuery(`${BASE}customers`, query),
  importCustomers: `${BASE}customers/import`,
  newCustomer: `${BASE}customers/new`,
  customer: (userId: Id) => `${BASE}customers/${userId}`,
  members: (query: Query = {}) => withQuery(`${BASE}members`, query),
  memberships: `${BASE}members/types`,
  newMember: `${BASE}members/new`,
  member: (memberId: Id) => `${BASE}members/${memberId}`,
  importMembers: `${BASE}members/import`,
  labels: (query: Query = {}) => withQuery(`${BASE}members/labels`, query),
  boxOffice: (query: { event_id?: Id; tab?: 'memberships'; member_id?: Id; upgrade?: 'yes' } = {}) =>
    withQuery(`${BASE}box-office`, query),
  tills: (query: Query = {}) => withQuery(`${BASE}box-office/drawers`, query),
  till: (tillId: Id) => `${BASE}box-office/drawers/${tillId}`,
  tillCloses: (query: Query = {}) => withQuery(`${BASE}box-office/closes`, query),
  tillClose: (closeId: Id) => `${BASE}box-office/closes/${closeId}`,
  gates: (query: { event_id?: Id; tab?: 'conflicts' | 'devices' } = {}) => withQuery(`${BASE}gates`, query),
  people: (query: { event_id?: Id } = {}) => withQuery(`${BASE}gates/people`, query),
  guests: (query: { event_id?: Id } = {}) => withQuery(`${BASE}gates/guests`, query),
  settings: `${BASE}settings`,
  shop: `${BASE}settings/shop`,
  legal: `${BASE}settings/legal`,
  mails: `${BASE}settings/mails`,
  mail: (kind: string) => `${BASE}settings/mails/${kind}`,
  team: `${BASE}settings/team`,
  keys: `${BASE}settings/keys`,
  webhooks: `${BASE}settings/webhooks`,
  webhook: (endpointId: Id, query: Query = {}) => withQuery(`${BASE}settings/webhooks/${endpointId}`, query),
  payments: `${BASE}settings/payments`,
  tax: `${BASE}settings/tax`,
  documentSettings: `${BASE}settings/documents`,
  accounting: `${BASE}settings/accounting`,
  wallets: `${BASE}settings/wallets`,
  signOn: `${BASE}settings/sign-on`,
  auditLog: (query: Query = {}) => withQuery(`${BASE}settings/audit-log`, query),
}

/** What is empty is left out, so that an address says no more than it means. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

/** The path without its query. */
export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''
