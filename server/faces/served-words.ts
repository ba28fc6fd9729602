import type { Language } from '../../faces/kit/languages.ts'

/** What a document says before any script runs; the first nine as the shop's own pages do, so that nothing changes when they are drawn. */
export type ServedWords = {
  whatsOn: string
  online: string
  soldOut: string
  cancelled: string
  cancelledHint: string
  from: (price: string) => string
  ticketsFrom: (price: string) => string
  free: string
  freeTickets: string
  tickets: string
  needsScript: string
  noShop: { title: string; heading: string; hint: string }
}

export const servedWords: Record<Language, ServedWords> = {
  en: {
    whatsOn: 'What’s on',
    online: 'Online',
    soldOut: 'Sold out',
    cancelled: 'Cancelled',
    cancelledHint: 'Nothing is sold for it any more. Everybody with tickets is told by mail how the money comes back.',
    from: (price) => `from ${price}`,
    ticketsFrom: (price) => `Tickets from ${price}`,
    free: 'free',
    freeTickets: 'Free tickets',
    tickets: 'Tickets',
    needsScript: 'To buy tickets here, please turn on JavaScript.',
    noShop: {
      title: 'No shop here',
      heading: 'There is no shop at this address',
      hint: 'Please check the link, or ask the club for it.',
    },
  },
  de: {
    whatsOn: 'Spielplan',
    online: 'Online',
    soldOut: 'Ausverkauft',
    cancelled: 'Abgesagt',
    cancelledHint: 'Es wird nichts mehr verkauft. Alle mit Tickets erfahren per E-Mail, wie das Geld zurückkommt.',
    from: (price) => `ab ${price}`,
    ticketsFrom: (price) => `Tickets ab ${price}`,
    free: 'kostenlos',
    freeTickets: 'Freier Eintritt',
    tickets: 'Tickets',
    needsScript: 'Um hier Tickets zu kaufen, schalten Sie bitte JavaScript ein.',
    noShop: {
      title: 'Kein Shop',
      heading: 'Unter dieser Adresse gibt es keinen Shop',
      hint: 'Bitte prüfen Sie den Link oder fragen Sie den Verein danach.',
    },
  },
  es: {
    whatsOn: 'Próximos partidos y eventos',
    online: 'En línea',
    soldOut: 'Agotado',
    cancelled: 'Cancelado',
    cancelledHint: 'Ya no se vende nada. Quien tiene entradas recibe por correo cómo se devuelve el dinero.',
    from: (price) => `desde ${price}`,
    ticketsFrom: (price) => `Entradas desde ${price}`,
    free: 'gratis',
    freeTickets: 'Entrada gratuita',
    tickets: 'Entradas',
    needsScript: 'Para comprar entradas aquí, active JavaScript.',
    noShop: {
      title: 'Aquí no hay tienda',
      heading: 'No hay ninguna tienda en esta dirección',
      hint: 'Compruebe el enlace o pídaselo al club.',
    },
  },
  fr: {
    whatsOn: 'À l’affiche',
    online: 'En ligne',
    soldOut: 'Complet',
    cancelled: 'Annulé',
    cancelledHint:
      'Plus rien n’est vendu. Les personnes qui ont des billets apprennent par e-mail comment elles sont remboursées.',
    from: (price) => `dès ${price}`,
    ticketsFrom: (price) => `Billets dès ${price}`,
    free: 'gratuit',
    freeTickets: 'Entrée gratuite',
    tickets: 'Billets',
    needsScript: 'Pour acheter des billets ici, veuillez activer JavaScript.',
    noShop: {
      title: 'Pas de billetterie ici',
      heading: 'Il n’y a pas de billetterie à cette adresse',
      hint: 'Vérifiez le lien, ou demandez-le au club.',
    },
  },
  nl: {
    whatsOn: 'Programma',
    online: 'Online',
    soldOut: 'Uitverkocht',
    cancelled: 'Afgelast',
    cancelledHint: 'Er wordt niets meer verkocht. Wie kaarten heeft, leest per e-mail hoe het geld terugkomt.',
    from: (price) => `vanaf ${price}`,
    ticketsFrom: (price) => `Tickets vanaf ${price}`,
    free: 'gratis',
    freeTickets: 'Gratis toegang',
    tickets: 'Tickets',
    needsScript: 'Zet JavaScript aan om hier tickets te kopen.',
    noShop: {
      title: 'Hier is geen shop',
      heading: 'Op dit adres is geen shop',
      hint: 'Controleer de link, of vraag de club ernaar.',
    },
  },
  da: {
    whatsOn: 'Program',
    online: 'Online',
    soldOut: 'Udsolgt',
    cancelled: 'Aflyst',
    cancelledHint: 'Der sælges ikke mere. Alle med billetter får besked på e-mail om, hvordan pengene kommer tilbage.',
    from: (price) => `fra ${price}`,
    ticketsFrom: (price) => `Billetter fra ${price}`,
    free: 'gratis',
    freeTickets: 'Gratis adgang',
    tickets: 'Billetter',
    needsScript: 'Slå JavaScript til for at købe billetter her.',
    noShop: {
      title: 'Ingen shop her',
      heading: 'Der er ingen shop på denne adresse',
      hint: 'Tjek linket, eller spørg klubben om det.',
    },
  },
}
