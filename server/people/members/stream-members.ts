import type { OrgId } from '../../access/principal.ts'
import type { May } from '../../platform/http/guarded-fields.ts'
import { CopyToJson, type JsonColumn, readCopy } from '../../platform/postgres/copy-json.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { literal, textLiteral } from '../../platform/postgres/sql.ts'
import { type MemberSight, memberObjectColumns, membersAndSeats, TaggedMember } from './member.ts'
import type { MemberFilters } from './member-filters.ts'
import { memberIds, type Span } from './member-ids.ts'

/** The first block is small, so that the first byte leaves early; the others are what one reader may hold in memory. */
const FIRST_ROWS = 200
const BLOCK_ROWS = 4000

const kinds: Record<string, JsonColumn['kind']> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'json',
}

/** The fields of a member in their order, by the schema that the paged list is written by. */
const fields: JsonColumn[] = Object.entries(TaggedMember.properties).map(([name, schema]) => {
  const [type] = [(schema as { type: string | string[] }).type].flat()
  return { name, kind: kinds[type ?? ''] ?? 'string' }
})

/**
 * Every member that matches, as JSON objects with commas between them: block after block by id, each a statement of its own.
 * So no transaction stays open and no connection is taken for as long as the reader likes, and a member who changes meanwhile is
 * neither skipped nor repeated. While one block is sent, the next is read.
 */
export async function* memberObjects(
  orgId: OrgId,
  sql: Sql,
  filters: MemberFilters,
  { after, until }: Pick<Span, 'after' | 'until'>,
  may: May,
): AsyncGenerator<Buffer> {
  const objects = new CopyToJson(fields)
  const sight = { cards: may('cards:read'), contact: may('customers:read') }
  const read = (span: Span) => readBlock(orgId, sql, filters, span, sight, objects)
  let block = read({ after, until, rows: FIRST_ROWS })
  for (;;) {
    const { pieces, last } = await block
    const next = last === undefined ? undefined : read({ after: last, until, rows: BLOCK_ROWS })
    // Heard when it is its turn; until then a failure has no handler, and the reader may go before.
    next?.catch(() => {})
    yield* pieces
    if (next === undefined) return
    block = next
  }
}

async function readBlock(
  orgId: OrgId,
  sql: Sql,
  filters: MemberFilters,
  span: Span,
  sight: MemberSight,
  objects: CopyToJson,
) {
  let lines = 0
  let latest: Buffer | undefined
  await sql.readLong((tx) =>
    readCopy(copyMembers(orgId, tx, filters, span, sight), (line) => {
      objects.add(line)
      latest = line
      lines += 1
    }),
  )
  const isFull = lines === span.rows && latest !== undefined
  return { pieces: objects.take(), last: isFull ? idOf(latest as Buffer) : undefined }
}

/** The first column. */
const idOf = (line: Buffer) => Number(line.toString('latin1', 0, line.indexOf('\t')))

export const copyMembers = (orgId: OrgId, sql: Db, filters: MemberFilters, span: Span, sight: MemberSight) => {
  const put = (value: number | string) => (typeof value === 'string' ? textLiteral(sql, value) : literal(sql, value))
  return sql`
    copy (
      select ${memberObjectColumns(sql, sight)}, to_json(t.tags) as tags
      from ${membersAndSeats(orgId, sql, put)}
      where t.org_id = ${put(orgId)}
        and t.membership_member_id = any (array(
          ${memberIds(orgId, sql, filters, span, put)}
        ))
      order by t.membership_member_id
    ) to stdout`
}
