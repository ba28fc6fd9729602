import { counted } from '../../language/language.ts'
import type { Words } from '../en/today.ts'

export const today: Words = {
  needsAttention: 'Braucht Aufmerksamkeit',
  nothing: 'nichts',
  failedPaymentsAndRefundsMoney:
    'Fehlgeschlagene Zahlungen und Erstattungen, überfälliges oder auszuzahlendes Geld, Konflikte am Einlass, unzustellbare E-Mails: Nichts davon ist offen.',
  no: (id) => `Nr. ${id}`,
  order: (orderId) => `Bestellung #${orderId}`,
  today: 'Heute',
  sevenDays: 'Sieben Tage',
  days: (days) => `${days} Tage`,
  salesByDay: 'Verkauf nach Tagen',
  lastDaysWhatFansPaid: (days) => `letzte ${days} Tage, was Fans bezahlt haben`,
  salesByDayOverThe: (days) => `Verkauf nach Tagen in den letzten ${days} Tagen`,
  paid: 'Bezahlt',
  comingUp: 'Demnächst',
  nothingIsPlanned: 'Nichts geplant',
  anEventIsADate:
    'Eine Veranstaltung ist ein Termin mit Plätzen und Preisen. Sie ist im Verkauf, sobald sie veröffentlicht ist.',
  tickets: (count) => counted(count, 'Karte', 'Karten'),
  orders: (count) => counted(count, 'Bestellung', 'Bestellungen'),
  attention: {
    payment_waiting: ['Zahlung wartet', 'Zahlungen warten'],
    payment_failed: ['Zahlung fehlgeschlagen', 'Zahlungen fehlgeschlagen'],
    refund_failed: ['Erstattung fehlgeschlagen', 'Erstattungen fehlgeschlagen'],
    payment_reversed: ['Zahlung zurückgebucht', 'Zahlungen zurückgebucht'],
    refund_owed: ['Erstattung auszuzahlen oder zu überweisen', 'Erstattungen auszuzahlen oder zu überweisen'],
    refund_requested: ['Erstattung wird erbeten', 'Erstattungen werden erbeten'],
    scan_conflict: ['Konflikt am Einlass', 'Konflikte am Einlass'],
    mail_undelivered: ['E-Mail unzustellbar', 'E-Mails unzustellbar'],
    webhook_endpoint_failing: ['Webhook-Empfänger antwortet nicht', 'Webhook-Empfänger antworten nicht'],
    debt_overdue: ['Zahlung überfällig', 'Zahlungen überfällig'],
    instalment_needs_fan: ['Rate konnte nicht eingezogen werden', 'Raten konnten nicht eingezogen werden'],
    instalment_returned: ['Rate kam zurück', 'Raten kamen zurück'],
    instalment_overdue: ['Rate überfällig', 'Raten überfällig'],
    renewal_failed: ['Mitgliedschaft nicht verlängert', 'Mitgliedschaften nicht verlängert'],
  },
  details: {
    dispute_opened: 'bei der Bank angefochten',
    provider_refund: 'beim Zahlungsanbieter erstattet',
    cash_refund: 'bar',
    transfer_refund: 'per Überweisung',
    due: 'nicht bezahlt',
    returned: 'zurückgekommen',
    failed: 'Einzug fehlgeschlagen',
  },
}
