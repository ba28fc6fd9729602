import type { Language } from '../../kit/languages.ts'

export type MembershipWords = {
  nothing: string
  year: string
  month: string
  life: string
  until: (day: string) => string
  ages: (from: number | null, until: number | null) => string
  soldOut: string
  from: (day: string) => string
  opensGates: string
  withSeat: string
  chooseSeat: string
  noSeat: string
  atEveryMatch: string
  goOn: string
  whoSits: string
  membership: string
  otherSeats: string
  join: string
  who: string
  born: string
  bornWrong: string
  howToPay: string
  payNow: (amount: string) => string
  /** Behind a plan: who pays it need not come again. */
  sameWay: string
  /** This sentence stands below the charges of a basket. */
  collected: string
  renew: string
  add: string
  another: string
  welcome: string
  cards: string
  paidSoFar: (paid: string, open: string) => string
  number: (number: string) => string
  card: string
  yours: string
  nextPayment: (amount: string, day: string) => string
}

const ages =
  (between: (from: number, until: number) => string, from: (age: number) => string, until: (age: number) => string) =>
  (youngest: number | null, oldest: number | null): string => {
    if (youngest === null) return oldest === null ? '' : until(oldest)
    return oldest === null ? from(youngest) : between(youngest, oldest)
  }

/** Of memberships, their lines in the basket and in an order: they come with those, and no other page loads them. */
export const membershipWords: Record<Language, MembershipWords> = {
  en: {
    nothing: 'There are no memberships on sale at the moment.',
    year: 'For a year',
    month: 'For a month',
    life: 'For life',
    until: (day) => `Until ${day}`,
    ages: ages(
      (from, until) => `${from} to ${until} years`,
      (age) => `From ${age} years`,
      (age) => `Up to ${age} years`,
    ),
    soldOut: 'Sold out',
    from: (day) => `On sale from ${day}`,
    opensGates: 'The card lets you in on match days',
    withSeat: 'With a seat of your own at every match',
    chooseSeat: 'Choose a seat',
    noSeat: 'Without a seat',
    atEveryMatch: 'Yours at every match of the season that is still to come.',
    goOn: 'Continue',
    whoSits: 'Who sits where?',
    membership: 'Membership',
    otherSeats: 'Choose other seats',
    join: 'Join',
    who: 'Who is the membership for?',
    born: 'Date of birth',
    bornWrong: 'This membership is for another age.',
    howToPay: 'How would you like to pay?',
    payNow: (amount) => `All at once: ${amount}`,
    sameWay: 'charged the same way',
    collected: 'The later payments are charged on their days in the way in which you pay today.',
    renew: 'Renew it automatically when it ends',
    add: 'Add to basket',
    another: 'Add another membership',
    welcome: 'Welcome to the club',
    cards: 'The cards are in the mail that we have just sent you.',
    paidSoFar: (paid, open) => `Paid: ${paid}. Still to come by your plan: ${open}.`,
    number: (number) => `Member ${number}`,
    card: 'Show card',
    yours: 'Your memberships',
    nextPayment: (amount, day) => `Next payment: ${amount} on ${day}`,
  },
  de: {
    nothing: 'Zurzeit sind keine Mitgliedschaften im Verkauf.',
    year: 'Für ein Jahr',
    month: 'Für einen Monat',
    life: 'Auf Lebenszeit',
    until: (day) => `Bis ${day}`,
    ages: ages(
      (from, until) => `${from} bis ${until} Jahre`,
      (age) => `Ab ${age} Jahren`,
      (age) => `Bis ${age} Jahre`,
    ),
    soldOut: 'Ausverkauft',
    from: (day) => `Im Verkauf ab ${day}`,
    opensGates: 'Mit dem Mitgliedsausweis kommen Sie am Spieltag ins Stadion',
    withSeat: 'Mit eigenem Sitzplatz bei jedem Spiel',
    chooseSeat: 'Platz wählen',
    noSeat: 'Ohne Sitzplatz',
    atEveryMatch: 'Ihr Platz bei allen Spielen der Saison, die noch kommen.',
    goOn: 'Weiter',
    whoSits: 'Wer sitzt wo?',
    membership: 'Mitgliedschaft',
    otherSeats: 'Andere Plätze wählen',
    join: 'Mitglied werden',
    who: 'Für wen ist die Mitgliedschaft?',
    born: 'Geburtsdatum',
    bornWrong: 'Diese Mitgliedschaft ist für ein anderes Alter.',
    howToPay: 'Wie möchten Sie zahlen?',
    payNow: (amount) => `Alles auf einmal: ${amount}`,
    sameWay: 'abgebucht auf demselben Weg',
    collected: 'Die späteren Raten werden an ihrem Tag auf demselben Weg abgebucht, auf dem Sie heute zahlen.',
    renew: 'Automatisch verlängern, wenn sie endet',
    add: 'In den Warenkorb',
    another: 'Weitere Mitgliedschaft hinzufügen',
    welcome: 'Willkommen im Verein',
    cards: 'Die Mitgliedsausweise sind in der E-Mail, die wir Ihnen gerade geschickt haben.',
    paidSoFar: (paid, open) => `Bezahlt: ${paid}. Nach Ihrem Plan noch offen: ${open}.`,
    number: (number) => `Mitglied ${number}`,
    card: 'Ausweis anzeigen',
    yours: 'Ihre Mitgliedschaften',
    nextPayment: (amount, day) => `Nächste Zahlung: ${amount} am ${day}`,
  },
  es: {
    nothing: 'Ahora mismo no hay abonos a la venta.',
    year: 'Un año',
    month: 'Un mes',
    life: 'De por vida',
    until: (day) => `Hasta el ${day}`,
    ages: ages(
      (from, until) => `De ${from} a ${until} años`,
      (age) => `A partir de ${age} años`,
      (age) => `Hasta ${age} años`,
    ),
    soldOut: 'Agotado',
    from: (day) => `A la venta desde el ${day}`,
    opensGates: 'Con el carné entras los días de partido',
    withSeat: 'Con asiento propio en todos los partidos',
    chooseSeat: 'Elegir asiento',
    noSeat: 'Sin asiento',
    atEveryMatch: 'Tuyo en todos los partidos de la temporada que quedan.',
    goOn: 'Continuar',
    whoSits: '¿Quién se sienta dónde?',
    membership: 'Abono',
    otherSeats: 'Elegir otros asientos',
    join: 'Hazte socio',
    who: '¿Para quién es el abono?',
    born: 'Fecha de nacimiento',
    bornWrong: 'Este abono es para otra edad.',
    howToPay: '¿Cómo quieres pagar?',
    payNow: (amount) => `Todo de una vez: ${amount}`,
    sameWay: 'cobrados del mismo modo',
    collected: 'Los pagos siguientes se cobran en su fecha del mismo modo en que pagas hoy.',
    renew: 'Renovar automáticamente cuando termine',
    add: 'Añadir a la cesta',
    another: 'Añadir otro abono',
    welcome: 'Te damos la bienvenida al club',
    cards: 'Los carnés van en el correo que acabamos de enviarte.',
    paidSoFar: (paid, open) => `Pagado: ${paid}. Pendiente según tu plan: ${open}.`,
    number: (number) => `Socio ${number}`,
    card: 'Ver el carné',
    yours: 'Tus abonos',
    nextPayment: (amount, day) => `Próximo pago: ${amount} el ${day}`,
  },
  fr: {
    nothing: 'Aucune adhésion n’est en vente pour le moment.',
    year: 'Pour un an',
    month: 'Pour un mois',
    life: 'À vie',
    until: (day) => `Jusqu’au ${day}`,
    ages: ages(
      (from, until) => `De ${from} à ${until} ans`,
      (age) => `À partir de ${age} ans`,
      (age) => `Jusqu’à ${age} ans`,
    ),
    soldOut: 'Complet',
    from: (day) => `En vente à partir du ${day}`,
    opensGates: 'La carte ouvre les portes les jours de match',
    withSeat: 'Avec une place à vous à chaque match',
    chooseSeat: 'Choisir une place',
    noSeat: 'Sans place attribuée',
    atEveryMatch: 'À vous pour tous les matchs de la saison encore à venir.',
    goOn: 'Continuer',
    whoSits: 'Qui s’assied où ?',
    membership: 'Adhésion',
    otherSeats: 'Choisir d’autres places',
    join: 'Adhérer',
    who: 'Pour qui est cette adhésion ?',
    born: 'Date de naissance',
    bornWrong: 'Cette adhésion est pour un autre âge.',
    howToPay: 'Comment souhaitez-vous payer ?',
    payNow: (amount) => `En une fois : ${amount}`,
    sameWay: 'débités de la même façon',
    collected: 'Les échéances suivantes sont débitées à leur date par le moyen de paiement d’aujourd’hui.',
    renew: 'Renouveler automatiquement à l’échéance',
    add: 'Ajouter au panier',
    another: 'Ajouter une autre adhésion',
    welcome: 'Bienvenue au club',
    cards: 'Les cartes sont dans l’e-mail que nous venons de vous envoyer.',
    paidSoFar: (paid, open) => `Payé : ${paid}. Reste à payer selon votre échéancier : ${open}.`,
    number: (number) => `Membre ${number}`,
    card: 'Voir la carte',
    yours: 'Vos adhésions',
    nextPayment: (amount, day) => `Prochain paiement : ${amount} le ${day}`,
  },
  nl: {
    nothing: 'Er zijn nu geen lidmaatschappen te koop.',
    year: 'Voor een jaar',
    month: 'Voor een maand',
    life: 'Levenslang',
    until: (day) => `Tot en met ${day}`,
    ages: ages(
      (from, until) => `${from} tot en met ${until} jaar`,
      (age) => `Vanaf ${age} jaar`,
      (age) => `Tot en met ${age} jaar`,
    ),
    soldOut: 'Uitverkocht',
    from: (day) => `Te koop vanaf ${day}`,
    opensGates: 'Met de kaart kom je op wedstrijddagen binnen',
    withSeat: 'Met een eigen zitplaats bij elke wedstrijd',
    chooseSeat: 'Kies een plaats',
    noSeat: 'Zonder zitplaats',
    atEveryMatch: 'Van jou bij elke wedstrijd van het seizoen die nog komt.',
    goOn: 'Verder',
    whoSits: 'Wie zit waar?',
    membership: 'Lidmaatschap',
    otherSeats: 'Andere plaatsen kiezen',
    join: 'Word lid',
    who: 'Voor wie is het lidmaatschap?',
    born: 'Geboortedatum',
    bornWrong: 'Dit lidmaatschap is voor een andere leeftijd.',
    howToPay: 'Hoe wil je betalen?',
    payNow: (amount) => `Alles in één keer: ${amount}`,
    sameWay: 'op dezelfde manier afgeschreven',
    collected: 'De volgende termijnen worden op hun dag afgeschreven op de manier waarop je vandaag betaalt.',
    renew: 'Automatisch verlengen als het afloopt',
    add: 'In de winkelwagen',
    another: 'Nog een lidmaatschap toevoegen',
    welcome: 'Welkom bij de club',
    cards: 'De kaarten zitten in de mail die we je net hebben gestuurd.',
    paidSoFar: (paid, open) => `Betaald: ${paid}. Nog te betalen volgens je plan: ${open}.`,
    number: (number) => `Lid ${number}`,
    card: 'Kaart bekijken',
    yours: 'Je lidmaatschappen',
    nextPayment: (amount, day) => `Volgende betaling: ${amount} op ${day}`,
  },
  da: {
    nothing: 'Der er ingen medlemskaber til salg lige nu.',
    year: 'For et år',
    month: 'For en måned',
    life: 'På livstid',
    until: (day) => `Til og med ${day}`,
    ages: ages(
      (from, until) => `${from} til ${until} år`,
      (age) => `Fra ${age} år`,
      (age) => `Op til ${age} år`,
    ),
    soldOut: 'Udsolgt',
    from: (day) => `Til salg fra ${day}`,
    opensGates: 'Kortet lukker dig ind på kampdage',
    withSeat: 'Med din egen plads til hver kamp',
    chooseSeat: 'Vælg plads',
    noSeat: 'Uden siddeplads',
    atEveryMatch: 'Din til alle sæsonens kampe, der endnu ikke er spillet.',
    goOn: 'Fortsæt',
    whoSits: 'Hvem sidder hvor?',
    membership: 'Medlemskab',
    otherSeats: 'Vælg andre pladser',
    join: 'Bliv medlem',
    who: 'Hvem er medlemskabet til?',
    born: 'Fødselsdato',
    bornWrong: 'Dette medlemskab er for en anden alder.',
    howToPay: 'Hvordan vil du betale?',
    payNow: (amount) => `Det hele nu: ${amount}`,
    sameWay: 'trukket på samme måde',
    collected: 'De senere rater trækkes på deres dag på samme måde, som du betaler i dag.',
    renew: 'Forny automatisk, når det udløber',
    add: 'Læg i kurven',
    another: 'Tilføj endnu et medlemskab',
    welcome: 'Velkommen i klubben',
    cards: 'Kortene er i den mail, vi lige har sendt dig.',
    paidSoFar: (paid, open) => `Betalt: ${paid}. Mangler efter din plan: ${open}.`,
    number: (number) => `Medlem ${number}`,
    card: 'Vis kortet',
    yours: 'Dine medlemskaber',
    nextPayment: (amount, day) => `Næste betaling: ${amount} den ${day}`,
  },
}
