import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'
import { Basket, toBasket } from './basket.ts'
import { BasketId, uuidOfBasket } from './basket-state.ts'
import { readBaskets } from './find-baskets.ts'

const Params = Input({ basket_id: BasketId })

export const retrieveBasket: Operation = (app, deps) =>
  app.get(
    '/v1/baskets/:basket_id',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveBasket',
        summary: 'Retrieve a basket',
        description:
          'Anyone with its id may: it is long and random. Reading does not prolong it. Once it is being paid, or has been, ' +
          '`order` has the secret that opens the order.',
        tags: ['Baskets'],
        params: Params,
        response: { 200: Basket },
      },
    },
    (request) => readOwnBasket(deps, request.orgId, uuidOfBasket(request.params.basket_id), readerLanguage(request)),
  )

/** As its buyer may see it, the secret of its order included. */
export async function readOwnBasket(
  { sql, clock, seal }: Pick<PlatformDeps, 'sql' | 'clock' | 'seal'>,
  orgId: OrgId,
  basketId: string,
  language: ReturnType<typeof readerLanguage>,
): Promise<Basket> {
  const contents = (await readBaskets(orgId, sql, [basketId])).get(basketId)
  if (!contents) throw new ApiError('resource_missing')
  const basket = toBasket(orgId, contents, clock(orgId), { language })
  const { order, status } = basket
  if (!order || (status !== 'paying' && status !== 'checked_out')) return basket
  return { ...basket, order: { ...order, order_secret: orderSecretOf(seal, orgId, order.order_id) } }
}
