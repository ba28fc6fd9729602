import { type Static, Type } from 'typebox'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { fromMicroseconds, microseconds } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { OrgId } from '../principal.ts'
import { withoutCredential } from './record.ts'

const Values = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true })

export const AuditEntry = Type.Object(
  {
    audit_id: Type.Integer(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    actor_kind: Type.String({
      description: 'api_key, staff, device, cli, system, or holder: of a ticket, on its page',
    }),
    actor_id: Nullable(Type.String({ description: 'key_id of an api_key or a device, staff_id of staff' })),
    actor_name: Nullable(Type.String({ description: 'of staff, as they were called then' })),
    action: Type.String({ description: 'such as venue.created' }),
    object_type: Type.String(),
    object_id: Type.String(),
    before: Values,
    after: Values,
    request_id: Nullable(Type.String()),
  },
  { title: 'AuditEntry' },
)

/** What the log can be narrowed by. */
export const AuditFilters = Input({
  object_type: Type.Optional(Text(64)),
  object_id: Type.Optional(Text(100, { description: 'needs object_type' })),
  actor_kind: Type.Optional(OneOf(['api_key', 'staff', 'device', 'cli', 'system', 'holder'])),
  actor_id: Type.Optional(Text(100, { description: 'needs actor_kind' })),
  unix_start: Type.Optional(UnixSeconds({ description: 'only changes after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only changes before this Unix time' })),
})
const Query = Input({
  ...AuditFilters.properties,
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(300, { description: 'next_cursor of the page before' })),
})

type Row = {
  audit_id: number
  created_at: Date
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  action: string
  object_type: string
  object_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  request_id: string | null
  microseconds: number
}

export const listAuditLog: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/audit_log',
    {
      config: { scope: 'audit:manage', shows: 'by_field' },
      schema: {
        operationId: 'listAuditLog',
        summary: 'Read the audit log',
        description: 'Who changed what and when, newest first. Values of personal fields are not kept.',
        tags: ['Audit log'],
        querystring: Query,
        response: { 200: ListOf('audit_log', AuditEntry, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...rest } = query
      requireKind('object', rest.object_id, rest.object_type)
      requireKind('actor', rest.actor_id, rest.actor_kind)
      const filters = { list: 'audit_log', ...rest }
      const before = cursor === undefined ? undefined : decodeCursor(cursor, filters, ['number', 'number'])
      const rows = await findEntries(orgId, sql, query, before as Position | undefined)
      const positionOf = (row: Row): Position => [row.microseconds, row.audit_id]
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, positionOf)
      return {
        object: 'audit_log',
        url: '/v1/manage/audit_log',
        has_more,
        next_cursor,
        data: page.map(toAuditEntry),
      }
    },
  )

/** Ids are unique only among those of one kind, so an id by itself would name several things. */
function requireKind(what: 'object' | 'actor', id: string | undefined, kind: string | undefined): void {
  if (id === undefined || kind !== undefined) return
  const param = what === 'object' ? 'object_type' : 'actor_kind'
  throw invalidParameters([{ param, code: 'parameter_missing', message: `${what}_id needs ${param}.` }])
}

type Position = [createdAt: number, auditId: number]

export const findEntries = (orgId: OrgId, sql: Db, q: Static<typeof Query>, before?: Position) => sql<Row[]>`
  select audit_id, created_at, actor_kind, actor_id, actor_name, action, object_type, object_id, before, after, request_id,
    ${microseconds(sql, 'created_at')} as microseconds
  from audit_log
  where org_id = ${orgId}
    ${when(sql, q.object_type, (type) => sql`and object_type = ${type}`)}
    ${when(sql, q.object_id, (id) => sql`and object_id = ${id}`)}
    ${when(sql, q.actor_kind, (kind) => sql`and actor_kind = ${kind}`)}
    ${when(sql, q.actor_id, (id) => sql`and actor_id = ${id}`)}
    ${when(sql, q.unix_start, (unix) => sql`and created_at > to_timestamp(${unix})`)}
    ${when(sql, q.unix_end, (unix) => sql`and created_at < to_timestamp(${unix})`)}
    ${when(sql, before, ([at, id]) => sql`and (created_at, audit_id) < (${fromMicroseconds(sql, at)}, ${id})`)}
  order by created_at desc, audit_id desc
  limit ${q.limit + 1}`

export const toAuditEntry = (row: Row) =>
  ({
    audit_id: row.audit_id,
    created_at: unixSeconds(row.created_at),
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    before: withoutCredentials(row.before),
    after: withoutCredentials(row.after),
    request_id: row.request_id,
  }) satisfies Static<typeof AuditEntry>

/** Entries of earlier versions quote codes. */
const withoutCredentials = (values: Row['before']) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutCredential(name, value)]))
