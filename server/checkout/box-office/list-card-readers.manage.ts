import { Type } from 'typebox'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireCardReaders } from './card-readers.ts'

const CardReader = Type.Object(
  { reader_id: Type.String(), name: Type.String(), status: OneOf(['online', 'offline']) },
  { title: 'CardReader' },
)

const path = '/v1/manage/card_readers'

export const listCardReaders: Operation<PaymentDeps> = (app, deps) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage', mayConflict: true },
      schema: {
        operationId: 'listCardReaders',
        summary: 'List the card readers',
        description: 'Those of the payment account; in a sandbox, pretended ones for each thing that can happen.',
        tags: ['Box office'],
        response: { 200: ListOf('card_readers', CardReader) },
      },
    },
    async ({ orgId }) => {
      const { provider, account } = await requireCardReaders(deps, orgId)
      const readers = (await provider.readers?.(account)) ?? []
      const data = readers.map(({ reader_id, name, status }) => ({ reader_id, name, status }))
      return { object: 'card_readers', url: path, has_more: false, data }
    },
  )
