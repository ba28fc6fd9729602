import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Passkey, type PasskeyRow, passkeyColumns, toPasskey } from './passkey.ts'

const path = '/v1/staff/passkeys'

const Params = Input({ passkey_id: Id() })

export const renamePasskey: Operation = (app, { sql }) =>
  app.patch(
    `${path}/:passkey_id`,
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        description: 'One’s own.',
        tags: ['Staff'],
        params: Params,
        body: Input({ name: Text(100) }),
        response: { 200: Passkey },
      },
    },
    async ({ person, params, body }) => {
      const [row] = await sql<PasskeyRow[]>`
        update staff_passkeys
        set name = ${body.name}
        where passkey_id = ${params.passkey_id}
          and account_id = ${person.accountId}
        returning ${passkeyColumns(sql)}`
      if (!row) throw new ApiError('resource_missing')
      return toPasskey(row)
    },
  )
