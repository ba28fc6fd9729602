import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import type { StaffPerson } from '../../access/principal.ts'
import { type CookieDeps, type Surface, sessionCookie } from '../../access/staff/cookies.ts'
import { findSession, hashToken, openSession, type SessionKind, sessionMs } from '../../access/staff/session-store.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DEVICE_SECONDS, newDevice } from './attempts.ts'

type Owner = { account_id: number; email_address: string; name: string }

/**
 * Signs a person in who has proved to be this account. The token is a new one, whatever cookie the browser came with: one that
 * an attacker has put there is worth nothing, and the session that it was is over.
 */
export async function beginSession(
  sql: Db,
  deps: PlatformDeps & SessionDeps & CookieDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: Owner,
  { surface = null, isAgreed }: { surface?: Surface; isAgreed: boolean },
): Promise<StaffPerson> {
  const { systemClock, cookies, seal } = deps
  const { sessionId, token } = await replaceSession(sql, deps, request, owner.account_id, { surface, isAgreed })
  cookies.set(reply, sessionCookie(surface), token, sessionMs(surface) / 1000)
  cookies.set(reply, 'gs_device', newDevice(seal, owner.email_address), DEVICE_SECONDS)
  return {
    accountId: owner.account_id,
    email: owner.email_address,
    signOn: null,
    name: owner.name,
    sessionId,
    provedAt: systemClock(),
    surface,
  }
}

/** With `isAgreed`, the person knows that they change who is signed in here: they typed a password, or were asked. A link is no agreement. */
export type SessionReplacement = SessionKind & { isAgreed: boolean }

/**
 * The only way to a new session of a browser. The one that the browser came with ends. If that is another person's and they did not agree,
 * it stays, and there is no new one: otherwise a link could have them work in an account that its sender can read.
 */
export async function replaceSession(
  sql: Db,
  { systemClock, cookies, sessions }: PlatformDeps & SessionDeps & CookieDeps,
  request: FastifyRequest,
  accountId: number,
  { isAgreed, ...kind }: SessionReplacement,
): Promise<{ sessionId: number; token: string }> {
  const before = cookies.read(request.headers.cookie, sessionCookie(kind.surface ?? null))
  if (before !== undefined) {
    const running = await findSession(sql, systemClock(), hashToken(before))
    if (running && running.account_id !== accountId && !isAgreed) throw new AccessError('session_running')
    await sql`
      delete from staff_sessions
      where token_hash = ${hashToken(before)}`
    sessions.forget(before)
  }
  const from = { address: request.ip, userAgent: request.headers['user-agent'] }
  return openSession(sql, systemClock, accountId, from, kind)
}

/** Operations that a link leads to take this. */
export const EndsSession = Type.Boolean({
  default: false,
  description: 'the person was asked, and agrees that the session of another person in this browser ends',
})
