import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What a buyer keeps to see their order again: the order's id, sealed under the installation's secret for its organisation. Nothing
 * of it is stored, so no copy of the database opens an order; whoever makes one up has a tag of 128 bits to guess, without a
 * read of the database.
 */

const PREFIX = 'ors_'
export const ORDER_SECRET_CHARACTERS_MAX = 200

const contextOf = (orgId: OrgId) => `order secret ${orgId}`

export const orderSecretOf = (seal: Seal, orgId: OrgId, orderId: number): string =>
  PREFIX + seal.close(String(orderId), contextOf(orgId)).toString('base64url')

/** The order that a secret opens; undefined for one that is not ours. */
export function orderOfSecret(seal: Seal, orgId: OrgId, secret: string): number | undefined {
  if (!secret.startsWith(PREFIX)) return undefined
  try {
    return Number(seal.open(Buffer.from(secret.slice(PREFIX.length), 'base64url'), contextOf(orgId)))
  } catch {
    return undefined
  }
}
