import type { Words } from '../en/tax.ts'

export const tax: Words = {
  tax: 'Steuer',
  rates: 'Steuersätze',
  rate: 'Steuersatz',
  noTax: 'Keine Angabe zur Steuer',
  ofTotal: (gross) => `in ${gross}`,
  about:
    'Ein Satz sagt, wie viel Prozent Steuer sind, nach dem Tag der Veranstaltung oder dem ersten Tag einer Mitgliedschaft, oder warum keine verlangt wird. Ohne Sätze steht nirgends etwas von Steuer.',
  newRate: 'Neuer Steuersatz',
  noRates: 'Noch keine Steuersätze',
  noRatesText: 'Ein Verein, der keine Steuer ausweisen muss, braucht keine.',
  title: 'Name',
  titleHint: 'Wie Käufer ihn lesen, etwa MwSt.',
  country: 'Land',
  kind: 'Art',
  kinds: {
    standard: 'Regelsatz',
    reduced: 'Ermäßigt',
    zero: 'Nullsatz',
    exempt: 'Steuerfrei',
    reverse_charge: 'Steuerschuld des Empfängers',
    outside_scope: 'Nicht steuerbar',
  },
  kindHint: 'Art und Land können Sie später nicht ändern.',
  reason: 'Warum keine Steuer verlangt wird',
  reasonHint: 'Nötig bei „Steuerfrei“ und „Steuerschuld des Empfängers“; der Text steht auf dem, was Käufer bekommen.',
  optional: 'freiwillig',
  percentage: 'Prozent',
  validFrom: 'Ab',
  percent: (value) => `${value} %`,
  percentFrom: (value, day) => `${value} % ab ${day}`,
  usedFor: 'Gilt für',
  onFees: 'Service- und Bestellgebühren',
  onNewPrices: 'Neue Preise und Mitgliedschaften',
  archiveAbout:
    'Er wird für nichts Neues gewählt. Preise, die ihn haben, behalten ihn, und Verkauftes bleibt, wie es verkauft wurde.',
}
