import { clubTime } from '../format.ts'
import { momentOf } from '../zone-time.ts'
import type { AnyList, Filter } from './description.ts'

/** The part of an address behind the `?`, by name. */
export type Address = Record<string, string | undefined>
type Question = Record<string, unknown>

const filtersOf = ({ filters }: AnyList): Filter<Question>[] => filters ?? []

const given = (value: string | undefined): value is string => value !== undefined && value !== ''

/** What the address asks the operation for. */
export function questionOf(list: AnyList, address: Address): Question {
  const search = list.search && given(address.search) ? { search: address.search } : {}
  return Object.assign({}, ...filtersOf(list).map((filter) => askedBy(filter, address)), search)
}

function askedBy(filter: Filter<Question>, address: Address): Question {
  if (filter.kind === 'linked') {
    const isWhole = filter.parameters.every((name) => given(address[name]))
    return isWhole ? Object.fromEntries(filter.parameters.map((name) => [name, address[name]])) : {}
  }
  const value = address[filter.name] ?? ''
  // A choice that there is no more, in an old link, is none.
  if (filter.kind === 'choice')
    return (filter.options.find((option) => option.value === value) ?? filter.options[0])?.sends ?? {}
  if (!given(value)) return {}
  if (filter.kind === 'loaded')
    return filter.within === undefined || given(address[filter.within]) ? { [filter.parameter]: value } : {}
  const edge = edgeOf(value, filter.edge)
  return edge === undefined ? {} : { [filter.parameter]: edge }
}

/** The second before a day begins, or the one after it is over, by the club's clock; the day that the clocks change has its own length. */
function edgeOf(day: string, edge: 'from' | 'to'): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return undefined
  const next = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date) + (edge === 'to' ? 1 : 0)))
  const midnight = momentOf(
    `${next.toISOString().slice(0, 10)}T00:00`,
    clubTime() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  )
  return edge === 'from' ? midnight - 1 : midnight
}

/** Every name by which the list can be narrowed in its address. */
export function narrowingNames(list: AnyList): string[] {
  const names = filtersOf(list).flatMap((filter) => (filter.kind === 'linked' ? filter.parameters : [filter.name]))
  return [...new Set([...names, ...(list.search ? ['search'] : [])])]
}

export const isNarrowed = (list: AnyList, address: Address): boolean =>
  narrowingNames(list).some((name) => given(address[name]))

/** The links from elsewhere that narrow the list now, each in words and with the names that would have to go. */
export const narrowedBy = (list: AnyList, address: Address): { text: string; names: string[] }[] =>
  filtersOf(list).flatMap((filter) => {
    if (filter.kind !== 'linked' || !filter.parameters.every((name) => given(address[name]))) return []
    const values = filter.parameters.map((name) => address[name]).join(' ')
    return [{ text: `${filter.label} ${values}`, names: filter.parameters }]
  })

/** What is chosen within this filter, and means nothing without it. */
export const dependentsOf = (list: AnyList, name: string): string[] =>
  filtersOf(list).flatMap((filter) => (filter.kind === 'loaded' && filter.within === name ? [filter.name] : []))

/** What else goes when one of the names is given another value: the rest of a link that has it in it. */
export const partnersOf = (list: AnyList, name: string): string[] =>
  filtersOf(list)
    .flatMap((filter) => (filter.kind === 'linked' && filter.parameters.includes(name) ? filter.parameters : []))
    .filter((other) => other !== name)
