import type { Language } from '../../kit/languages.ts'

type RenewWords = {
  title: string
  invitation: string
  text: string
  nothing: string
  renew: string
  renewBy: (membership: string) => string
  chooseOne: string
  seat: string
  keep: (place: string) => string
  best: string
}

/** Of memberships that go on: they come with the page, and no other loads them. */
export const renewWords: Record<Language, RenewWords> = {
  en: {
    title: 'Renew memberships',
    invitation: 'Already a member? Renew with your number and your seat',
    text: 'We send a code to the address that your membership has. Then you choose what goes on.',
    nothing: 'There is nothing to renew at the moment: what comes after your membership is not on sale yet.',
    renew: 'Renew',
    renewBy: (membership) => `Renew: ${membership}`,
    chooseOne: 'Choose a membership to renew.',
    seat: 'Seat',
    keep: (place) => `The same: ${place}`,
    best: 'The best that is free',
  },
  de: {
    title: 'Mitgliedschaften verlängern',
    invitation: 'Schon Mitglied? Mit Ihrer Nummer und Ihrem Platz verlängern',
    text: 'Wir schicken einen Code an die Adresse Ihrer Mitgliedschaft. Danach wählen Sie, was weitergeht.',
    nothing: 'Zurzeit gibt es nichts zu verlängern: Was auf Ihre Mitgliedschaft folgt, ist noch nicht im Verkauf.',
    renew: 'Verlängern',
    renewBy: (membership) => `Verlängern: ${membership}`,
    chooseOne: 'Wählen Sie eine Mitgliedschaft aus.',
    seat: 'Platz',
    keep: (place) => `Derselbe: ${place}`,
    best: 'Der beste freie',
  },
  es: {
    title: 'Renovar abonos',
    invitation: '¿Ya tienes carné? Renueva con tu número y tu asiento',
    text: 'Enviamos un código a la dirección de tu carné. Después eliges qué renuevas.',
    nothing: 'Ahora mismo no hay nada que renovar: lo que sigue a tu abono todavía no está a la venta.',
    renew: 'Renovar',
    renewBy: (membership) => `Renovar: ${membership}`,
    chooseOne: 'Elige un abono para renovar.',
    seat: 'Asiento',
    keep: (place) => `El mismo: ${place}`,
    best: 'El mejor que quede libre',
  },
  fr: {
    title: 'Renouveler des adhésions',
    invitation: 'Déjà membre ? Renouvelez avec votre numéro et votre place',
    text: 'Nous envoyons un code à l’adresse de votre adhésion. Vous choisissez ensuite ce qui continue.',
    nothing: 'Il n’y a rien à renouveler pour le moment : la suite de votre adhésion n’est pas encore en vente.',
    renew: 'Renouveler',
    renewBy: (membership) => `Renouveler : ${membership}`,
    chooseOne: 'Choisissez une adhésion à renouveler.',
    seat: 'Place',
    keep: (place) => `La même : ${place}`,
    best: 'La meilleure place libre',
  },
  nl: {
    title: 'Lidmaatschappen verlengen',
    invitation: 'Al lid? Verleng met je nummer en je stoel',
    text: 'We sturen een code naar het adres van je lidmaatschap. Daarna kies je wat doorgaat.',
    nothing: 'Er valt nu niets te verlengen: wat op je lidmaatschap volgt, is nog niet te koop.',
    renew: 'Verlengen',
    renewBy: (membership) => `Verlengen: ${membership}`,
    chooseOne: 'Kies een lidmaatschap om te verlengen.',
    seat: 'Stoel',
    keep: (place) => `Dezelfde: ${place}`,
    best: 'De beste die vrij is',
  },
  da: {
    title: 'Forny medlemskaber',
    invitation: 'Allerede medlem? Forny med dit nummer og din plads',
    text: 'Vi sender en kode til den adresse, dit medlemskab har. Derefter vælger du, hvad der skal fortsætte.',
    nothing: 'Der er intet at forny lige nu: det, der følger efter dit medlemskab, er ikke til salg endnu.',
    renew: 'Forny',
    renewBy: (membership) => `Forny: ${membership}`,
    chooseOne: 'Vælg et medlemskab, der skal fornys.',
    seat: 'Plads',
    keep: (place) => `Den samme: ${place}`,
    best: 'Den bedste, der er fri',
  },
}
