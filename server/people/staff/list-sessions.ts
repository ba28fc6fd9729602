import { type Static, Type } from 'typebox'
import { isSessionOpen } from '../../access/staff/session-store.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const StaffSession = Type.Object(
  {
    session_id: Type.Integer(),
    current: Type.Boolean({ description: 'the one that asks' }),
    address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    last_seen_at: Type.Integer({ description: 'to the minute' }),
    expires_at: Type.Integer(),
  },
  { title: 'StaffSession' },
)

type Row = {
  session_id: number
  address: string | null
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

export const listSessions: Operation = (app, { sql, systemClock }) =>
  app.get(
    '/v1/staff/sessions',
    {
      config: { scope: 'session', onSignOn: true },
      schema: {
        operationId: 'listSessions',
        summary: 'List one’s own sessions',
        description: 'All that are open, newest first; at most 50.',
        tags: ['Staff'],
        response: { 200: ListOf('staff_sessions', StaffSession) },
      },
    },
    async ({ person }) => {
      const rows = await sql<Row[]>`
        select s.session_id, s.address, s.user_agent, s.created_at, s.last_seen_at, s.expires_at
        from staff_sessions s
        where s.account_id = ${person.accountId}
          and ${isSessionOpen(sql, systemClock())}
        order by s.session_id desc`
      const data = rows.map(
        (row) =>
          ({
            session_id: row.session_id,
            current: row.session_id === person.sessionId,
            address: row.address,
            user_agent: row.user_agent,
            created_at: unixSeconds(row.created_at),
            last_seen_at: unixSeconds(row.last_seen_at),
            expires_at: unixSeconds(row.expires_at),
          }) satisfies Static<typeof StaffSession>,
      )
      return { object: 'staff_sessions', url: '/v1/staff/sessions', has_more: false, data }
    },
  )
