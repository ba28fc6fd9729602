/** What the page was served with. */
type ShopConfig = {
  /** The publishable key. */
  key: string
  /** Where the API is, if not where the page is. */
  url?: string
  /** What the address of an order's ticket page begins with, its secret following; there is none without it. */
  tickets?: string
  /** That the answers which came with the page are in. */
  language?: string
  /** What the addresses of the shop begin with. */
  base?: string
}

const dataOf = <T>(id: string): T | undefined => {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as T) : undefined
}

export const config: ShopConfig = dataOf<ShopConfig>('config') ?? { key: '' }

/** Answers of the API that came with the page, by their path. */
export const firstAnswers: Record<string, unknown> = dataOf<Record<string, unknown>>('first') ?? {}

const base = config.base ?? '/shop/'

/** Addresses that the shop draws itself. At the top of a host of its own, tickets and the API have theirs beside it. */
export const pages: string | RegExp = base === '/' ? /^\/(?!(?:t|v1)\/)/ : base

/** Every address of the shop. */
export const routes = {
  base,
  whatsOn: base,
  event: (eventId: string | number) => `${base}events/${eventId}`,
  /** Of an event with a map: its prices and how many of each, without the map. */
  prices: (eventId: string | number) => `${base}events/${eventId}/prices`,
  seats: (eventId: string | number) => `${base}events/${eventId}/seats`,
  memberships: `${base}memberships`,
  basket: `${base}basket`,
  owed: `${base}orders/owed`,
  signedIn: `${base}signed-in`,
  orders: `${base}orders`,
  find: `${base}find-tickets`,
  legal: (kind: string) => `${base}legal/${kind}`,
  order: (orderId: string | number) => `${base}orders/${orderId}`,
}
