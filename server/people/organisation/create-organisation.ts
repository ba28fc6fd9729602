import { ownedRows } from '../../access/organisations.ts'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isCountry } from '../../platform/values/countries.ts'
import { isCurrency } from '../../platform/values/money.ts'
import { isTimeZone } from '../../platform/values/time.ts'
import { giveSlug } from '../shops/shop-slug.ts'

export type NewOrganisation = {
  name: string
  company?: string
  country: string
  timezone: string
  currency: string
  /** For ever. */
  mode: OrganisationMode
}

/** What is wrong with a new organisation, in words for the one who typed it; undefined when nothing is. */
export function problemOfOrganisation({
  name,
  country,
  timezone,
  currency,
}: Omit<NewOrganisation, 'mode'>): string | undefined {
  if (name.trim() === '' || name.length > 200) return 'name must have 1 to 200 characters'
  if (!isCountry(country)) return `country ${country} is not an ISO 3166-1 code such as AU`
  if (!isTimeZone(timezone)) return `timezone ${timezone} is not an IANA name such as Australia/Sydney`
  if (!isCurrency(currency)) return `currency ${currency} is not an ISO 4217 code such as AUD`
}

export async function createOrganisation(sql: Db, input: NewOrganisation): Promise<OrgId> {
  const problem = problemOfOrganisation(input)
  if (problem) throw new RangeError(problem)
  const [row] = await ownedRows(sql<{ org_id: number }[]>`
    insert into organisations (name, company, country, timezone, currency, mode)
    values (
      ${input.name}, ${input.company ?? null}, ${input.country}, ${input.timezone}, ${input.currency}, ${input.mode}
    )
    returning org_id`)
  if (!row) throw new Error('insert into organisations returned no row')
  await giveSlug(row.org_id, sql, input.name)
  return row.org_id
}
