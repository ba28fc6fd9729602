import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffPerson } from '../../access/principal.ts'
import { type CookieDeps, type Surface, sessionCookie } from '../../access/staff/cookies.ts'
import { hashToken, openSession, sessionMs } from '../../access/staff/session-store.ts'
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
  surface: Surface = null,
): Promise<StaffPerson> {
  const { systemClock, cookies, seal } = deps
  await endSessionBefore(sql, deps, request, surface)
  const from = { address: request.ip, userAgent: request.headers['user-agent'] }
  const { sessionId, token } = await openSession(sql, systemClock, owner.account_id, from, { surface })
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

/** The session that the browser came with, its own or one that was put there, ends with a new one. */
export async function endSessionBefore(
  sql: Db,
  { cookies, sessions }: SessionDeps & CookieDeps,
  request: FastifyRequest,
  surface: Surface = null,
): Promise<void> {
  const before = cookies.read(request.headers.cookie, sessionCookie(surface))
  if (before === undefined) return
  await sql`
    delete from staff_sessions
    where token_hash = ${hashToken(before)}`
  sessions.forget(before)
}
