import { type Static, Type } from 'typebox'
import type { Operation } from '../../operation.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { OrgId } from '../principal.ts'

const Values = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true })

export const AuditEntry = Type.Object(
  {
    audit_id: Type.Integer(),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    actor_kind: Type.String({ description: 'api_key, staff, device, cli or system' }),
    actor_id: Nullable(Type.String()),
    action: Type.String({ description: 'such as venue.created' }),
    object_type: Type.String(),
    object_id: Type.String(),
    before: Values,
    after: Values,
    request_id: Nullable(Type.String()),
  },
  { title: 'AuditEntry' },
)

const Query = Input({
  object_type: Type.Optional(Text(64)),
  object_id: Type.Optional(Text(100, { description: 'needs object_type' })),
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(300, { description: 'next_cursor of the page before' })),
})

type Row = {
  audit_id: number
  created_at: Date
  actor_kind: string
  actor_id: string | null
  action: string
  object_type: string
  object_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  request_id: string | null
}

export const listAuditLog: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/audit_log',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'listAuditLog',
        summary: 'Read the audit log',
        description: 'Who changed what, newest first. Values of personal fields are not kept.',
        tags: ['Audit log'],
        querystring: Query,
        response: { 200: ListOf('audit_log', AuditEntry, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...rest } = query
      if (rest.object_id !== undefined && rest.object_type === undefined) {
        const message = 'object_id needs object_type.'
        throw invalidParameters([{ param: 'object_type', code: 'parameter_missing', message }])
      }
      const filters = { list: 'audit_log', ...rest }
      const before = idInCursor(cursor, filters)
      const rows = await findEntries(orgId, sql, query, before)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, (row) => [row.audit_id])
      return {
        object: 'audit_log',
        url: '/v1/manage/audit_log',
        has_more,
        next_cursor,
        data: page.map(toEntry),
      }
    },
  )

export const findEntries = (orgId: OrgId, sql: Db, q: Static<typeof Query>, before: number | undefined) => sql<Row[]>`
  select audit_id, created_at, actor_kind, actor_id, action, object_type, object_id, before, after, request_id
  from audit_log
  where org_id = ${orgId}
    ${when(sql, q.object_type, (type) => sql`and object_type = ${type}`)}
    ${when(sql, q.object_id, (id) => sql`and object_id = ${id}`)}
    ${when(sql, before, (id) => sql`and audit_id < ${id}`)}
  order by audit_id desc
  limit ${q.limit + 1}`

const toEntry = (row: Row) =>
  ({
    audit_id: row.audit_id,
    created_at: unixSeconds(row.created_at),
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    before: row.before,
    after: row.after,
    request_id: row.request_id,
  }) satisfies Static<typeof AuditEntry>
