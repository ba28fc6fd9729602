import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'

const path = '/v1/staff/passkeys'

const Params = Input({ passkey_id: Id() })

const Removed = Type.Object({ status: OneOf(['passkey_removed']) }, { title: 'PasskeyRemoved' })

export const removePasskey: Operation = (app, { sql }) =>
  app.delete(
    `${path}/:passkey_id`,
    {
      config: { scope: 'session', idempotent: false, needsProof: true },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'It cannot be used to sign in any more. Sessions that it began go on.',
        tags: ['Staff'],
        params: Params,
        response: { 200: Removed },
      },
    },
    async ({ person, params }) => {
      const removed = await sql`
        delete from staff_passkeys
        where passkey_id = ${params.passkey_id}
          and account_id = ${person.accountId}
        returning 1 as one`
      if (removed.length === 0) throw new ApiError('resource_missing')
      return { status: 'passkey_removed' } satisfies Static<typeof Removed>
    },
  )
