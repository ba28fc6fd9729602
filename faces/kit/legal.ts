import type { Language } from './languages.ts'

/** What a shop owes its buyers in writing, in the order in which its foot shows them. */
export const legalKinds = ['terms', 'privacy', 'refunds', 'imprint', 'contact'] as const
export type LegalKind = (typeof legalKinds)[number]

/** A kind that is new to this page is called as the API calls it. */
export const legalTitle = (language: Language, kind: string): string =>
  (legalTitles[language] as Record<string, string>)[kind] ?? kind

/** Each title is the one that readers of the language expect. */
export const legalTitles: Record<Language, Record<LegalKind, string>> = {
  en: { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', imprint: 'Imprint', contact: 'Contact' },
  de: { terms: 'AGB', privacy: 'Datenschutz', refunds: 'Erstattung', imprint: 'Impressum', contact: 'Kontakt' },
  es: {
    terms: 'Condiciones',
    privacy: 'Privacidad',
    refunds: 'Devoluciones',
    imprint: 'Aviso legal',
    contact: 'Contacto',
  },
  fr: {
    terms: 'CGV',
    privacy: 'Confidentialité',
    refunds: 'Remboursements',
    imprint: 'Mentions légales',
    contact: 'Contact',
  },
  nl: { terms: 'Voorwaarden', privacy: 'Privacy', refunds: 'Terugbetaling', imprint: 'Colofon', contact: 'Contact' },
  da: { terms: 'Betingelser', privacy: 'Privatliv', refunds: 'Refusion', imprint: 'Om os', contact: 'Kontakt' },
}
