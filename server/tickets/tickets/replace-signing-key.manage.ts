import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import {
  EventParams,
  EventSigningKey,
  lockKeysOf,
  SIGNING_KEYS_PATH,
  selectSigningKeys,
  toEventSigningKey,
} from './event-signing-key.ts'
import type { SigningDeps } from './sign-tickets.ts'
import { ensureSigningKey } from './signing-keys.ts'

/** Every scanner is sent all of them. */
const KEYS_MAX = 20

export const replaceSigningKey: Operation<SigningDeps> = (app, deps) =>
  app.post(
    SIGNING_KEYS_PATH,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'replaceSigningKey',
        summary: 'Replace the key that signs an event’s barcodes',
        description: [
          'For a key that may have leaked. Barcodes that are issued from now on bear the new key; processes that had opened the old',
          'one stop using it within ten minutes. What the old one has signed stays valid, here and in the manifest, until those',
          'tickets are re-issued or revoked and the old key is deleted.',
        ].join(' '),
        tags: ['Tickets'],
        params: EventParams,
        response: { 201: EventSigningKey },
      },
    },
    async (request, reply) => {
      const { orgId, params } = request
      const { event_id: eventId } = params
      reply.code(201)
      const signingKey = await change({ ...deps, orgId, request, reply }, async (tx) => {
        // Of two at once the second waits, and replaces the key of the first.
        await lockKeysOf(orgId, tx, eventId)
        const before = await selectSigningKeys(tx, orgId, eventId)
        if (before.length >= KEYS_MAX) {
          const message = `The event has ${KEYS_MAX} keys, which is the most: delete those that no ticket bears.`
          throw new ApiError('state_conflict', { message })
        }
        await tx`
          update event_signing_keys
          set retired_at = ${deps.systemClock()}
          where org_id = ${orgId}
            and event_id = ${eventId}
            and retired_at is null`
        const { signingKeyId } = await ensureSigningKey(orgId, tx, deps, eventId)
        const row = (await selectSigningKeys(tx, orgId, eventId)).find((key) => key.signing_key_id === signingKeyId)
        if (!row) throw new Error('a signing key was lost while it was made')
        const signed = before.find(({ retired_at }) => retired_at === null)?.signing_key_id ?? null
        await record(tx, deps.clock, request, {
          action: 'event.signing_key_replaced',
          objectType: 'event',
          objectId: eventId,
          before: { signing_key_id: signed },
          after: { signing_key_id: signingKeyId },
        })
        return toEventSigningKey(row, 0)
      })
      deps.signer.forget(orgId, eventId)
      return signingKey
    },
  )
