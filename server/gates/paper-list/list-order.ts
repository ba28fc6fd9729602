/** A person on the paper list, as a steward without a device looks them up. */
export type ListedPerson = {
  name: string
  place: string
  stand: string | null
  /** A steward types it at a scanner, a clerk at the counter. */
  code: string
  isMember: boolean
  /** Let in last, and by which gate; null for a person who has not come yet. */
  entry: { at: Date; gate: string } | null
  isInside: boolean
}

/** A file of so many takes 400 MB while it is drawn. A larger ground prints it stand by stand. */
export const PEOPLE_MAX = 20_000

/** Those of one stand, or all of them; undefined where they are too many for one file. */
export function peopleOfFile(people: ListedPerson[], wantedStand: string | undefined): ListedPerson[] | undefined {
  const listed = wantedStand === undefined ? people : people.filter(({ stand }) => stand === wantedStand)
  return listed.length > PEOPLE_MAX ? undefined : listed
}

export type PaperSection = { title: string | null; people: ListedPerson[] }

const lastWord = (name: string): string => name.split(' ').at(-1) ?? ''

/** The letter in the margin: of the last name, without its accent. */
export const marginLetter = ({ name }: ListedPerson): string =>
  lastWord(name).normalize('NFD').charAt(0).toLocaleUpperCase() || '–'

/** As it stands on the list, by whose order it is found: Okafor, Ada. A name that is too long loses its end, never this. */
export const listedName = (name: string): string => {
  const last = lastWord(name)
  const others = name.slice(0, name.length - last.length).trim()
  return others === '' ? last : `${last}, ${others}`
}

/** People by last name, those without a name at the end; by stand, each stand is a section of its own. */
export function sectionsOf(people: ListedPerson[], by: 'name' | 'stand', noStand: string): PaperSection[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const sorted = people.toSorted(
    (a, b) =>
      Number(a.name === '') - Number(b.name === '') ||
      compare(lastWord(a.name), lastWord(b.name)) ||
      compare(a.name, b.name) ||
      compare(a.place, b.place) ||
      compare(a.code, b.code),
  )
  if (by === 'name') return [{ title: null, people: sorted }]
  const stands = Map.groupBy(sorted, ({ stand }) => stand)
  return [...stands]
    .toSorted(([a], [b]) => Number(a === null) - Number(b === null) || compare(a ?? '', b ?? ''))
    .map(([stand, inStand]) => ({ title: stand ?? noStand, people: inStand }))
}
