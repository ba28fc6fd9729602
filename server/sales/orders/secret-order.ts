import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { ORDER_SECRET_CHARACTERS_MAX, orderOfSecret } from './order-secret.ts'

/** For the description of an operation: whoever sends none has no order, like whoever sends a wrong one. */
export const SecretHeader = Type.Object({
  'x-order-secret': Type.String({ description: 'order_secret of the checkout’s answer' }),
})

/** The order that a buyer's page shows by its secret. */
export function secretOrder(seal: Seal, orgId: OrgId, headers: IncomingHttpHeaders): number {
  const secret = String(headers['x-order-secret'] ?? '')
  const orderId = secret.length > ORDER_SECRET_CHARACTERS_MAX ? undefined : orderOfSecret(seal, orgId, secret)
  if (orderId === undefined) throw noSuchOrder()
  return orderId
}

export const noSuchOrder = () =>
  new ApiError('resource_missing', {
    message: 'No order has this secret. Send the order_secret of the checkout as: X-Order-Secret: ors_….',
  })
