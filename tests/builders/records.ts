import type { Answer } from '../harness/house.ts'
import type { Owner, Store } from './rows.ts'

/** Bodies are looked into field by field, as those of answers are. */
type Loose = Answer['body']

export type AuditEntry = { action: string; object_type: string; object_id: string; before: Loose; after: Loose }

/** What the audit log says of an organisation, oldest first; of one object only, where it is named. */
export async function auditOf({ sql }: Store, { orgId }: Owner, type?: string, id?: unknown): Promise<AuditEntry[]> {
  const rows = await sql<AuditEntry[]>`
    select action, object_type, object_id, before, after
    from audit_log
    where org_id = ${orgId}
    order by audit_id`
  const isMeant = ({ object_type, object_id }: AuditEntry) =>
    (type === undefined || object_type === type) && (id === undefined || object_id === String(id))
  return rows.filter(isMeant)
}

/** The last thing that the audit log says: what was done, and the values before and after. */
export async function lastAudit(store: Store, owner: Owner): Promise<Pick<AuditEntry, 'action' | 'before' | 'after'>> {
  const entry = (await auditOf(store, owner)).at(-1)
  if (!entry) throw new Error('the audit log is empty')
  const { action, before, after } = entry
  return { action, before, after }
}

export type Message = { type: string; payload: Loose }

/** The messages of an organisation, oldest first. */
export const messagesOf = ({ sql }: Store, { orgId }: Owner): Promise<Message[]> => sql<Message[]>`
  select type, payload::json as payload
  from webhook_messages
  where org_id = ${orgId}
  order by message_id`

/** Those that quote this object, by the name that it has in them: an event, a member. */
export async function messagesAbout(store: Store, owner: Owner, name: string, id: unknown): Promise<Message[]> {
  const idName = name === 'member' ? 'membership_member_id' : `${name}_id`
  const messages = await messagesOf(store, owner)
  return messages.filter(({ payload }) => String(payload.data[name]?.[idName]) === String(id))
}

export async function lastMessage(store: Store, owner: Owner): Promise<{ type?: string; data?: Loose }> {
  const message = (await messagesOf(store, owner)).at(-1)
  return message ? { type: message.type, data: message.payload.data } : {}
}
