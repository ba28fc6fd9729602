import { type Language, spokenOf } from '../../../faces/kit/languages.ts'

/** All that a receipt of a counter says in one language. */
export type ReceiptWords = Record<
  | 'sale'
  | 'refund'
  | 'payment'
  | 'reversal'
  | 'counter'
  | 'number'
  | 'date'
  | 'order'
  | 'total'
  | 'inCash'
  | 'backInCash'
  | 'rounding'
  | 'ofThatTax'
  | 'fees'
  | 'device'
  | 'transaction'
  | 'signatureCounter'
  | 'begun'
  | 'finished'
  | 'signature'
  | 'otherwise',
  string
>

const words: Record<Language, ReceiptWords> = {
  en: {
    sale: 'Receipt',
    refund: 'Cash handed back',
    payment: 'Cash for order',
    reversal: 'Cash taken back',
    counter: 'Counter',
    number: 'Number',
    date: 'Date',
    order: 'Order',
    total: 'Total',
    inCash: 'Paid in cash',
    backInCash: 'Handed back in cash',
    rounding: 'Rounding',
    ofThatTax: 'of that tax',
    fees: 'Fees',
    device: 'Device',
    transaction: 'Transaction',
    signatureCounter: 'Signature counter',
    begun: 'Begun',
    finished: 'Finished',
    signature: 'Signature',
    otherwise: 'Paid otherwise',
  },
  de: {
    sale: 'Kassenbeleg',
    refund: 'Barauszahlung',
    payment: 'Barzahlung zur Bestellung',
    reversal: 'Zurückgenommene Barzahlung',
    counter: 'Schalter',
    number: 'Nummer',
    date: 'Datum',
    order: 'Bestellung',
    total: 'Summe',
    inCash: 'Bar bezahlt',
    backInCash: 'Bar zurückgegeben',
    rounding: 'Rundung',
    ofThatTax: 'darin Steuer',
    fees: 'Gebühren',
    device: 'Sicherheitseinrichtung',
    transaction: 'Transaktion',
    signatureCounter: 'Signaturzähler',
    begun: 'Beginn',
    finished: 'Ende',
    signature: 'Signatur',
    otherwise: 'Anders bezahlt',
  },
  es: {
    sale: 'Recibo',
    refund: 'Devolución en efectivo',
    payment: 'Efectivo por el pedido',
    reversal: 'Efectivo anulado',
    counter: 'Ventanilla',
    number: 'Número',
    date: 'Fecha',
    order: 'Pedido',
    total: 'Total',
    inCash: 'Pagado en efectivo',
    backInCash: 'Devuelto en efectivo',
    rounding: 'Redondeo',
    ofThatTax: 'impuesto incluido',
    fees: 'Gastos',
    device: 'Dispositivo',
    transaction: 'Transacción',
    signatureCounter: 'Contador de firmas',
    begun: 'Inicio',
    finished: 'Fin',
    signature: 'Firma',
    otherwise: 'Pagado de otro modo',
  },
  fr: {
    sale: 'Ticket de caisse',
    refund: 'Remboursement en espèces',
    payment: 'Espèces pour la commande',
    reversal: 'Espèces reprises',
    counter: 'Guichet',
    number: 'Numéro',
    date: 'Date',
    order: 'Commande',
    total: 'Total',
    inCash: 'Payé en espèces',
    backInCash: 'Rendu en espèces',
    rounding: 'Arrondi',
    ofThatTax: 'dont taxe',
    fees: 'Frais',
    device: 'Dispositif',
    transaction: 'Transaction',
    signatureCounter: 'Compteur de signatures',
    begun: 'Début',
    finished: 'Fin',
    signature: 'Signature',
    otherwise: 'Payé autrement',
  },
  nl: {
    sale: 'Kassabon',
    refund: 'Contant terugbetaald',
    payment: 'Contant voor bestelling',
    reversal: 'Contant teruggenomen',
    counter: 'Loket',
    number: 'Nummer',
    date: 'Datum',
    order: 'Bestelling',
    total: 'Totaal',
    inCash: 'Contant betaald',
    backInCash: 'Contant terug',
    rounding: 'Afronding',
    ofThatTax: 'waarvan btw',
    fees: 'Kosten',
    device: 'Apparaat',
    transaction: 'Transactie',
    signatureCounter: 'Handtekeningteller',
    begun: 'Begin',
    finished: 'Einde',
    signature: 'Handtekening',
    otherwise: 'Anders betaald',
  },
  da: {
    sale: 'Kassebon',
    refund: 'Kontant tilbagebetaling',
    payment: 'Kontant for ordre',
    reversal: 'Tilbageført kontantbeløb',
    counter: 'Skranke',
    number: 'Nummer',
    date: 'Dato',
    order: 'Ordre',
    total: 'I alt',
    inCash: 'Betalt kontant',
    backInCash: 'Givet tilbage kontant',
    rounding: 'Afrunding',
    ofThatTax: 'heraf moms',
    fees: 'Gebyrer',
    device: 'Enhed',
    transaction: 'Transaktion',
    signatureCounter: 'Signaturtæller',
    begun: 'Start',
    finished: 'Slut',
    signature: 'Signatur',
    otherwise: 'Betalt på anden vis',
  },
}

export const receiptWords = (language: string): ReceiptWords => words[spokenOf(language) ?? 'en']
