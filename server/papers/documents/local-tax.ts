import type { Language } from '../../../faces/kit/languages.ts'

/** What is said of tax by another name than VAT. */
export type TaxWords = {
  tax: string
  taxOf: (percent: string) => string
  untaxed: string
  taxNumber?: string
  invoice?: string
}

/** Where the tax is GST by law: what the number is called by which its office knows a seller, and the invoice with it, in English, a tax invoice. */
const GST_NUMBERS: Record<string, string> = {
  AU: 'ABN',
  IN: 'GSTIN',
  NZ: 'GST number',
  SG: 'GST registration number',
}

/** Where several taxes stand side by side, none of which is called VAT. */
const SALES_TAX = new Set(['AS', 'CA', 'GU', 'MP', 'PR', 'US', 'VI'])

const PLAIN: Record<Language, [tax: string, untaxed: string]> = {
  en: ['Tax', 'No tax'],
  de: ['Steuer', 'Ohne Steuer'],
  es: ['Impuesto', 'Sin impuesto'],
  fr: ['Taxe', 'Sans taxe'],
  nl: ['Belasting', 'Geen belasting'],
  da: ['Afgift', 'Uden afgift'],
}
const WITHOUT_GST: Record<Language, string> = {
  en: 'No GST',
  de: 'Ohne GST',
  es: 'Sin GST',
  fr: 'Sans GST',
  nl: 'Geen GST',
  da: 'Uden GST',
}

/**
 * Tax goes by the name that it has in the seller's country, in whichever language the document is: its reader looks for that name in the law and
 * in their books. Nothing where VAT is what it is called.
 */
export function localTax(language: Language, country: string): TaxWords | undefined {
  const taxNumber = GST_NUMBERS[country]
  if (taxNumber !== undefined) {
    const words = {
      tax: 'GST',
      taxOf: (percent: string) => `GST ${percent}`,
      untaxed: WITHOUT_GST[language],
      taxNumber,
    }
    return language === 'en' ? { ...words, invoice: 'Tax invoice' } : words
  }
  if (!SALES_TAX.has(country)) return undefined
  const [tax, untaxed] = PLAIN[language]
  return { tax, taxOf: (percent) => `${tax} ${percent}`, untaxed }
}
