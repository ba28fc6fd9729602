import { type ConsoleLanguage, language } from '../language/language.ts'
import type { Words as Account } from './en/account.ts'
import type { Words as Accounting } from './en/accounting.ts'
import type { Words as Audit } from './en/audit.ts'
import type { Words as BoxOffice } from './en/box-office.ts'
import type { Words as Catalogue } from './en/catalogue.ts'
import type { Words as Customers } from './en/customers.ts'
import type { Words as Debts } from './en/debts.ts'
import type { Words as Documents } from './en/documents.ts'
import type { Words as Events } from './en/events.ts'
import type { Words as Gates } from './en/gates.ts'
import type { Words as Imports } from './en/imports.ts'
import type { Words as Joining } from './en/joining.ts'
import type { Words as Members } from './en/members.ts'
import type { Words as Money } from './en/money.ts'
import type { Words as Offers } from './en/offers.ts'
import type { Words as Orders } from './en/orders.ts'
import type { Words as Pictures } from './en/pictures.ts'
import type { Words as Problems } from './en/problems.ts'
import type { Words as Programs } from './en/programs.ts'
import type { Words as Runs } from './en/runs.ts'
import type { Words as Seasons } from './en/seasons.ts'
import type { Words as Services } from './en/services.ts'
import type { Words as Settings } from './en/settings.ts'
import type { Words as Setup } from './en/setup.ts'
import type { Words as States } from './en/states.ts'
import type { Words as Tax } from './en/tax.ts'
import type { Words as Today } from './en/today.ts'
import type { Words as Venues } from './en/venues.ts'
import type { Words as Week } from './en/week.ts'

type Spoken = {
  account: Account
  accounting: Accounting
  audit: Audit
  boxOffice: BoxOffice
  catalogue: Catalogue
  customers: Customers
  debts: Debts
  documents: Documents
  events: Events
  gates: Gates
  imports: Imports
  joining: Joining
  members: Members
  money: Money
  offers: Offers
  orders: Orders
  pictures: Pictures
  problems: Problems
  programs: Programs
  runs: Runs
  seasons: Seasons
  services: Services
  settings: Settings
  setup: Setup
  states: States
  tax: Tax
  today: Today
  venues: Venues
  week: Week
}

/** The words of each area in the reader's language, once they are loaded: before any page that uses them is. */
export const spoken = {} as Spoken

export type Area = keyof Spoken
type Files = { [Each in Area]: Record<ConsoleLanguage, () => Promise<{ [Name in Each]: Spoken[Each] }>> }

/** In one file, because each area in one of its own would double the first script's share of them. */
const files: Files = {
  account: {
    en: () => import('./en/account.ts'),
    de: () => import('./de/account.ts'),
    es: () => import('./es/account.ts'),
  },
  accounting: {
    en: () => import('./en/accounting.ts'),
    de: () => import('./de/accounting.ts'),
    es: () => import('./es/accounting.ts'),
  },
  audit: {
    en: () => import('./en/audit.ts'),
    de: () => import('./de/audit.ts'),
    es: () => import('./es/audit.ts'),
  },
  boxOffice: {
    en: () => import('./en/box-office.ts'),
    de: () => import('./de/box-office.ts'),
    es: () => import('./es/box-office.ts'),
  },
  catalogue: {
    en: () => import('./en/catalogue.ts'),
    de: () => import('./de/catalogue.ts'),
    es: () => import('./es/catalogue.ts'),
  },
  customers: {
    en: () => import('./en/customers.ts'),
    de: () => import('./de/customers.ts'),
    es: () => import('./es/customers.ts'),
  },
  debts: {
    en: () => import('./en/debts.ts'),
    de: () => import('./de/debts.ts'),
    es: () => import('./es/debts.ts'),
  },
  documents: {
    en: () => import('./en/documents.ts'),
    de: () => import('./de/documents.ts'),
    es: () => import('./es/documents.ts'),
  },
  events: {
    en: () => import('./en/events.ts'),
    de: () => import('./de/events.ts'),
    es: () => import('./es/events.ts'),
  },
  gates: {
    en: () => import('./en/gates.ts'),
    de: () => import('./de/gates.ts'),
    es: () => import('./es/gates.ts'),
  },
  imports: {
    en: () => import('./en/imports.ts'),
    de: () => import('./de/imports.ts'),
    es: () => import('./es/imports.ts'),
  },
  joining: {
    en: () => import('./en/joining.ts'),
    de: () => import('./de/joining.ts'),
    es: () => import('./es/joining.ts'),
  },
  members: {
    en: () => import('./en/members.ts'),
    de: () => import('./de/members.ts'),
    es: () => import('./es/members.ts'),
  },
  money: {
    en: () => import('./en/money.ts'),
    de: () => import('./de/money.ts'),
    es: () => import('./es/money.ts'),
  },
  offers: {
    en: () => import('./en/offers.ts'),
    de: () => import('./de/offers.ts'),
    es: () => import('./es/offers.ts'),
  },
  orders: {
    en: () => import('./en/orders.ts'),
    de: () => import('./de/orders.ts'),
    es: () => import('./es/orders.ts'),
  },
  pictures: {
    en: () => import('./en/pictures.ts'),
    de: () => import('./de/pictures.ts'),
    es: () => import('./es/pictures.ts'),
  },
  problems: {
    en: () => import('./en/problems.ts'),
    de: () => import('./de/problems.ts'),
    es: () => import('./es/problems.ts'),
  },
  programs: {
    en: () => import('./en/programs.ts'),
    de: () => import('./de/programs.ts'),
    es: () => import('./es/programs.ts'),
  },
  runs: {
    en: () => import('./en/runs.ts'),
    de: () => import('./de/runs.ts'),
    es: () => import('./es/runs.ts'),
  },
  seasons: {
    en: () => import('./en/seasons.ts'),
    de: () => import('./de/seasons.ts'),
    es: () => import('./es/seasons.ts'),
  },
  services: {
    en: () => import('./en/services.ts'),
    de: () => import('./de/services.ts'),
    es: () => import('./es/services.ts'),
  },
  settings: {
    en: () => import('./en/settings.ts'),
    de: () => import('./de/settings.ts'),
    es: () => import('./es/settings.ts'),
  },
  setup: {
    en: () => import('./en/setup.ts'),
    de: () => import('./de/setup.ts'),
    es: () => import('./es/setup.ts'),
  },
  states: {
    en: () => import('./en/states.ts'),
    de: () => import('./de/states.ts'),
    es: () => import('./es/states.ts'),
  },
  tax: {
    en: () => import('./en/tax.ts'),
    de: () => import('./de/tax.ts'),
    es: () => import('./es/tax.ts'),
  },
  today: {
    en: () => import('./en/today.ts'),
    de: () => import('./de/today.ts'),
    es: () => import('./es/today.ts'),
  },
  venues: {
    en: () => import('./en/venues.ts'),
    de: () => import('./de/venues.ts'),
    es: () => import('./es/venues.ts'),
  },
  week: {
    en: () => import('./en/week.ts'),
    de: () => import('./de/week.ts'),
    es: () => import('./es/week.ts'),
  },
}

async function load<Each extends Area>(area: Each): Promise<void> {
  spoken[area] = (await files[area][language]())[area]
}

/** Once they are there, what uses them may be loaded. */
export async function loadWords(...areas: Area[]): Promise<void> {
  await Promise.all(areas.map((area) => load(area)))
}
