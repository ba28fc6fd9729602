import { type NamedSeat, type Place, placeOfSeat, placeText } from '../../kit/place.ts'
import { language } from '../language/language.ts'

/** Where a ticket, or a seat in a basket, is, as the reader's language says it. */
export const placeLabel = (place: Place): string => placeText(place, language)

/** The same of a seat as members, gates and seasons have it. */
export const seatLabel = (seat: NamedSeat): string => placeText(placeOfSeat(seat), language)
