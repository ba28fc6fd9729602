import { ListOf, pageOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'
import { KEYS_SHOWN_MAX, listKeys } from './key-store.ts'

export const listApiKeys: Operation = (app, { sql, systemClock }) =>
  app.get(
    '/v1/manage/api_keys',
    {
      config: { scope: 'keys:manage' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'All of them, without their secrets, newest first; at most 1,000.',
        tags: ['API keys'],
        response: { 200: ListOf('api_keys', ApiKey) },
      },
    },
    async ({ orgId }) => {
      const { has_more, page } = pageOf(await listKeys(orgId, sql, KEYS_SHOWN_MAX + 1), KEYS_SHOWN_MAX)
      const data = page.map((row) => toApiKey(row, systemClock()))
      return { object: 'api_keys', url: '/v1/manage/api_keys', has_more, data }
    },
  )
