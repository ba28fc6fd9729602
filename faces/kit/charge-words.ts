import type { Language } from './languages.ts'

export type ChargeWords = {
  /** The title stands above the table of charges. */
  title: string
  today: string
  total: string
  day: string
  amount: string
  /** In one sentence: today's charge and the sum of those that follow. */
  summary: (now: string, later: string, payments: number, last: string) => string
}

/** The words of payment plans, wherever a buyer or a member reads one. */
export const chargeWords: Record<Language, ChargeWords> = {
  en: {
    title: 'Payment plan',
    today: 'Today',
    total: 'Total',
    day: 'Due',
    amount: 'Amount',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `${now} today, then ${later} on ${last}`
        : `${now} today, then ${later} in ${payments} payments until ${last}`,
  },
  de: {
    title: 'Zahlungsplan',
    today: 'Heute',
    total: 'Gesamt',
    day: 'Fällig',
    amount: 'Betrag',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `heute ${now}, dann ${later} am ${last}`
        : `heute ${now}, dann ${later} in ${payments} Raten bis ${last}`,
  },
  es: {
    title: 'Plan de pagos',
    today: 'Hoy',
    total: 'Total',
    day: 'Vence',
    amount: 'Importe',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `${now} hoy y ${later} el ${last}`
        : `${now} hoy y ${later} en ${payments} plazos hasta el ${last}`,
  },
  fr: {
    title: 'Échéancier',
    today: 'Aujourd’hui',
    total: 'Total',
    day: 'Échéance',
    amount: 'Montant',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `${now} aujourd’hui, puis ${later} le ${last}`
        : `${now} aujourd’hui, puis ${later} en ${payments} échéances jusqu’au ${last}`,
  },
  nl: {
    title: 'Betalingsplan',
    today: 'Vandaag',
    total: 'Totaal',
    day: 'Te betalen op',
    amount: 'Bedrag',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `${now} vandaag, daarna ${later} op ${last}`
        : `${now} vandaag, daarna ${later} in ${payments} termijnen tot en met ${last}`,
  },
  da: {
    title: 'Betalingsplan',
    today: 'I dag',
    total: 'I alt',
    day: 'Forfalder',
    amount: 'Beløb',
    summary: (now, later, payments, last) =>
      payments === 1
        ? `${now} i dag, derefter ${later} den ${last}`
        : `${now} i dag, derefter ${later} i ${payments} rater til ${last}`,
  },
}
