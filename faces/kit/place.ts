import type { Language } from './languages.ts'

/** What a ticket, or a seat in a basket, says of where it is. */
export type Place = {
  /** Where it has no section, this is where it is. */
  category_title?: string | null
  section_label: string | null
  sub_section_title?: string | null
  seat_level?: string | null
  seat_aisle?: string | null
  seat_row?: string | null
  seat_title?: string | null
  gate?: string | null
  entrance?: string | null
}

/** A seat as members, gates and seasons have it. */
export type NamedSeat = {
  seat_section: string | null
  seat_block?: string | null
  seat_level?: string | null
  seat_aisle?: string | null
  seat_row: string | null
  seat_title: string | null
  seat_gate?: string | null
  /** Where a ticket without a seat is. */
  category_title?: string | null
}

export const placeOfSeat = (seat: NamedSeat): Place => ({
  category_title: seat.category_title ?? null,
  section_label: seat.seat_section,
  sub_section_title: seat.seat_block ?? null,
  seat_level: seat.seat_level ?? null,
  seat_aisle: seat.seat_aisle ?? null,
  seat_row: seat.seat_row,
  seat_title: seat.seat_title,
  gate: seat.seat_gate ?? null,
})

/** The bare names, where there is no room for words: South Stand, 1, A, 11. */
export const placeValues = (place: Place): string[] => namedValues(place).map(([, value]) => value)

export type PlaceName = 'stand' | 'block' | 'level' | 'aisle' | 'row' | 'seat' | 'gate' | 'entrance'
export type PlacePart = { name: PlaceName; label: string; value: string }

/** As tickets name them in each country: short, since they stand above large figures. */
const words: Record<Language, Record<PlaceName, string>> = {
  en: {
    stand: 'Stand',
    block: 'Block',
    level: 'Level',
    aisle: 'Aisle',
    row: 'Row',
    seat: 'Seat',
    gate: 'Gate',
    entrance: 'Way in',
  },
  de: {
    stand: 'Bereich',
    block: 'Block',
    level: 'Ebene',
    aisle: 'Gang',
    row: 'Reihe',
    seat: 'Platz',
    gate: 'Eingang',
    entrance: 'Weg zum Eingang',
  },
  es: {
    stand: 'Grada',
    block: 'Sector',
    level: 'Nivel',
    aisle: 'Pasillo',
    row: 'Fila',
    seat: 'Asiento',
    gate: 'Puerta',
    entrance: 'Acceso',
  },
  fr: {
    stand: 'Tribune',
    block: 'Bloc',
    level: 'Niveau',
    aisle: 'Allée',
    row: 'Rang',
    seat: 'Place',
    gate: 'Porte',
    entrance: 'Accès',
  },
  nl: {
    stand: 'Tribune',
    block: 'Vak',
    level: 'Niveau',
    aisle: 'Gang',
    row: 'Rij',
    seat: 'Stoel',
    gate: 'Ingang',
    entrance: 'Route',
  },
  da: {
    stand: 'Tribune',
    block: 'Blok',
    level: 'Etage',
    aisle: 'Gang',
    row: 'Række',
    seat: 'Sæde',
    gate: 'Indgang',
    entrance: 'Find vej',
  },
}

/** The word for a part of a label, in every language. */
export const placeWords = (name: PlaceName): string[] => Object.values(words).map((ofLanguage) => ofLanguage[name])

/**
 * Where a ticket is, from the widest to the nearest, and how to get in: for basket, order page, mail, file, ticket page and wallets
 * alike, so that a fan who compares two of them never wonders which is right.
 */
export const placeParts = (place: Place, language: Language): PlacePart[] =>
  namedValues(place).map(([name, value]) => ({ name, label: words[language][name], value }))

/** Apart from the words, which the scanner, with bare names, does not load. */
function namedValues(place: Place): [PlaceName, string][] {
  const values: [PlaceName, string | null | undefined][] = [
    ['stand', place.section_label || place.category_title],
    ['block', place.sub_section_title],
    ['level', place.seat_level],
    ['aisle', place.seat_aisle],
    ['row', place.seat_row],
    ['seat', place.seat_title],
    ['gate', place.gate],
    ['entrance', place.entrance],
  ]
  return values.flatMap(([name, value]): [PlaceName, string][] => (value ? [[name, value]] : []))
}

/** On one line, as it is said: North Stand, Block 112, Row K, Seat 12, Gate C (past the club shop). */
export function placeText(place: Place, language: Language): string {
  const parts = placeParts(place, language)
  const entrance = parts.find(({ name }) => name === 'entrance')
  const text = parts
    .filter((part) => part !== entrance)
    .map(spoken)
    .join(', ')
  if (!entrance) return text
  return place.gate ? `${text} (${entrance.value})` : `${text}, ${entrance.value}`
}

/** What is a name already, as North Stand, Upper tier and North gate are, needs no word before it. */
function spoken({ name, label, value }: PlacePart): string {
  if (name === 'stand') return value
  if (name === 'block' && /\p{L}{3}/u.test(value)) return value
  if (name === 'gate' && GATE.test(value)) return value
  return `${label} ${value}`
}

const GATE = /gate|entrance|turnstile|eingang|tor\b|zugang|puerta|acceso|porte|entrée|ingang|poort|indgang|port\b/iu
