/** Where buyers are used to prices on which tax comes on top: ISO 3166-1 alpha-2. Everywhere else the law or the custom is that it is included. */
const TAX_ON_TOP = new Set(['AS', 'CA', 'GU', 'MP', 'PR', 'US', 'VI'])

export const isIncludedByCustom = (country: string): boolean => !TAX_ON_TOP.has(country)
