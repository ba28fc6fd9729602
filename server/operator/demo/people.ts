import { DAY_MS } from '../../platform/values/durations.ts'
import { fate } from './fate.ts'

const FIRST_NAMES = [
  'Amara',
  'Ben',
  'Chloe',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Isla',
  'Jonas',
  'Kiri',
  'Liam',
  'Mia',
  'Noah',
  'Olivia',
  'Priya',
  'Quinn',
  'Rosa',
  'Samir',
  'Tane',
  'Uma',
  'Viktor',
  'Wren',
  'Xin',
  'Yusuf',
  'Zoë',
  'Anaïs',
  'Björn',
  'Søren',
  'Łukasz',
] as const
const LAST_NAMES = [
  'Adeyemi',
  'Brown',
  'Castillo',
  'Dubois',
  'Evans',
  'Fischer',
  'García',
  'Hughes',
  'Ivanova',
  'Jensen',
  'Kowalski',
  'Larsson',
  'Murphy',
  'Nguyen',
  'O’Brien',
  'Patel',
  'Quigley',
  'Rossi',
  'Singh',
  'Tamihana',
  'Usman',
  'Varga',
  'Walker',
  'Xu',
  'Yamada',
  'Zhang',
  'Smith-Jones',
  'van Dijk',
  'Müller',
  'Ólafsdóttir',
] as const

export type Person = {
  firstName: string
  lastName: string
  email: string
  mobile: string
  postcode: string
  marketing: boolean
  notifications: boolean
  joinedAt: Date
  changedAt: Date
}

/** Person number n is the same person on every machine. They joined during the two years before `until`. */
export function person(n: number, until: Date): Person {
  const lot = fate(n)
  const firstName = lot.pick(FIRST_NAMES)
  const lastName = lot.pick(LAST_NAMES)
  const joinedMs = until.getTime() - lot.below(730 * DAY_MS)
  const changedMs = lot.chance(0.4) ? joinedMs + lot.below(Math.max(1, until.getTime() - joinedMs)) : joinedMs
  return {
    firstName,
    lastName,
    email: `${ascii(firstName)}.${ascii(lastName)}.${n}@example.com`,
    mobile: `+614${String(lot.below(100_000_000)).padStart(8, '0')}`,
    postcode: String(2000 + lot.below(999)),
    marketing: lot.chance(0.6),
    notifications: lot.chance(0.3),
    joinedAt: new Date(joinedMs),
    changedAt: new Date(changedMs),
  }
}

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
