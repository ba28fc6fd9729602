import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import {
  countByKey,
  EventParams,
  EventSigningKey,
  SIGNING_KEYS_PATH,
  selectSigningKeys,
  toEventSigningKey,
} from './event-signing-key.ts'

export const listSigningKeys: Operation = (app, { sql }) =>
  app.get(
    SIGNING_KEYS_PATH,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listSigningKeys',
        summary: 'List the keys of an event’s barcodes',
        description: 'All of them, oldest first: the one that signs and those that signed before and still verify.',
        tags: ['Tickets'],
        params: EventParams,
        response: { 200: ListOf('signing_keys', EventSigningKey) },
      },
    },
    async ({ orgId, params: { event_id: eventId } }) => {
      const [event] = await sql<{ event_id: number }[]>`
        select event_id
        from events
        where org_id = ${orgId}
          and event_id = ${eventId}`
      if (!event) throw new ApiError('resource_missing')
      const keys = await selectSigningKeys(sql, orgId, eventId)
      const ids = keys.map(({ signing_key_id }) => signing_key_id)
      const tickets = await countByKey(orgId, sql, eventId, ids)
      return {
        object: 'signing_keys',
        url: SIGNING_KEYS_PATH.replace(':event_id', String(eventId)),
        has_more: false,
        data: keys.map((row) => toEventSigningKey(row, tickets.get(row.signing_key_id) ?? 0)),
      }
    },
  )
