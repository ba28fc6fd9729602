import { DAY_MS } from '../../platform/values/durations.ts'
import { seededRandom } from './seeded-random.ts'

const listed = (...lines: string[]): string[] => lines.flatMap((line) => line.split(', '))

const FIRST_NAMES = listed(
  'Amara, Ben, Chloe, Dmitri, Elena, Farid, Grace, Hiro, Isla, Jonas, Kiri, Liam, Mia, Noah, Olivia',
  'Priya, Quinn, Rosa, Samir, Tane, Uma, Viktor, Wren, Xin, Yusuf, Zoë, Anaïs, Björn, Søren, Łukasz',
)
const LAST_NAMES = listed(
  'Adeyemi, Brown, Castillo, Dubois, Evans, Fischer, García, Hughes, Ivanova, Jensen, Kowalski, Larsson, Murphy, Nguyen, O’Brien',
  'Patel, Quigley, Rossi, Singh, Tamihana, Usman, Varga, Walker, Xu, Yamada, Zhang, Smith-Jones, van Dijk, Müller, Ólafsdóttir',
)

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
  const random = seededRandom(n)
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const joinedMs = until.getTime() - random.below(730 * DAY_MS)
  const changedMs = random.chance(0.4) ? joinedMs + random.below(Math.max(1, until.getTime() - joinedMs)) : joinedMs
  return {
    firstName,
    lastName,
    email: `${ascii(firstName)}.${ascii(lastName)}.${n}@example.com`,
    mobile: `+614${String(random.below(100_000_000)).padStart(8, '0')}`,
    postcode: String(2000 + random.below(999)),
    marketing: random.chance(0.6),
    notifications: random.chance(0.3),
    joinedAt: new Date(joinedMs),
    changedAt: new Date(changedMs),
  }
}

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
