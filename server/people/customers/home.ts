import type { CustomerRow } from './customer.ts'

const names = ['address', 'address2', 'suburb', 'state', 'postcode', 'country_id'] as const

/** Where a customer lives, as far as it is known. */
export type Home = Pick<CustomerRow, (typeof names)[number]>

/**
 * What another address adds to what is known: nothing where the two contradict each other, since half of one and half of the other
 * would be nowhere.
 */
export function homeAdded(known: Home, other: Home): Partial<Home> {
  const contradicts = names.some((name) => known[name] !== null && other[name] !== null && known[name] !== other[name])
  if (contradicts) return {}
  return Object.fromEntries(
    names.flatMap((name) => (known[name] === null && other[name] !== null ? [[name, other[name]]] : [])),
  )
}
