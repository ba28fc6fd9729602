import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type ShopAddress, shopUrl } from '../../people/shops/shop-address.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { openNumbers, sealNumbers } from '../../platform/values/sealed-numbers.ts'

/*
 * What the link of a debt carries: organisation, debt, version and until when it counts, sealed under the installation's secret. Nothing
 * of it is stored. It lets its bearer see this debt alone, pay it, or say where what the organisation owes is to go.
 */

const DEBT_SECRET = { prefix: 'dbs_', context: 'debt link' }

/** Long enough for a season's invoice; a reminder brings a new one. */
const LINK_MS = 90 * DAY_MS

export type DebtLink = { debtId: number; version: number; expiresAt: Date }

export const linkExpiry = (from: Date): Date => new Date(from.getTime() + LINK_MS)

const secretOf = (seal: Seal, orgId: OrgId, { debtId, version, expiresAt }: DebtLink): string =>
  sealNumbers(seal, DEBT_SECRET, [orgId, debtId, version, unixSeconds(expiresAt)])

/** A page of the organisation's shop. What is behind the # is sent nowhere. */
export const debtUrl = (
  { seal, publicUrl }: { seal: Seal; publicUrl: string },
  orgId: OrgId,
  shop: ShopAddress,
  link: DebtLink,
): string => `${shopUrl(publicUrl, shop)}orders/owed#${secretOf(seal, orgId, link)}`

/** What a secret says that we made; undefined of every other, and of one for another organisation. */
export function readDebtSecret(seal: Seal, orgId: OrgId, headers: IncomingHttpHeaders): DebtLink | undefined {
  const [organisation, debtId = 0, version = 0, expires = 0] =
    openNumbers(seal, DEBT_SECRET, headers['x-debt-secret']) ?? []
  return organisation === orgId ? { debtId, version, expiresAt: fromUnixSeconds(expires) } : undefined
}

export const DebtSecretHeader = Type.Object({
  'x-debt-secret': Type.String({ description: 'what stands behind the # of the link that the fan was mailed' }),
})
