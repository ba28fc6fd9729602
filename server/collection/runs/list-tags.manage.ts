import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { requireReadable } from './run-actions.ts'
import { type TaggedType, taggedTypes } from './run-objects.ts'

/** As many as are read in a list to choose from. */
const TAGS_MAX = 200

const TagCount = Type.Object({ tag: Type.String(), objects: Type.Integer() }, { title: 'TagCount' })

export const listTags: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/tags',
    {
      config: { scope: 'runs:manage', unhurried: true },
      schema: {
        operationId: 'listTags',
        summary: 'List the tags of orders, customers or members',
        description: `Those that most of them have first, ${TAGS_MAX} at most.`,
        tags: ['Runs'],
        querystring: Input({ object_type: OneOf([...taggedTypes]) }),
        response: { 200: ListOf('tags', TagCount) },
      },
    },
    async ({ orgId, query, principal }) => {
      requireReadable(principal, query.object_type)
      const rows = await sql.readLong((db) => findTags(orgId, db, query.object_type))
      const data = rows.map(({ tag, objects }) => ({ tag, objects }))
      return { object: 'tags', url: '/v1/manage/tags', has_more: false, data }
    },
  )

export const TagCountRow = Type.Object({ tag: Type.String(), objects: Type.Integer() })

/** By the index of what has any, which is little beside all that there is. */
const findTags = (orgId: OrgId, sql: Db, table: TaggedType) => sql<Static<typeof TagCountRow>[]>`
  select given.tag, count(*) as objects
  from ${sql(table)} t
  cross join lateral unnest(t.tags) as given (tag)
  where t.org_id = ${orgId}
    and t.tags <> '{}'
  group by given.tag
  order by objects desc, given.tag
  limit ${TAGS_MAX}`
