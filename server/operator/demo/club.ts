import type { catalogueStatus, eventStatus } from '../../programme/statuses.ts'

/*
 * What a club of made-up data is described by. To show something new in the demo, describe it in harbour-city.ts; a kind of story that
 * is not here yet gets its type here and a few lines in stories.ts.
 */

export type ClubVenue = { name: string; suburb: string; country: string; timezone: string; currency: string }

export type Match = {
  title: string
  /** Days from today. */
  day: number
  /** By the clock of the place where it is. */
  kickOff: string
  /** Index of the venue; null: online. */
  venue: number | null
  /** Unless it says so, a match is live. */
  status?: keyof typeof eventStatus
  /** So few places of the grandstand are offered. */
  grandstand?: number
  /** The grandstand is sold by numbered seats. */
  isSeated?: true
}

export type ClubPool = { title: string; section: string; capacity: number; gates?: number }
export type ClubPrice = {
  title: string
  pool: number
  dollars: number
  included?: number
  scanning: 1 | 2 | 3
  limit?: number
  membersOnly?: true
}

type CatalogueState = keyof typeof catalogueStatus
export type Memberships = {
  stand: string
  /** From today until what is bought now ends. */
  seasonDays: number
  categories: readonly { title: string; isSeated: boolean; isGameDay: boolean; color: string }[]
  types: readonly { category: number; title: string; dollars: number; status: CatalogueState; ageUntil?: number }[]
  options: readonly {
    title: string
    instalments: number
    months: number
    renews: boolean
    status: CatalogueState
  }[]
}

/** How often each of several things happens, in parts of a hundred. */
export type Shares<T> = readonly (readonly [T, number])[]

export type OrderOutcome = 'confirmed' | 'partly refunded' | 'refunded' | 'cancelled' | 'pending' | 'expired'
export type MemberOutcome = 'paid' | 'instalments' | 'unpaid' | 'cancelled'

/** Tickets of one buyer for a match of the season, by its place in the list. */
export type OrderStory = {
  buyer: number
  match: number
  price: string
  quantity: number
  outcome: OrderOutcome
  daysAgo: number
}

/** What became of what a buyer owes, in the order of the days; parts are of the total, in parts of a hundred. */
export type DebtStep =
  | { step: 'paid'; by: 'cash' | 'transfer' | 'cheque'; percent: number; daysAgo: number; reference?: string }
  /** From credit that they are given at the same time. */
  | { step: 'paid by credit'; percent: number; daysAgo: number; grantedDollars: number; reason: string }
  /** The last payment. */
  | { step: 'taken back'; as: 'returned' | 'mistake'; daysAgo: number; reason: string }
  | { step: 'waived'; percent: number; daysAgo: number; reason: string }
  | { step: 'reminded'; daysAgo: number }

/** For whom an invoice is, where it is not the buyer alone. */
export type InvoicedCompany = { name: string; address: string; postcode: string; city: string; reference: string }

export type Story = { about: string } & (
  | ({ kind: 'order' } & OrderStory)
  /** The same ticket was admitted at two gates, one of them without a connection. */
  | { kind: 'gate conflict'; order: OrderStory; minutesApart: number }
  /** A drawer of the owner's, with what was sold from it for cash. */
  | {
      kind: 'drawer'
      name: string
      floatDollars: number
      isOpen: boolean
      sales: readonly OrderStory[]
      /** Counted less expected, where it is closed. */
      differenceDollars?: number
      note?: string
    }
  /** Paid later, if at all. */
  | { kind: 'invoice'; order: OrderStory; steps: readonly DebtStep[]; company?: InvoicedCompany }
  /** A card whose payment the bank has taken back. */
  | { kind: 'dispute'; order: OrderStory; daysAgo: number }
  /** Paid at the counter and given back: still to be handed over, or transferred under a reference. */
  | { kind: 'refund by hand'; order: OrderStory; daysAgo: number; reason: string; transferred?: string }
  /** A buyer asks for the money of all tickets, and staff have not answered yet. */
  | { kind: 'refund request'; order: OrderStory; daysAgo: number; reason: string }
)

/** A membership that is charged by itself, from what its fan has left with the test provider. */
export type PlanStory = {
  about: string
  buyer: number
  type: string
  option: string
  by: 'card' | 'debit'
  /** What becomes of later charges: the test provider's name for it. */
  method: string
  /** The others follow it each month of 30 days, or as many as the option says. */
  joinedDaysAgo: number
  later?:
    | { step: 'declined'; daysAgo: number; code: string }
    /** The second was debited, and its bank has taken it back. */
    | { step: 'returned'; debitedDaysAgo: number; daysAgo: number }
    | { step: 'paused'; daysAgo: number }
    /** It is over soon, and its fan was told that it goes on. */
    | { step: 'renews'; endsInDays: number; toldDaysAgo: number }
}

export type Club = {
  organisation: { name: string; company: string; country: string; timezone: string; currency: string }
  /** Included in prices; of what is sold in the club's own currency. */
  tax: { title: string; percent: number; validFrom: string }
  /** Who issues invoices and receipts, and since how many days. */
  issuer: { address: string; postcode: string; city: string; sinceDays: number }
  look: { businessNumber: string; paymentAccount: string; crest: string; accent: string; background: string }
  owner: { email: string; name: string }
  venues: readonly ClubVenue[]
  gates: readonly string[]
  /** Where an event without a venue is produced. */
  studio: { timezone: string; currency: string }
  memberships: Memberships
  season: readonly Match[]
  pools: readonly ClubPool[]
  prices: readonly ClubPrice[]
  /** The match at the ground whose every seat is drawn (ground.ts). */
  derby: {
    title: string
    path: string
    description: string
    day: number
    kickOff: string
    categories: readonly { title: string; dollars: number }[]
    prices: readonly { title: string; share: number }[]
  }
  discount: { code: string; basisPoints: number }
  orders: Shares<OrderOutcome>
  members: Shares<MemberOutcome>
  stories: readonly Story[]
  /** What follows when an instalment is not paid. */
  ladder: { hour: number; retryDays: readonly number[]; softDays: number; hardDays: number; seatFreeDays: number }
  plans: readonly PlanStory[]
  /** So many of each at the first start. */
  size: { customers: number; venues: number; events: number; members: number; orders: number; scans: number }
}
