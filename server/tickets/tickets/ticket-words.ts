import type { Language } from '../../../faces/kit/languages.ts'

/** All that a printed ticket and a pass in a wallet say in one language, beside what the organisation wrote. */
export type TicketWords = {
  /** What the file is called in a reader's window. */
  tickets: string
  ticketFor: (event: string) => string
  order: string
  ticket: string
  event: string
  starts: string
  /** `%@` is where the phone puts the new time. */
  startsNow: string
  doors: (time: string) => string
  venue: string
  address: string
  holder: string
  boughtBy: string
  price: string
  free: string
  shop: string
  terms: string
  code: string
  /** Shown in wallets that cannot compute rotating codes. */
  live: string
  /** On paper, below a code that never changes. */
  reminder: string
  /** Above what a steward types where the code is torn or wet. */
  typed: string
  /** On paper, where a code would be that rotates. */
  noCode: string
  whereCode: string
  gaps: string
}

export const ticketWords: Record<Language, TicketWords> = {
  en: {
    tickets: 'tickets',
    ticketFor: (event) => `Ticket for ${event}`,
    order: 'Order',
    ticket: 'Ticket',
    event: 'Event',
    starts: 'Starts',
    startsNow: 'Now starts %@',
    doors: (time) => `Doors open ${time}`,
    venue: 'Venue',
    address: 'Address',
    holder: 'Holder',
    boughtBy: 'Bought by',
    price: 'Price',
    free: 'Free',
    shop: 'The event in the shop',
    terms: 'Terms',
    code: 'Your code',
    live: 'The code of this ticket changes every few seconds. Open the ticket’s page by the link in your mail to show it.',
    reminder: 'This code lets one person in once. Show it to nobody before you are at the gate.',
    typed: 'If it cannot be scanned',
    noCode: 'No code on paper',
    whereCode:
      'The code of this ticket changes every few seconds and is shown on your phone: open the ticket’s page by the link in your mail, or your wallet. Without a phone, go to the box office with this page and proof of who you are.',
    gaps: '\ufffd stands for a letter that cannot be printed here. The ticket is valid all the same.',
  },
  de: {
    tickets: 'Tickets',
    ticketFor: (event) => `Ticket für ${event}`,
    order: 'Bestellung',
    ticket: 'Ticket',
    event: 'Veranstaltung',
    starts: 'Beginn',
    startsNow: 'Neuer Beginn: %@',
    doors: (time) => `Einlass ab ${time}`,
    venue: 'Ort',
    address: 'Adresse',
    holder: 'Für',
    boughtBy: 'Gekauft von',
    price: 'Preis',
    free: 'Kostenlos',
    shop: 'Die Veranstaltung im Shop',
    terms: 'Bedingungen',
    code: 'Ihr Code',
    live: 'Der Code dieses Tickets wechselt alle paar Sekunden. Öffnen Sie die Seite des Tickets mit dem Link in Ihrer Mail, um ihn zu zeigen.',
    reminder: 'Dieser Code lässt eine Person einmal ein. Zeigen Sie ihn niemandem, bevor Sie am Eingang sind.',
    typed: 'Falls er sich nicht scannen lässt',
    noCode: 'Kein Code auf Papier',
    whereCode:
      'Der Code dieses Tickets wechselt alle paar Sekunden und steht auf Ihrem Telefon: Öffnen Sie die Seite des Tickets mit dem Link in Ihrer Mail, oder Ihre Wallet. Ohne Telefon gehen Sie mit dieser Seite und einem Ausweis zur Kasse.',
    gaps: '\ufffd steht für einen Buchstaben, der hier nicht gedruckt werden kann. Das Ticket gilt trotzdem.',
  },
  es: {
    tickets: 'entradas',
    ticketFor: (event) => `Entrada para ${event}`,
    order: 'Pedido',
    ticket: 'Entrada',
    event: 'Evento',
    starts: 'Empieza',
    startsNow: 'Nueva hora: %@',
    doors: (time) => `Puertas abiertas desde las ${time}`,
    venue: 'Lugar',
    address: 'Dirección',
    holder: 'Titular',
    boughtBy: 'Comprada por',
    price: 'Precio',
    free: 'Gratis',
    shop: 'El evento en la tienda',
    terms: 'Condiciones',
    code: 'Tu código',
    live: 'El código de esta entrada cambia cada pocos segundos. Para enseñarlo, abre la página de la entrada con el enlace de tu correo.',
    reminder: 'Este código deja pasar a una persona una sola vez. No lo enseñes a nadie antes de llegar a la puerta.',
    typed: 'Si no se puede escanear',
    noCode: 'Sin código en papel',
    whereCode:
      'El código de esta entrada cambia cada pocos segundos y se ve en tu teléfono: abre la página de la entrada con el enlace de tu correo, o tu cartera. Sin teléfono, ve a la taquilla con esta hoja y un documento de identidad.',
    gaps: '\ufffd sustituye a una letra que aquí no se puede imprimir. La entrada es válida igualmente.',
  },
  fr: {
    tickets: 'billets',
    ticketFor: (event) => `Billet pour ${event}`,
    order: 'Commande',
    ticket: 'Billet',
    event: 'Événement',
    starts: 'Début',
    startsNow: 'Nouvel horaire : %@',
    doors: (time) => `Ouverture des portes à ${time}`,
    venue: 'Lieu',
    address: 'Adresse',
    holder: 'Titulaire',
    boughtBy: 'Acheté par',
    price: 'Tarif',
    free: 'Gratuit',
    shop: 'L’événement dans la boutique',
    terms: 'Conditions',
    code: 'Votre code',
    live: 'Le code de ce billet change toutes les quelques secondes. Pour le montrer, ouvrez la page du billet avec le lien de votre e-mail.',
    reminder: 'Ce code donne accès à une personne, une seule fois. Ne le montrez à personne avant d’être à l’entrée.',
    typed: 'Si le scan ne marche pas',
    noCode: 'Pas de code sur papier',
    whereCode:
      'Le code de ce billet change toutes les quelques secondes et s’affiche sur votre téléphone : ouvrez la page du billet avec le lien de votre e-mail, ou votre portefeuille. Sans téléphone, présentez-vous à la billetterie avec cette page et une pièce d’identité.',
    gaps: '\ufffd remplace une lettre qui ne peut pas être imprimée ici. Le billet est valable malgré tout.',
  },
  nl: {
    tickets: 'tickets',
    ticketFor: (event) => `Ticket voor ${event}`,
    order: 'Bestelling',
    ticket: 'Ticket',
    event: 'Evenement',
    starts: 'Begint',
    startsNow: 'Nieuwe tijd: %@',
    doors: (time) => `Deuren open om ${time}`,
    venue: 'Locatie',
    address: 'Adres',
    holder: 'Op naam van',
    boughtBy: 'Gekocht door',
    price: 'Prijs',
    free: 'Gratis',
    shop: 'Het evenement in de shop',
    terms: 'Voorwaarden',
    code: 'Je code',
    live: 'De code van dit ticket verandert om de paar seconden. Open de pagina van het ticket via de link in je mail om hem te laten zien.',
    reminder:
      'Met deze code komt één persoon één keer binnen. Laat hem aan niemand zien voordat je bij de ingang bent.',
    typed: 'Als scannen niet lukt',
    noCode: 'Geen code op papier',
    whereCode:
      'De code van dit ticket verandert om de paar seconden en staat op je telefoon: open de pagina van het ticket via de link in je mail, of je wallet. Zonder telefoon ga je met deze pagina en een identiteitsbewijs naar de kassa.',
    gaps: '\ufffd staat voor een letter die hier niet kan worden afgedrukt. Het ticket is gewoon geldig.',
  },
  da: {
    tickets: 'billetter',
    ticketFor: (event) => `Billet til ${event}`,
    order: 'Ordre',
    ticket: 'Billet',
    event: 'Arrangement',
    starts: 'Starter',
    startsNow: 'Ny tid: %@',
    doors: (time) => `Dørene åbner ${time}`,
    venue: 'Sted',
    address: 'Adresse',
    holder: 'Navn',
    boughtBy: 'Købt af',
    price: 'Pris',
    free: 'Gratis',
    shop: 'Arrangementet i billetshoppen',
    terms: 'Betingelser',
    code: 'Din kode',
    live: 'Koden på denne billet skifter med få sekunders mellemrum. Åbn billettens side med linket i din mail for at vise den.',
    reminder: 'Koden giver én person adgang én gang. Vis den ikke til nogen, før du er ved indgangen.',
    typed: 'Hvis den ikke kan scannes',
    noCode: 'Ingen kode på papir',
    whereCode:
      'Koden på denne billet skifter med få sekunders mellemrum og vises på din telefon: åbn billettens side med linket i din mail, eller din wallet. Uden telefon går du til billetsalget med denne side og legitimation.',
    gaps: '\ufffd står for et bogstav, der ikke kan trykkes her. Billetten gælder alligevel.',
  },
}
