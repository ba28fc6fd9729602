import type { Page } from 'playwright-core'

/**
 * A page of the console as a picture shows it: where it is, what is pressed once it is there (each key where what is named with it is to
 * be seen), what is clicked, and what has to be there in the end.
 */
export type PicturePage = { path: string; keys?: [key: string, once: string][]; clicks?: string[]; until?: string }

/** By name, with the first of each kind of object; a page of something that there is none of is left out. */
export async function pagesOf(page: Page, origin: string): Promise<Record<string, PicturePage>> {
  const firstOf = async (path: string, id: string): Promise<string | undefined> => {
    const answer = await page.request.get(`${origin}${path}`)
    return (await answer.json()).data?.[0]?.[id]
  }
  /** As an owner would at the desk, where the demo has none. */
  const create = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await page.request.post(`${origin}${path}`, { data, headers: { origin } })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const ofOne = (name: string, path: (id: string) => string, id: string | undefined): Record<string, PicturePage> =>
    id === undefined ? {} : { [name]: { path: path(id) } }

  const events = await page.request.get(`${origin}/v1/events?upcoming=true&event_status_id=1&limit=10`)
  // One that has not begun: at others nothing is sold.
  const isToCome = ({ event_start_unix }: { event_start_unix: number }) => event_start_unix > Date.now() / 1000
  const event = (await events.json()).data.find(isToCome)?.event_id
  const season = await firstOf('/v1/manage/seasons?limit=1', 'season_id')
  const member = await firstOf('/v1/members?limit=1', 'membership_member_id')
  const refund = await firstOf('/v1/manage/refund_requests?refund_request_status=open&limit=1', 'order_id')
  const priceList =
    (await firstOf('/v1/manage/price_lists?limit=1', 'price_list_id')) ??
    (await create('/v1/manage/price_lists', { title: 'League matches', event_id: Number(event) })).price_list_id
  const run =
    (await firstOf('/v1/manage/runs?limit=1', 'run_id')) ??
    (
      await create('/v1/manage/runs', {
        object_type: 'orders',
        action: 'tag',
        filters: { order_status: 'confirmed', event_id: Number(event) },
        tag: 'Season opener',
      })
    ).run_id
  return {
    today: { path: '' },
    events: { path: 'events' },
    'new-event': { path: 'events/new' },
    event: { path: `events/${event}` },
    'event-copies': { path: `events/${event}/copies` },
    discounts: { path: 'events/discounts' },
    'price-lists': { path: 'events/price-lists' },
    ...ofOne('price-list', (id) => `events/price-lists/${id}`, priceList),
    translations: { path: 'events/translations' },
    seasons: { path: 'events/seasons' },
    ...ofOne('season', (id) => `events/seasons/${id}`, season),
    'new-season': { path: 'events/seasons/new' },
    venues: { path: 'venues' },
    ...ofOne('venue', (id) => `venues/${id}`, await firstOf('/v1/manage/venues?limit=1', 'venue_id')),
    'new-venue': { path: 'venues/new' },
    ...ofOne('seat-map', (id) => `venues/seats/${id}`, await firstOf('/v1/manage/seat_maps?limit=1', 'seat_map_id')),
    'new-seat-map': { path: 'venues/seats/new' },
    orders: { path: 'orders' },
    ...ofOne(
      'order',
      (id) => `orders/${id}`,
      await firstOf('/v1/manage/orders?order_status=confirmed&limit=1', 'order_id'),
    ),
    'refund-requests': { path: 'orders/refund-requests' },
    ...ofOne('refund-request', (id) => `orders/${id}`, refund),
    runs: { path: 'orders/bulk' },
    ...ofOne('run', (id) => `orders/bulk/${id}`, run),
    'box-office': { path: `box-office?event_id=${event}` },
    drawers: { path: 'box-office/drawers' },
    ...ofOne('drawer', (id) => `box-office/drawers/${id}`, await firstOf('/v1/manage/tills?limit=1', 'till_id')),
    closes: { path: 'box-office/closes' },
    ...ofOne(
      'close',
      (id) => `box-office/closes/${id}`,
      await firstOf('/v1/manage/till_closes?limit=1', 'till_close_id'),
    ),
    'open-items': { path: 'open-items' },
    instalments: { path: 'open-items/instalments?stage=needs_fan' },
    ...ofOne(
      'open-item',
      (id) => `open-items/${id}`,
      await firstOf('/v1/manage/debts?kind=invoice&open=true&limit=1', 'debt_id'),
    ),
    transfers: { path: 'open-items/transfers' },
    bank: { path: 'open-items/bank' },
    'bank-import': { path: 'open-items/bank/import' },
    statements: { path: 'open-items/bank/statements' },
    documents: { path: 'open-items/documents' },
    money: { path: 'money' },
    'money-tax': { path: 'money?tab=tax' },
    reconciliation: { path: 'money?tab=reconciliation' },
    payouts: { path: 'money/payouts' },
    ...ofOne('payout', (id) => `money/payouts/${id}`, await firstOf('/v1/manage/payouts?limit=1', 'payout_id')),
    'missing-payments': { path: 'money/missing' },
    fees: { path: 'money/fees' },
    customers: { path: 'customers' },
    ...ofOne('customer', (id) => `customers/${id}`, await firstOf('/v1/members?limit=1', 'user_id')),
    'new-customer': { path: 'customers/new' },
    'import-customers': { path: 'customers/import' },
    members: { path: 'members' },
    ...ofOne('member', (id) => `members/${id}`, member),
    'member-cancel': {
      path: `members/${member}`,
      clicks: ['main button:text-matches("^(Cancel|Kündigen|Dar de baja) …$")'],
      until: 'dialog[open] button',
    },
    memberships: { path: 'members/types' },
    'membership-type': {
      path: 'members/types',
      clicks: ['main section:nth-of-type(2) table button'],
      until: 'dialog[open] input',
    },
    'new-member': { path: 'members/new' },
    'import-members': { path: 'members/import' },
    labels: { path: 'members/labels' },
    gates: { path: `gates?event_id=${event}` },
    conflicts: { path: `gates?event_id=${event}&tab=conflicts` },
    devices: { path: `gates?event_id=${event}&tab=devices` },
    guests: { path: `gates/guests?event_id=${event}` },
    settings: { path: 'settings' },
    shop: { path: 'settings/shop' },
    legal: { path: 'settings/legal' },
    tax: { path: 'settings/tax' },
    invoices: { path: 'settings/documents' },
    accounting: { path: 'settings/accounting' },
    mails: { path: 'settings/mails' },
    mail: { path: 'settings/mails/order_confirmed' },
    team: { path: 'settings/team' },
    keys: { path: 'settings/keys' },
    webhooks: { path: 'settings/webhooks' },
    ...ofOne(
      'webhook',
      (id) => `settings/webhooks/${id}`,
      await firstOf('/v1/webhook_endpoints?limit=1', 'webhook_endpoint_id'),
    ),
    payments: { path: 'settings/payments' },
    wallets: { path: 'settings/wallets' },
    'sign-on': { path: 'settings/sign-on' },
    'audit-log': { path: 'settings/audit-log' },
    account: { path: 'account' },
    reader: {
      path: `box-office?event_id=${event}`,
      keys: [
        ['1', 'main li button'],
        ['r', 'text=/^1 (ticket|Karte|entrada)/'],
        ['Enter', 'select[name=reader_id]'],
      ],
      until: 'text=/Try again|Noch einmal|Reintentar/',
    },
    search: {
      path: '',
      keys: [
        ['Control+k', 'main h1'],
        ['a', 'dialog[open] input'],
        ['n', 'dialog[open] input'],
      ],
      until: 'dialog[open] [role="option"]',
    },
  }
}
