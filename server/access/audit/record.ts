import { isMasked, masked } from '../../platform/http/guarded-fields.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { OrgId, Principal } from '../principal.ts'

export type Entry = {
  /** What was done, such as venue.created. */
  action: string
  objectType: string
  objectId: string | number
  before?: object | undefined
  after?: object | undefined
}

/** A request, as far as it says who made it. */
export type Caller = { principal: Principal; id: string }

/** Who did it: the caller of the API, the holder of a ticket, an operator at the command line, or the program by itself. */
export type Actor = {
  orgId: OrgId
  kind: 'api_key' | 'staff' | 'device' | 'cli' | 'system' | 'holder'
  id: string | null
  /** Of a person, as they were called then. */
  name?: string
  requestId: string | null
}

const PEOPLE = new Set(['customer', 'member', 'order', 'refund_request', 'staff_member', 'ticket'])
/** Said to have changed, without their values: an append-only log could not forget them when a person asks for it. */
const PERSONAL = new Set([
  'address',
  'address2',
  'company_name',
  'date_of_birth',
  'email_address',
  'first_name',
  'gender',
  'last_name',
  'mobile_number',
  'org_customer_id',
  'person_id',
  'postcode',
  'state',
  'suburb',
  'ticket_name',
])

/** What staff typed about a person may say anything about them. */
const TYPED = new Set(['note', 'reason'])

/** What opens a gate or an order is for its holder, not for all who read the log. */
const CREDENTIALS = new Set(['barcode', 'short_code', 'order_secret'])

/** Writes who changed what, in the transaction of the change. */
export const record = (tx: Tx, clock: Clock, caller: Caller, entry: Entry): Promise<void> =>
  recordAs(tx, clock, actorOf(caller), entry)

export const actorOf = ({ principal, id }: Caller): Actor => ({
  orgId: principal.orgId,
  ...nameOf(principal),
  requestId: id,
})

/** The program by itself: a worker's task, or a message of a provider's. */
export const systemActor = (orgId: OrgId, requestId: string | null = null): Actor => ({
  orgId,
  kind: 'system',
  id: null,
  requestId,
})

const nameOf = (principal: Principal): Pick<Actor, 'kind' | 'id' | 'name'> =>
  principal.kind === 'staff'
    ? { kind: 'staff', id: String(principal.staffId), name: principal.person.name }
    : { kind: principal.kind === 'gk' ? 'device' : 'api_key', id: String(principal.keyId) }

export async function recordAs(tx: Tx, clock: Clock, actor: Actor, entry: Entry): Promise<void> {
  const { before, after } = differenceOf(entry)
  await tx`
    insert into audit_log (
      org_id, actor_kind, actor_id, actor_name, action, object_type, object_id, before, after, request_id, created_at
    ) values (
      ${actor.orgId}, ${actor.kind}, ${actor.id}, ${actor.name ?? null}, ${entry.action}, ${entry.objectType},
      ${String(entry.objectId)}, ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${actor.requestId}, ${clock(actor.orgId)}
    )`
}

/** Only the fields that differ; all of them where there was nothing before or is nothing after. */
export function differenceOf({ objectType, before, after }: Entry): { before?: object; after?: object } {
  const fieldsBefore = new Map<string, unknown>(Object.entries(before ?? {}))
  const fieldsAfter = new Map<string, unknown>(Object.entries(after ?? {}))
  const names = new Set([...fieldsBefore.keys(), ...fieldsAfter.keys()])
  const differing = [...names].filter(
    (name) => JSON.stringify(fieldsBefore.get(name)) !== JSON.stringify(fieldsAfter.get(name)),
  )
  const part = (fields: Map<string, unknown>) =>
    Object.fromEntries(differing.map((name) => [name, loggable(objectType, name, fields.get(name))]))
  return { ...(before ? { before: part(fieldsBefore) } : {}), ...(after ? { after: part(fieldsAfter) } : {}) }
}

function loggable(objectType: string, name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (CREDENTIALS.has(name)) return withoutCredential(name, value)
  if (PEOPLE.has(objectType) && (PERSONAL.has(name) || TYPED.has(name))) return '[personal]'
  if (objectType === 'webhook_endpoint' && name === 'url') return withoutQuery(String(value))
  return value
}

/** A value by its name, masked where it opens something. */
export const withoutCredential = (name: string, value: unknown): unknown =>
  CREDENTIALS.has(name) && typeof value === 'string' && !isMasked(value) ? masked(value) : value

/** A receiver may know its sender by a token in the query: not for the log, which outlasts it, nor for receivers of what is logged. */
export const withoutQuery = (url: string) => url.replace(/\?.*$/s, '?[hidden]')

const json = (fields: object | undefined) => (fields === undefined ? null : JSON.stringify(fields))
