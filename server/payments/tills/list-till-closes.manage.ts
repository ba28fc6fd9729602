import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { closeColumns, TillClose, type TillCloseRow, toClose } from './till-close.ts'

const path = '/v1/manage/till_closes'

const filters = {
  name: Type.Optional(Text(100, { description: 'only those of the counter of this name' })),
  unix_start: Type.Optional(UnixSeconds({ description: 'only those closed at this Unix time or after' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only those closed before this Unix time' })),
}
export const CloseFilters = Input(filters)
type CloseFilters = Static<typeof CloseFilters>

export const listTillCloses: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'box_office:manage' },
      schema: {
        operationId: 'listTillCloses',
        summary: 'List closes of tills',
        description: 'As they were counted, the latest first. Each counter has numbers of its own, without a gap.',
        tags: ['Box office'],
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor, ...filters }),
        response: { 200: ListOf('till_closes', TillClose, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...wanted } = query
      const bound = { list: 'till_closes', ...wanted }
      const rows = await findCloses(orgId, sql, wanted, limit + 1, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, ({ till_close_id }) => [till_close_id])
      return { object: 'till_closes', url: path, has_more, next_cursor, data: page.map(toClose) }
    },
  )

const byTime = { table: 'till_closes', id: 'till_close_id', order: 'newest first' } as const

export const findCloses = (orgId: OrgId, sql: Db, q: CloseFilters, most: number, before?: number) => sql<
  TillCloseRow[]
>`
  select ${closeColumns(sql)}
  from till_closes t
  where org_id = ${orgId}
    ${when(sql, q.name, (name) => sql`and lower(name) = lower(${name})`)}
    ${when(sql, q.unix_start, (unix) => sql`and created_at >= to_timestamp(${unix})`)}
    ${when(sql, q.unix_end, (unix) => sql`and created_at < to_timestamp(${unix})`)}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by created_at desc, till_close_id desc
  limit ${most}`
