import { type Static, Type } from 'typebox'
import type { CookieDeps } from '../../access/staff/cookies.ts'
import { endSession, isSessionOpen } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { describePerson, SignedIn } from './account.ts'

/** What somebody sees and ends of their own sessions. */

export const retrieveSignedIn: Operation = (app, { sql }) =>
  app.get(
    '/v1/staff/me',
    {
      config: { scope: 'session' },
      schema: {
        operationId: 'retrieveSignedIn',
        summary: 'Who is signed in',
        description: 'With the organisations that they work for, and as what.',
        tags: ['Staff'],
        response: { 200: SignedIn },
      },
    },
    ({ person }) => describePerson(sql, person),
  )

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

export const listSessions: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/staff/sessions',
    {
      config: { scope: 'session' },
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
          and ${isSessionOpen(sql, clock())}
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

const Ended = Type.Object({ session_id: Type.Integer(), ended: Type.Boolean() }, { title: 'EndedSession' })

export const endOwnSession: Operation = (app, { sql }) =>
  app.delete(
    '/v1/staff/sessions/:session_id',
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'endSession',
        summary: 'End a session',
        description: 'Of one’s own; everywhere within 5 seconds.',
        tags: ['Staff'],
        params: Input({ session_id: Id() }),
        response: { 200: Ended },
      },
    },
    async ({ person, params }) => {
      const ended = await endSession(sql, person.accountId, params.session_id)
      if (!ended) throw new ApiError('resource_missing')
      return { session_id: params.session_id, ended }
    },
  )

export const signOut: Operation<SessionDeps & CookieDeps> = (app, { sql, sessions, cookies }) =>
  app.post(
    '/v1/staff/sign_out',
    {
      config: { scope: 'session', idempotent: false },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session that asks.',
        tags: ['Staff'],
        response: { 200: Ended },
      },
    },
    async ({ person, headers }, reply) => {
      const ended = await endSession(sql, person.accountId, person.sessionId)
      const token = cookies.read(headers.cookie, 'gs')
      if (token !== undefined) sessions.forget(token)
      cookies.clear(reply, 'gs')
      return { session_id: person.sessionId, ended }
    },
  )
