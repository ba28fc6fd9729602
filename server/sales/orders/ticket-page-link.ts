import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { orderSecretOf } from './order-secret.ts'

export type LinkDeps = {
  seal: Seal
  /** Ours, without a slash at the end. */
  publicUrl: string
}

/** Where whoever has the link sees the order and its tickets: at the organisation's own pages, or at ours. */
export const ticketPageLink = (
  { seal, publicUrl }: LinkDeps,
  orgId: OrgId,
  { orderId, ownPages }: { orderId: number; ownPages: string | null },
): string => `${(ownPages ?? publicUrl).replace(/\/+$/, '')}/t/${orderSecretOf(seal, orgId, orderId)}`
