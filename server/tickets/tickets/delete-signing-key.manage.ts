import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { countByKey, lockKeysOf, SIGNING_KEYS_PATH, selectSigningKeys } from './event-signing-key.ts'
import { SIGNS_ON_MS } from './sign-tickets.ts'

const Reply = Type.Object(
  { signing_key_id: Type.Integer(), deleted: Type.Boolean() },
  { title: 'DeletedEventSigningKey' },
)

export const deleteSigningKey: Operation = (app, deps) =>
  app.delete(
    `${SIGNING_KEYS_PATH}/:signing_key_id`,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'deleteSigningKey',
        summary: 'Delete a retired key of an event’s barcodes',
        description: [
          'From the next manifest on, no gate takes a barcode of this key, also one that was forged. Only a key that no active ticket bears',
          'any more: re-issue or cancel those first. Until 15 minutes after it was retired, some process may still be signing.',
        ].join(' '),
        tags: ['Tickets'],
        params: Input({ event_id: Id(), signing_key_id: Id() }),
        response: { 200: Reply },
      },
    },
    (request, reply) => {
      const { orgId, params } = request
      const { event_id: eventId, signing_key_id: keyId } = params
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        await lockKeysOf(orgId, tx, eventId)
        const keys = await selectSigningKeys(tx, orgId, eventId)
        const key = keys.find(({ signing_key_id }) => signing_key_id === keyId)
        if (!key) throw new ApiError('resource_missing')
        if (key.retired_at === null) throw conflict('The key is the one that signs: replace it first.')
        if (key.retired_at.getTime() > deps.systemClock().getTime() - SIGNS_ON_MS) {
          throw conflict('The key was retired less than 15 minutes ago.')
        }
        const tickets = (await countByKey(orgId, tx, eventId, [keyId])).get(keyId) ?? 0
        if (tickets > 0) throw conflict(`${tickets} active tickets bear the key: re-issue or cancel them first.`)
        await tx`
          delete from event_signing_keys
          where org_id = ${orgId}
            and event_id = ${eventId}
            and signing_key_id = ${keyId}`
        await record(tx, deps.clock, request, {
          action: 'event.signing_key_deleted',
          objectType: 'event',
          objectId: eventId,
          before: { signing_key_id: keyId },
        })
        return { signing_key_id: keyId, deleted: true }
      })
    },
  )

const conflict = (message: string) => new ApiError('state_conflict', { message })
