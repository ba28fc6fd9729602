import { currencyExponent } from '../../platform/values/money.ts'

export type DemoPlace = {
  name: string
  suburb: string
  country: string
  timezone: string
  currency: string
}

/** A currency without cents, and zones that are half an hour off, where mistakes show. */
export const PLACES: readonly DemoPlace[] = [
  { name: 'Harbour Park', suburb: 'Sydney', country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD' },
  { name: 'Minato Dome', suburb: 'Yokohama', country: 'JP', timezone: 'Asia/Tokyo', currency: 'JPY' },
  { name: 'Torrens Oval', suburb: 'Adelaide', country: 'AU', timezone: 'Australia/Adelaide', currency: 'AUD' },
  { name: 'Riverside Ground', suburb: 'London', country: 'GB', timezone: 'Europe/London', currency: 'GBP' },
  { name: 'Maidan Arena', suburb: 'Kolkata', country: 'IN', timezone: 'Asia/Kolkata', currency: 'INR' },
  { name: 'Lakefront Field', suburb: 'Chicago', country: 'US', timezone: 'America/Chicago', currency: 'USD' },
]

/** Where an event without a venue is produced. */
export const STUDIO = { timezone: 'Australia/Adelaide', currency: 'AUD' } as const

const UNITS_TO_A_DOLLAR: Record<string, number> = { JPY: 100, INR: 50 }

/** What 12.50 dollars might be elsewhere, in minor units. */
export const amountIn = (currency: string, dollars: number): number =>
  Math.round(dollars * (UNITS_TO_A_DOLLAR[currency] ?? 1) * 10 ** currencyExponent(currency))
