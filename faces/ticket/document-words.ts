import type { Language } from '../kit/languages.ts'

type PageDocumentWords = {
  documents: string
  kinds: Record<string, string>
  xml: string
  receipt: string
  invoiceFor: (name: string) => string
  wantInvoice: string
  change: string
  until: (time: string) => string
}

/** Of the buyer's documents alone, which come with them. */
export const pageDocumentWords: Record<Language, PageDocumentWords> = {
  en: {
    documents: 'Invoices and receipts',
    kinds: { invoice: 'Invoice', receipt: 'Receipt', credit_note: 'Credit note' },
    xml: 'E-invoice',
    receipt: 'You will get a receipt without an address.',
    invoiceFor: (name) => `The invoice will be for ${name}.`,
    wantInvoice: 'Ask for an invoice',
    change: 'Change',
    until: (time) => `It can be changed here until ${time}.`,
  },
  de: {
    documents: 'Rechnungen und Quittungen',
    kinds: { invoice: 'Rechnung', receipt: 'Quittung', credit_note: 'Rechnungskorrektur' },
    xml: 'E-Rechnung',
    receipt: 'Sie bekommen eine Quittung ohne Anschrift.',
    invoiceFor: (name) => `Die Rechnung wird auf ${name} ausgestellt.`,
    wantInvoice: 'Rechnung anfordern',
    change: 'Ändern',
    until: (time) => `Hier lässt es sich bis ${time} ändern.`,
  },
  es: {
    documents: 'Facturas y recibos',
    kinds: { invoice: 'Factura', receipt: 'Factura simplificada', credit_note: 'Factura rectificativa' },
    xml: 'Factura electrónica',
    receipt: 'Recibirás una factura simplificada sin dirección.',
    invoiceFor: (name) => `La factura será para ${name}.`,
    wantInvoice: 'Pedir una factura',
    change: 'Cambiar',
    until: (time) => `Se puede cambiar aquí hasta el ${time}.`,
  },
  fr: {
    documents: 'Factures et reçus',
    kinds: { invoice: 'Facture', receipt: 'Reçu', credit_note: 'Facture d’avoir' },
    xml: 'Facture électronique',
    receipt: 'Vous recevrez un reçu sans adresse.',
    invoiceFor: (name) => `La facture sera au nom de ${name}.`,
    wantInvoice: 'Demander une facture',
    change: 'Modifier',
    until: (time) => `Vous pouvez la modifier ici jusqu’au ${time}.`,
  },
  nl: {
    documents: 'Facturen en bonnen',
    kinds: { invoice: 'Factuur', receipt: 'Bon', credit_note: 'Creditfactuur' },
    xml: 'E-factuur',
    receipt: 'Je krijgt een bon zonder adres.',
    invoiceFor: (name) => `De factuur komt op naam van ${name}.`,
    wantInvoice: 'Factuur vragen',
    change: 'Wijzigen',
    until: (time) => `Je kunt het hier wijzigen tot ${time}.`,
  },
  da: {
    documents: 'Fakturaer og kvitteringer',
    kinds: { invoice: 'Faktura', receipt: 'Kvittering', credit_note: 'Kreditnota' },
    xml: 'E-faktura',
    receipt: 'Du får en kvittering uden adresse.',
    invoiceFor: (name) => `Fakturaen udstedes til ${name}.`,
    wantInvoice: 'Bed om en faktura',
    change: 'Ret',
    until: (time) => `Det kan rettes her indtil ${time}.`,
  },
}
