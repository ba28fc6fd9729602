import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { PASSKEYS_MAX, Passkey, type PasskeyRow, passkeyColumns, toPasskey } from './passkey.ts'

const path = '/v1/staff/passkeys'

export const listPasskeys: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'session' },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List one’s own passkeys',
        description: `Oldest first; at most ${PASSKEYS_MAX}.`,
        tags: ['Staff'],
        response: { 200: ListOf('passkeys', Passkey) },
      },
    },
    async ({ person }) => {
      const rows = await sql<PasskeyRow[]>`
        select ${passkeyColumns(sql)}
        from staff_passkeys
        where account_id = ${person.accountId}
        order by passkey_id
        limit ${PASSKEYS_MAX}`
      return { object: 'passkeys', url: path, has_more: false, data: rows.map(toPasskey) }
    },
  )
