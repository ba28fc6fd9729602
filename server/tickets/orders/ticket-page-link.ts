import type { OrgId } from '../../access/principal.ts'
import { type ShopAddress, shopUrl } from '../../people/shops/shop-address.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import { orderSecretOf, ticketSecretOf } from './order-secret.ts'

export type LinkDeps = {
  seal: Seal
  /** Ours, without a slash at the end. */
  publicUrl: string
}

/**
 * Where a buyer with the link sees the order and its tickets, or with a `ticketId` a holder the one that was passed on to them: below `pages`, the
 * organisation's own or ours.
 */
export const ticketPageLink = (
  { seal }: LinkDeps,
  orgId: OrgId,
  { orderId, version, ticketId, pages }: { orderId: number; version: number; ticketId?: number; pages: string },
): string => {
  const secret =
    ticketId === undefined
      ? orderSecretOf(seal, orgId, orderId, version)
      : ticketSecretOf(seal, orgId, { orderId, ticketId, version })
  return `${withoutTrailingSlashes(pages)}/t/${exposed(secret)}`
}

/** The page of the shop that says how to pay an order by transfer. What is behind the # is sent nowhere. */
export const transferPageLink = (
  { seal, publicUrl }: LinkDeps,
  orgId: OrgId,
  shop: ShopAddress,
  { orderId, version }: { orderId: number; version: number },
): string => `${shopUrl(publicUrl, shop)}orders/owed#${exposed(orderSecretOf(seal, orgId, orderId, version))}`
