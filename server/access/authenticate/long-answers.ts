import { Readable } from 'node:stream'
import type { FastifyInstance, onSendHookHandler } from 'fastify'
import type { Sql } from '../../platform/postgres/database.ts'
import { runPeriodically } from '../../platform/process/periodic.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { OrgId, Principal, StaffPrincipal } from '../principal.ts'
import { isSessionOpen } from '../staff/session-store.ts'

/** A key that was revoked, a session that has ended, and an organisation that was suspended or has moved, end everywhere within five seconds: in the midst of an answer too. */
const LOOK_EVERY_MS = 2000

/**
 * Ends the answers that are still being sent when their key, or their session, stops working. Every route that may take as long as its reader does is
 * watched, without its handler's help; all others are over sooner.
 */
export function endLongAnswers(
  app: FastifyInstance,
  { sql, systemClock }: { sql: Sql; systemClock: SystemClock },
): void {
  const answers = new Map<Readable, { principal: Principal; isEventStream: boolean }>()

  const remember: onSendHookHandler = (request, reply, payload, done) => {
    if (payload instanceof Readable && request.principal) {
      const isEventStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      answers.set(payload, { principal: request.principal, isEventStream })
      payload.once('close', () => answers.delete(payload))
    }
    done()
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.unhurried) route.onSend = [...[route.onSend ?? []].flat(), remember]
  })

  const look = async () => {
    for (const [orgId, group] of Map.groupBy(answers, ([, { principal }]) => principal.orgId)) {
      const principals = group.map(([, { principal }]) => principal)
      const isWorking = await findWorking(orgId, sql, systemClock(), principals)
      const lastWord = principals.every(isWorking) ? '' : await lastWordOf(orgId, sql)
      for (const [answer, { principal, isEventStream }] of group) {
        if (isWorking(principal)) continue
        // Events end in order; a list breaks off, so that the reader does not take half of it for the whole.
        if (isEventStream) {
          if (lastWord !== '') answer.push(lastWord)
          answer.push(null)
        } else answer.destroy(new Error('its key or session stopped working'))
      }
    }
  }
  const looking = runPeriodically([{ name: 'keys of long answers', everyMs: LOOK_EVERY_MS, run: look }], (name, err) =>
    app.log.error({ err }, `${name} could not be read`),
  )
  app.addHook('preClose', () => looking.stop())
}

/** Where to connect again, if the organisation is in another cell. */
async function lastWordOf(orgId: OrgId, sql: Sql): Promise<string> {
  const [move] = await sql<{ cell_url: string }[]>`
    select address as cell_url
    from organisation_moves
    where org_id = ${orgId}
      and move_state <> 'leaving'
      and address is not null`
  return move ? `event: organisation_moved\ndata: ${JSON.stringify(move)}\n\n` : ''
}

/** Whose answers may go on. */
async function findWorking(orgId: OrgId, sql: Sql, now: Date, principals: Principal[]) {
  const keyIds = principals.flatMap((principal) => (principal.kind === 'staff' ? [] : [principal.keyId]))
  const staff = principals.filter((principal) => principal.kind === 'staff')
  const workingKeys = keyIds.length > 0 ? await findWorkingKeys(orgId, sql, now, [...new Set(keyIds)]) : new Set()
  const workingStaff = staff.length > 0 ? await findWorkingStaff(orgId, sql, now, staff) : new Set()
  return (principal: Principal): boolean =>
    principal.kind === 'staff' ? workingStaff.has(nameOf(principal)) : workingKeys.has(principal.keyId)
}

/** A session, and the role that it had when the answer began. */
const nameOf = ({ person, staffId, role }: StaffPrincipal) => `${person.sessionId} ${staffId} ${role}`

async function findWorkingStaff(orgId: OrgId, sql: Sql, now: Date, staff: StaffPrincipal[]): Promise<Set<string>> {
  const sessions = await sql<{ session_id: number }[]>`
    select s.session_id
    from staff_sessions s
    where s.session_id = any (${staff.map(({ person }) => person.sessionId)}::bigint[])
      and ${isSessionOpen(sql, now)}`
  const members = await sql<{ staff_id: number; role: string }[]>`
    select s.staff_id, s.role
    from staff_members s
    join organisations o using (org_id)
    left join organisation_moves m on m.org_id = ${orgId} and m.move_state <> 'leaving'
    where s.org_id = ${orgId}
      and s.staff_id = any (${staff.map(({ staffId }) => staffId)}::bigint[])
      and s.staff_status = 'active'
      and o.suspended_at is null
      and m.org_id is null`
  const open = new Set(sessions.map(({ session_id }) => session_id))
  const roles = new Map(members.map(({ staff_id, role }) => [staff_id, role]))
  const working = staff.filter(({ person, staffId, role }) => open.has(person.sessionId) && roles.get(staffId) === role)
  return new Set(working.map(nameOf))
}

async function findWorkingKeys(orgId: OrgId, sql: Sql, now: Date, keyIds: number[]): Promise<Set<number>> {
  const rows = await sql<{ key_id: number }[]>`
    select k.key_id
    from api_keys k
    join organisations o using (org_id)
    left join organisation_moves m on m.org_id = ${orgId} and m.move_state <> 'leaving'
    where k.org_id = ${orgId}
      and k.key_id = any (${keyIds}::bigint[])
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
      and o.suspended_at is null
      and m.org_id is null`
  return new Set(rows.map(({ key_id }) => key_id))
}
