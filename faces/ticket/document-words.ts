import type { Language } from '../kit/languages.ts'

type PageDocumentWords = {
  documents: string
  kinds: Record<string, string>
  xml: string
}

/** Of the buyer's documents alone, which come with them. */
export const pageDocumentWords: Record<Language, PageDocumentWords> = {
  en: {
    documents: 'Invoices and receipts',
    kinds: { invoice: 'Invoice', receipt: 'Receipt', credit_note: 'Credit note' },
    xml: 'E-invoice',
  },
  de: {
    documents: 'Rechnungen und Quittungen',
    kinds: { invoice: 'Rechnung', receipt: 'Quittung', credit_note: 'Rechnungskorrektur' },
    xml: 'E-Rechnung',
  },
  es: {
    documents: 'Facturas y recibos',
    kinds: { invoice: 'Factura', receipt: 'Factura simplificada', credit_note: 'Factura rectificativa' },
    xml: 'Factura electrónica',
  },
  fr: {
    documents: 'Factures et reçus',
    kinds: { invoice: 'Facture', receipt: 'Reçu', credit_note: 'Facture d’avoir' },
    xml: 'Facture électronique',
  },
  nl: {
    documents: 'Facturen en bonnen',
    kinds: { invoice: 'Factuur', receipt: 'Bon', credit_note: 'Creditfactuur' },
    xml: 'E-factuur',
  },
  da: {
    documents: 'Fakturaer og kvitteringer',
    kinds: { invoice: 'Faktura', receipt: 'Kvittering', credit_note: 'Kreditnota' },
    xml: 'E-faktura',
  },
}
