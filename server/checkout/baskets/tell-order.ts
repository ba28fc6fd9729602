import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/errors.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'

/**
 * For routes that name a basket by its id, which only the buyer has: where the basket has become an order, the refusal opens
 * it, so that a page which lost the checkout's answer can go on. Added as the answer leaves, since the secret is stored nowhere.
 */
export const tellOrder =
  ({ seal }: Pick<PlatformDeps, 'seal'>) =>
  (error: Error, request: FastifyRequest): never => {
    if (!(error instanceof ApiError) || error.code !== 'basket_already_checked_out') throw error
    const orderId = error.field('order_id')
    throw typeof orderId === 'number'
      ? error.with({ order_secret: exposed(orderSecretOf(seal, request.orgId, orderId)) })
      : error
  }
