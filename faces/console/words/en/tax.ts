/** Of tax rates, and of tax in orders and figures. */
export const tax = {
  tax: 'Tax',
  rates: 'Tax rates',
  rate: 'Tax rate',
  noTax: 'Nothing is said of tax',
  ofTotal: (gross: string) => `in ${gross}`,
  about:
    'A rate says how many per cent are tax, by the day of the event or the first day of a membership, or why none is asked for. Without rates nothing is said about tax.',
  newRate: 'New tax rate',
  noRates: 'No tax rates yet',
  noRatesText: 'A club that need not charge tax needs none.',
  title: 'Name',
  titleHint: 'As buyers read it, such as VAT',
  country: 'Country',
  kind: 'Kind',
  kinds: {
    standard: 'Standard',
    reduced: 'Reduced',
    zero: 'Zero rate',
    exempt: 'Exempt',
    reverse_charge: 'Reverse charge',
    outside_scope: 'Outside the scope of tax',
  } as Record<string, string>,
  kindHint: 'Neither the kind nor the country can be changed later.',
  reason: 'Why no tax is asked for',
  reasonHint: 'Exemptions and reverse charges need it; it is written on what buyers get.',
  optional: 'optional',
  percentage: 'Per cent',
  validFrom: 'From',
  percent: (value: string) => `${value} %`,
  percentFrom: (value: string, day: string) => `${value} % from ${day}`,
  usedFor: 'Used for',
  onFees: 'Service and transaction fees',
  onNewPrices: 'New prices and membership types',
  archiveAbout: 'It is chosen for nothing new. Prices that have it keep it, and what was sold stays as it was sold.',
}

export type Words = typeof tax
