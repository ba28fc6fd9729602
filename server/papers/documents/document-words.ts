import { type Language, spokenOf } from '../../../faces/kit/languages.ts'
import type { DocumentKind } from './document-series.ts'
import { localTax } from './local-tax.ts'

/** All that a document says in one language, beside what the organisation wrote. */
export type DocumentWords = {
  invoice: string
  receipt: string
  credit_note: string
  number: string
  issued: string
  supplied: string
  due: string
  order: string
  /** Of the invoice that a credit note takes back. */
  corrects: (label: string, day: string) => string
  /** Title of a document that reverses a wrong credit note. */
  takesBack: (label: string, day: string) => string
  item: string
  quantity: string
  net: string
  tax: string
  total: string
  sum: string
  paid: string
  open: string
  given_back: string
  return_reversed: string
  vatId: string
  taxNumber: string
  registerNumber: string
  taxOf: (percent: string) => string
  serviceFee: string
  transactionFee: string
  /** What the operator of the service keeps of payments. */
  operatorFees: string
  untaxed: string
  page: (page: number, pages: number) => string
}

const words: Record<Language, DocumentWords> = {
  en: {
    invoice: 'Invoice',
    receipt: 'Receipt',
    credit_note: 'Credit note',
    number: 'Number',
    issued: 'Date',
    supplied: 'Date of supply',
    due: 'Payable by',
    order: 'Order',
    corrects: (label, day) => `Corrects invoice ${label} of ${day}`,
    takesBack: (label, day) => `Takes back credit note ${label} of ${day}`,
    item: 'Item',
    quantity: 'Quantity',
    net: 'Net',
    tax: 'VAT',
    total: 'Total',
    sum: 'Amount',
    paid: 'Paid',
    open: 'To be paid',
    given_back: 'Given back',
    return_reversed: 'Return reversed',
    vatId: 'VAT number',
    taxNumber: 'Tax number',
    registerNumber: 'Register number',
    taxOf: (percent) => `VAT ${percent}`,
    serviceFee: 'Service fee',
    transactionFee: 'Booking fee',
    operatorFees: 'Fees for payments',
    untaxed: 'No VAT',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  de: {
    invoice: 'Rechnung',
    receipt: 'Quittung',
    credit_note: 'Rechnungskorrektur',
    number: 'Nummer',
    issued: 'Datum',
    supplied: 'Leistungsdatum',
    due: 'Zahlbar bis',
    order: 'Bestellung',
    corrects: (label, day) => `Korrigiert die Rechnung ${label} vom ${day}`,
    takesBack: (label, day) => `Hebt die Rechnungskorrektur ${label} vom ${day} auf`,
    item: 'Leistung',
    quantity: 'Anzahl',
    net: 'Netto',
    tax: 'USt',
    total: 'Gesamt',
    sum: 'Betrag',
    paid: 'Bezahlt',
    open: 'Zu zahlen',
    given_back: 'Zurückgegeben',
    return_reversed: 'Rückgabe aufgehoben',
    vatId: 'USt-IdNr.',
    taxNumber: 'Steuernummer',
    registerNumber: 'Registernummer',
    taxOf: (percent) => `USt ${percent}`,
    serviceFee: 'Servicegebühr',
    transactionFee: 'Bestellgebühr',
    operatorFees: 'Gebühren für Zahlungen',
    untaxed: 'Ohne Umsatzsteuer',
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  es: {
    invoice: 'Factura',
    receipt: 'Factura simplificada',
    credit_note: 'Factura rectificativa',
    number: 'Número',
    issued: 'Fecha',
    supplied: 'Fecha de prestación',
    due: 'Pagar antes del',
    order: 'Pedido',
    corrects: (label, day) => `Rectifica la factura ${label} del ${day}`,
    takesBack: (label, day) => `Anula la factura rectificativa ${label} del ${day}`,
    item: 'Concepto',
    quantity: 'Cantidad',
    net: 'Base',
    tax: 'IVA',
    total: 'Total',
    sum: 'Importe',
    paid: 'Pagado',
    open: 'Por pagar',
    given_back: 'Devuelto',
    return_reversed: 'Devolución anulada',
    vatId: 'NIF-IVA',
    taxNumber: 'NIF',
    registerNumber: 'Número de registro',
    taxOf: (percent) => `IVA ${percent}`,
    serviceFee: 'Gastos de servicio',
    transactionFee: 'Gastos de gestión',
    operatorFees: 'Comisiones de pagos',
    untaxed: 'Sin IVA',
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
  fr: {
    invoice: 'Facture',
    receipt: 'Reçu',
    credit_note: 'Facture d’avoir',
    number: 'Numéro',
    issued: 'Date',
    supplied: 'Date de la prestation',
    due: 'À payer avant le',
    order: 'Commande',
    corrects: (label, day) => `Corrige la facture ${label} du ${day}`,
    takesBack: (label, day) => `Annule la facture d’avoir ${label} du ${day}`,
    item: 'Désignation',
    quantity: 'Quantité',
    net: 'HT',
    tax: 'TVA',
    total: 'Total',
    sum: 'Montant TTC',
    paid: 'Payé',
    open: 'Reste à payer',
    given_back: 'Remboursé',
    return_reversed: 'Remboursement annulé',
    vatId: 'N° de TVA',
    taxNumber: 'N° fiscal',
    registerNumber: 'N° d’immatriculation',
    taxOf: (percent) => `TVA ${percent}`,
    serviceFee: 'Frais de service',
    transactionFee: 'Frais de commande',
    operatorFees: 'Frais de paiement',
    untaxed: 'Sans TVA',
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
  nl: {
    invoice: 'Factuur',
    receipt: 'Bon',
    credit_note: 'Creditfactuur',
    number: 'Nummer',
    issued: 'Datum',
    supplied: 'Datum van levering',
    due: 'Te betalen voor',
    order: 'Bestelling',
    corrects: (label, day) => `Corrigeert factuur ${label} van ${day}`,
    takesBack: (label, day) => `Herroept creditfactuur ${label} van ${day}`,
    item: 'Omschrijving',
    quantity: 'Aantal',
    net: 'Netto',
    tax: 'Btw',
    total: 'Totaal',
    sum: 'Bedrag',
    paid: 'Betaald',
    open: 'Te betalen',
    given_back: 'Teruggegeven',
    return_reversed: 'Teruggave herroepen',
    vatId: 'Btw-nummer',
    taxNumber: 'Fiscaal nummer',
    registerNumber: 'Registernummer',
    taxOf: (percent) => `Btw ${percent}`,
    serviceFee: 'Servicekosten',
    transactionFee: 'Bestelkosten',
    operatorFees: 'Kosten van betalingen',
    untaxed: 'Geen btw',
    page: (page, pages) => `Pagina ${page} van ${pages}`,
  },
  da: {
    invoice: 'Faktura',
    receipt: 'Kvittering',
    credit_note: 'Kreditnota',
    number: 'Nummer',
    issued: 'Dato',
    supplied: 'Leveringsdato',
    due: 'Betales senest',
    order: 'Ordre',
    corrects: (label, day) => `Retter faktura ${label} af ${day}`,
    takesBack: (label, day) => `Ophæver kreditnota ${label} af ${day}`,
    item: 'Ydelse',
    quantity: 'Antal',
    net: 'Netto',
    tax: 'Moms',
    total: 'I alt',
    sum: 'Beløb',
    paid: 'Betalt',
    open: 'At betale',
    given_back: 'Givet tilbage',
    return_reversed: 'Tilbagebetaling ophævet',
    vatId: 'Momsnummer',
    taxNumber: 'Skattenummer',
    registerNumber: 'Registernummer',
    taxOf: (percent) => `Moms ${percent}`,
    serviceFee: 'Servicegebyr',
    transactionFee: 'Ordregebyr',
    operatorFees: 'Gebyrer for betalinger',
    untaxed: 'Uden moms',
    page: (page, pages) => `Side ${page} af ${pages}`,
  },
}

/** Some titles differ by the seller's country. */
export function documentWords(language: string, country: string): DocumentWords {
  const spoken = spokenOf(language) ?? 'en'
  return { ...words[spoken], ...localTax(spoken, country) }
}

/** Invoice INV-00001. */
export const documentName = ({ kind, label }: { kind: DocumentKind; label: string }, language: string): string =>
  `${words[spokenOf(language) ?? 'en'][kind]} ${label}`
