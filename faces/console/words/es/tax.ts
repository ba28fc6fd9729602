import type { Words } from '../en/tax.ts'

export const tax: Words = {
  tax: 'Impuestos',
  rates: 'Tipos impositivos',
  rate: 'Tipo impositivo',
  noTax: 'Sin indicar impuesto',
  ofTotal: (gross) => `en ${gross}`,
  about:
    'Un tipo dice cuánto por ciento es impuesto, según el día del evento o el primer día de un abono, o por qué no se cobra. Sin tipos no se dice nada de impuestos.',
  newRate: 'Nuevo tipo',
  noRates: 'Aún no hay tipos impositivos',
  noRatesText: 'Un club que no tiene que repercutir impuestos no necesita ninguno.',
  title: 'Nombre',
  titleHint: 'Como lo leen los compradores, por ejemplo IVA',
  country: 'País',
  kind: 'Clase',
  kinds: {
    standard: 'General',
    reduced: 'Reducido',
    zero: 'Tipo cero',
    exempt: 'Exento',
    reverse_charge: 'Inversión del sujeto pasivo',
    outside_scope: 'No sujeto',
  },
  kindHint: 'Ni la clase ni el país se pueden cambiar después.',
  reason: 'Por qué no se cobra impuesto',
  reasonHint: 'Necesario si está exento o hay inversión del sujeto pasivo; figura en lo que reciben los compradores.',
  optional: 'opcional',
  percentage: 'Por ciento',
  validFrom: 'Desde',
  percent: (value) => `${value} %`,
  percentFrom: (value, day) => `${value} % desde ${day}`,
  usedFor: 'Se aplica a',
  onFees: 'Gastos de gestión y por pedido',
  onNewPrices: 'Precios y abonos nuevos',
  archiveAbout:
    'No se elige para nada nuevo. Los precios que lo tienen lo conservan, y lo vendido queda como se vendió.',
}
