import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { byNameAlone } from '../../platform/http/by-name-alone.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { invalidParameters, type Problem } from '../../platform/http/errors.ts'
import type { May } from '../../platform/http/guarded-fields.ts'
import { ListOf } from '../../platform/http/lists.ts'
import { Input, Integer, Nullable, Text } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { createTurns, type Turns } from '../../platform/process/turns.ts'
import { memberColumns, membersAndSeats, TaggedMember, type TaggedMemberRow, toTaggedMember } from './member.ts'
import { MemberFilters } from './member-filters.ts'
import { memberHorizon } from './member-horizon.ts'
import { memberIds, type Span } from './member-ids.ts'
import { memberObjects } from './stream-members.ts'

const Query = Input({
  ...MemberFilters.properties,
  limit: Type.Optional(Integer({ minimum: 1, maximum: 500, description: 'members on a page; all of them without it' })),
  page_number: Type.Optional(
    Integer({ minimum: 1, maximum: 10_000_000, description: 'page to read, from 1; needs limit, excludes cursor' }),
  ),
  cursor: Type.Optional(Text(500, { description: 'next_cursor of the page before, with the same filters' })),
})
type Query = Static<typeof Query>

const Reply = ListOf('members', TaggedMember, {
  next_cursor: Nullable(Type.String({ description: 'where the next page begins; null on the last' })),
})

export const listMembers: Operation<SessionDeps> = (app, { sql, sessions }) => {
  const slots = createSlots(LISTS_MAX)
  const horizonTurns = createTurns(1)
  app.get(
    '/v1/members',
    {
      config: { scope: 'members:read', unhurried: true, needsProof: 'sometimes', effects: ['data_out'] },
      schema: {
        operationId: 'listMembers',
        summary: 'List all members',
        description: [
          'In the order of their ids. With `limit`, page by `cursor`: a member who changes meanwhile is neither skipped nor',
          'repeated, and one who joins meanwhile comes at the end. Without `limit` every member is sent, as fast as you read.',
          '`search` matches part of the name, the e-mail address or the member number.',
        ].join(' '),
        tags: ['Members'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query, method, may, principal }, reply) => {
      const { limit, page_number, cursor, ...given } = query
      refuseContradictions(query)
      const bound = { list: 'members', ...given }
      const filters = { ...given, ...byNameAlone(may, given) }
      const after = idInCursor(cursor, bound) ?? 0
      if (limit === undefined) {
        // It is the file of members by another name.
        await sessions.requireProof(principal)
        reply.type('application/json; charset=utf-8')
        // A HEAD has no body to read a million members for; of an empty text the answer would say that the list is 0 bytes long.
        if (method === 'HEAD') return sendStream(reply, Readable.from([]))
        return sendStream(
          reply,
          await bodyInSlot(slots.take(orgId), wholeList(orgId, sql, horizonTurns, filters, after, may)),
        )
      }
      const offset = ((page_number ?? 1) - 1) * limit
      const rows = await findMembers(orgId, sql, filters, {
        after,
        until: await memberHorizon(orgId, sql, horizonTurns),
        rows: limit + 1,
        offset,
      }).freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.membership_member_id])
      return {
        object: 'members',
        url: '/v1/members',
        has_more,
        next_cursor,
        data: page.map(toTaggedMember),
      }
    },
  )
}

/** Whole lists that are sent at once, by one process: each keeps some megabytes and reads as fast as it is read. */
const LISTS_MAX = { all: 20, each: 4 }

/** The schema of the answer describes what the bytes mean; they do not pass through it. */
const sendStream = (reply: FastifyReply, body: Readable) => reply.send(body)

function refuseContradictions({ limit, page_number, cursor }: Query): void {
  if (page_number === undefined) return
  const refuse = (message: string): Problem => ({ param: 'page_number', code: 'parameter_invalid', message })
  const problems = [
    ...(limit === undefined ? [refuse('page_number needs limit.')] : []),
    ...(cursor === undefined ? [] : [refuse('page_number cannot go with cursor.')]),
  ]
  if (problems.length > 0) throw invalidParameters(problems)
}

/** The page is found before anything is joined to it. */
export const findMembers = (orgId: OrgId, sql: Db, filters: MemberFilters, span: Span) => sql<TaggedMemberRow[]>`
  select ${memberColumns(sql)}, t.tags
  from ${membersAndSeats(orgId, sql)}
  where t.org_id = ${orgId}
    and t.membership_member_id = any (array(
      ${memberIds(orgId, sql, filters, span, (value) => sql`${value}`)}
    ))
  order by t.membership_member_id`

async function* wholeList(
  orgId: OrgId,
  sql: Sql,
  horizonTurns: Turns,
  filters: MemberFilters,
  after: number,
  may: May,
): AsyncGenerator<Buffer, undefined> {
  const until = await memberHorizon(orgId, sql, horizonTurns)
  let head = '{"object":"members","url":"/v1/members","has_more":false,"next_cursor":null,"data":['
  for await (const piece of memberObjects(orgId, sql, filters, { after, until }, may)) {
    yield head === '' ? piece : Buffer.concat([Buffer.from(head), piece])
    head = ''
  }
  yield Buffer.from(`${head}]}`)
}
