import type { Language } from '../../../faces/kit/languages.ts'

/** All that a member's card in a wallet says in one language, beside what the organisation wrote. */
export type CardPassWords = {
  card: (club: string) => string
  member: string
  number: string
  membership: string
  season: string
  until: string
  /** `%@` is where the phone puts the new value. */
  seatNow: string
  shop: string
}

export const cardPassWords: Record<Language, CardPassWords> = {
  en: {
    card: (club) => `Member card of ${club}`,
    member: 'Member',
    number: 'Number',
    membership: 'Membership',
    season: 'Season',
    until: 'Valid until',
    seatNow: 'Your seat is now %@',
    shop: 'Shop',
  },
  de: {
    card: (club) => `Mitgliedsausweis von ${club}`,
    member: 'Mitglied',
    number: 'Nummer',
    membership: 'Mitgliedschaft',
    season: 'Saison',
    until: 'Gültig bis',
    seatNow: 'Ihr Platz ist jetzt %@',
    shop: 'Shop',
  },
  es: {
    card: (club) => `Carné de socio de ${club}`,
    member: 'Socio',
    number: 'Número',
    membership: 'Abono',
    season: 'Temporada',
    until: 'Válido hasta',
    seatNow: 'Tu asiento es ahora %@',
    shop: 'Tienda',
  },
  fr: {
    card: (club) => `Carte de membre de ${club}`,
    member: 'Membre',
    number: 'Numéro',
    membership: 'Adhésion',
    season: 'Saison',
    until: 'Valable jusqu’au',
    seatNow: 'Votre place est maintenant %@',
    shop: 'Boutique',
  },
  nl: {
    card: (club) => `Lidmaatschapskaart van ${club}`,
    member: 'Lid',
    number: 'Nummer',
    membership: 'Lidmaatschap',
    season: 'Seizoen',
    until: 'Geldig tot en met',
    seatNow: 'Je plaats is nu %@',
    shop: 'Shop',
  },
  da: {
    card: (club) => `Medlemskort til ${club}`,
    member: 'Medlem',
    number: 'Nummer',
    membership: 'Medlemskab',
    season: 'Sæson',
    until: 'Gyldigt til og med',
    seatNow: 'Din plads er nu %@',
    shop: 'Shop',
  },
}
