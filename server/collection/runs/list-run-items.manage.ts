import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { RunParams } from './retrieve-run.manage.ts'
import { requireRun } from './run.ts'

const outcomes = ['waiting', 'done', 'skipped', 'failed'] as const

const RunItem = Type.Object(
  {
    object_id: Type.Integer({ description: 'order_id, user_id, membership_member_id or instalment_id' }),
    name: Nullable(ContactField({ description: 'of the person' })),
    outcome: OneOf([...outcomes]),
    reason: Nullable(Type.String({ description: 'why it was skipped, or the error that it failed with' })),
    message: Nullable(Type.String({ description: 'the same in words, where only they say it' })),
  },
  { title: 'RunItem' },
)

const Query = Input({ limit: Limit(100, 20), cursor: Cursor, outcome: Type.Optional(OneOf([...outcomes])) })
type Query = Static<typeof Query>

export const listRunItems: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/runs/:run_id/items',
    {
      config: { scope: 'runs:manage' },
      schema: {
        operationId: 'listRunItems',
        summary: 'List the objects of a run',
        description: 'By object_id, with what came of each. `outcome=failed` are those that staff should look at.',
        tags: ['Runs'],
        params: RunParams,
        querystring: Query,
        response: { 200: ListOf('run_items', RunItem, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query, principal }) => {
      const { limit, cursor, outcome } = query
      const run = await requireRun(orgId, sql, principal, params.run_id)
      const bound = { list: 'run items', run_id: run.run_id, outcome }
      const rows = await findItems(orgId, sql, run.run_id, query, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.object_id])
      const url = `/v1/manage/runs/${run.run_id}/items`
      return { object: 'run_items', url, has_more, next_cursor, data: page.map(toItem) }
    },
  )

export const RunItemRow = Type.Object({
  object_id: Type.Integer(),
  name: Nullable(Type.String()),
  outcome: Type.Unsafe<'done' | 'skipped' | 'failed' | null>({ type: ['string', 'null'] }),
  reason: Nullable(Type.String()),
  message: Nullable(Type.String()),
})
type RunItemRow = Static<typeof RunItemRow>

const toItem = (row: RunItemRow) =>
  ({
    object_id: row.object_id,
    name: row.name,
    outcome: row.outcome ?? 'waiting',
    reason: row.reason,
    message: row.message,
  }) satisfies Static<typeof RunItem>

const findItems = (orgId: OrgId, sql: Db, runId: number, q: Query, after: number | undefined) => sql<RunItemRow[]>`
  select i.object_id, i.outcome, i.reason, i.message,
    coalesce(
      nullif(concat_ws(' ', o.first_name, o.last_name), ''), nullif(concat_ws(' ', c.first_name, c.last_name), ''),
      nullif(concat_ws(' ', m.first_name, m.last_name), ''), nullif(concat_ws(' ', p.first_name, p.last_name), ''),
      o.email_address, c.email_address, p.email_address
    ) as name
  from run_items i
  join runs r on r.org_id = ${orgId} and r.run_id = i.run_id
  left join orders o on o.org_id = ${orgId} and o.order_id = i.object_id and r.object_type = 'orders'
  left join customers c on c.org_id = ${orgId} and c.user_id = i.object_id and r.object_type = 'customers'
  left join members m on m.org_id = ${orgId} and m.membership_member_id = i.object_id and r.object_type = 'members'
  left join debts d on d.org_id = ${orgId} and d.debt_id = i.object_id and r.object_type = 'instalments'
  left join orders p on p.org_id = ${orgId} and p.order_id = d.order_id
  where i.org_id = ${orgId}
    and i.run_id = ${runId}
    ${when(sql, q.outcome, (outcome) => (outcome === 'waiting' ? sql`and i.outcome is null` : sql`and i.outcome = ${outcome}`))}
    ${when(sql, after, (id) => sql`and i.object_id > ${id}`)}
  order by i.object_id
  limit ${q.limit + 1}`
