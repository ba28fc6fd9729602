import type { Language } from './languages.ts'

export type RecipientWords = {
  /** The box that asks for an invoice in place of a receipt. */
  ask: string
  askHint: string
  name: string
  company: string
  address: string
  more: string
  postcode: string
  city: string
  country: string
  vatId: string
  vatIdHint: string
  reference: string
  peppolId: string
  peppolIdHint: string
  optional: string
  required: string
  wrong: string
}

/** Of the form that asks for whom an invoice is, wherever a buyer fills it in. */
export const recipientWords: Record<Language, RecipientWords> = {
  en: {
    ask: 'I need an invoice for a company, or with an address',
    askHint: 'Without it you get a receipt.',
    name: 'Name',
    company: 'Company',
    address: 'Street and number',
    more: 'More of the address',
    postcode: 'Postcode',
    city: 'City',
    country: 'Country',
    vatId: 'VAT number',
    vatIdHint: 'With its letters, such as DE123456789',
    reference: 'Your reference',
    peppolId: 'Peppol ID',
    peppolIdHint: 'For e-invoices into your own program, such as 0208:0762986459',
    optional: 'optional',
    required: 'Please fill this in',
    wrong: 'This does not look right',
  },
  de: {
    ask: 'Ich brauche eine Rechnung für eine Firma oder mit Anschrift',
    askHint: 'Ohne sie gibt es eine Quittung.',
    name: 'Name',
    company: 'Firma',
    address: 'Straße und Hausnummer',
    more: 'Adresszusatz',
    postcode: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    vatId: 'Umsatzsteuer-ID',
    vatIdHint: 'Mit Länderkürzel, zum Beispiel DE123456789',
    reference: 'Ihr Zeichen',
    peppolId: 'Peppol-ID',
    peppolIdHint: 'Für E-Rechnungen direkt in Ihr Programm, zum Beispiel 9930:DE136695976',
    optional: 'optional',
    required: 'Bitte ausfüllen',
    wrong: 'Das sieht nicht richtig aus',
  },
  es: {
    ask: 'Necesito una factura para una empresa o con dirección',
    askHint: 'Sin ella recibes una factura simplificada.',
    name: 'Nombre',
    company: 'Empresa',
    address: 'Calle y número',
    more: 'Más de la dirección',
    postcode: 'Código postal',
    city: 'Ciudad',
    country: 'País',
    vatId: 'NIF-IVA',
    vatIdHint: 'Con sus letras, por ejemplo ESB12345678',
    reference: 'Tu referencia',
    peppolId: 'ID de Peppol',
    peppolIdHint: 'Para facturas electrónicas en tu propio programa, por ejemplo 9920:ESB12345678',
    optional: 'opcional',
    required: 'Rellena este campo',
    wrong: 'Esto no parece correcto',
  },
  fr: {
    ask: 'J’ai besoin d’une facture au nom d’une société ou avec une adresse',
    askHint: 'Sinon, vous recevez un reçu.',
    name: 'Nom',
    company: 'Société',
    address: 'Rue et numéro',
    more: 'Complément d’adresse',
    postcode: 'Code postal',
    city: 'Ville',
    country: 'Pays',
    vatId: 'Numéro de TVA',
    vatIdHint: 'Avec ses lettres, par exemple FR12345678901',
    reference: 'Votre référence',
    peppolId: 'Identifiant Peppol',
    peppolIdHint: 'Pour recevoir la facture dans votre logiciel, par exemple 0009:73282932000074',
    optional: 'facultatif',
    required: 'À remplir',
    wrong: 'Cela ne semble pas correct',
  },
  nl: {
    ask: 'Ik heb een factuur nodig voor een bedrijf of met adres',
    askHint: 'Anders krijg je een bon.',
    name: 'Naam',
    company: 'Bedrijf',
    address: 'Straat en huisnummer',
    more: 'Meer van het adres',
    postcode: 'Postcode',
    city: 'Plaats',
    country: 'Land',
    vatId: 'Btw-nummer',
    vatIdHint: 'Met de letters, zoals NL123456789B01',
    reference: 'Je referentie',
    peppolId: 'Peppol-ID',
    peppolIdHint: 'Voor e-facturen in je eigen programma, zoals 0106:12345678',
    optional: 'optioneel',
    required: 'Vul dit in',
    wrong: 'Dit lijkt niet te kloppen',
  },
  da: {
    ask: 'Jeg skal bruge en faktura til et firma eller med adresse',
    askHint: 'Ellers får du en kvittering.',
    name: 'Navn',
    company: 'Firma',
    address: 'Gade og nummer',
    more: 'Mere af adressen',
    postcode: 'Postnummer',
    city: 'By',
    country: 'Land',
    vatId: 'Momsnummer',
    vatIdHint: 'Med bogstaver, for eksempel DK12345678',
    reference: 'Din reference',
    peppolId: 'Peppol-ID',
    peppolIdHint: 'Til e-fakturaer i dit eget program, for eksempel 0184:13585628',
    optional: 'valgfrit',
    required: 'Skal udfyldes',
    wrong: 'Det ser ikke rigtigt ud',
  },
}
