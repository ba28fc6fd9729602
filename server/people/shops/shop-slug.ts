import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What begins an address below /shop/ in the shop itself; the table has the same list. */
export const RESERVED_SLUGS = [
  'assets',
  'basket',
  'embed',
  'events',
  'find-tickets',
  'legal',
  'members',
  'memberships',
  'orders',
  'seats',
  'signed-in',
  'tickets',
]

const SLUG = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/
const SLUG_LENGTH_MAX = 60
/** So that a number fits behind it. */
const NAME_PART_MAX = 40

export const ShopSlug = Type.Refine(
  Type.String({
    minLength: 2,
    maxLength: SLUG_LENGTH_MAX,
    description: 'its shop is at /shop/{shop_slug}/: lower-case letters, digits and hyphens',
  }),
  (slug) => SLUG.test(slug) && !RESERVED_SLUGS.includes(slug),
  () => 'must be lower-case letters, digits and hyphens, and none of the shop’s own addresses',
)

/** A name as it can stand in an address: "Malmö FF" becomes malmo-ff. Empty where nothing of it can. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_PART_MAX)
    .replaceAll(/^-|-$/g, '')

/**
 * The first slug of an organisation: its name, or with its number behind where that is taken, reserved or too short. A name that ends in a
 * number gets it too, so that it is not what another's would be; should staff have chosen that one, chance finds another.
 */
export async function giveSlug(orgId: OrgId, sql: Db, name: string): Promise<void> {
  const plain = slugOf(name)
  const isFit = SLUG.test(plain) && !RESERVED_SLUGS.includes(plain) && !/-\d+$/.test(plain)
  const numbered = `${plain === '' ? 'shop' : plain}-${orgId}`
  const byChance = `shop-${orgId}-${randomBytes(4).toString('hex')}`
  for (const slug of [...(isFit ? [plain] : []), numbered, byChance]) {
    const [given] = await sql`
      insert into shop_slugs (org_id, slug)
      values (${orgId}, ${slug})
      on conflict (slug) do nothing
      returning 1 as one`
    if (given) return
  }
  throw new Error(`no slug could be given to organisation ${orgId}`)
}
