import { type Level, levelsOf } from './sql-levels.ts'

/** Tables that a Citus cluster splits by organisation. What is whole on every node can be read by any statement. */
export type ShardedTables = ReadonlySet<string>

/**
 * Why one shard could not answer this statement, or would answer it differently: docs/adr/0006. An organisation's rows are on one
 * node, and a statement goes there if the organisation is a constant of each query in it.
 */
export function shardFindings(statement: string, tables: ShardedTables, { isPart = false } = {}): string[] {
  const levels = levelsOf(statement)
  const touched = levels.flatMap((level) => relationsOf(level, tables))
  if (touched.length === 0) {
    const isElsewhere = !isPart && levels.some(({ text }) => LOCK.test(text))
    return isElsewhere ? ['takes an advisory lock of the node that it is sent to'] : []
  }
  const isWrite = levels.some(({ text }) => /^(insert|update|delete|merge)\b/.test(text))
  return [
    ...levels.filter((level) => !isPart || isWhole(level)).flatMap((level) => unconfined(level, tables)),
    ...(touched.some(({ isInserted }) => !isInserted) ? levels.flatMap(sequences) : []),
    ...levels.flatMap(upserts),
    ...levels.flatMap(simpleCases),
    ...levels.flatMap(sums),
    ...levels.flatMap(conditionalTimes),
    ...levels.filter(({ inValues }) => inValues).map(() => 'has a query in the values of an insert'),
    ...levels.flatMap(advisoryLocks),
    ...(isWrite && levels.some(({ text }) => VOLATILE.test(text)) ? ['writes what a volatile function says'] : []),
  ]
}

/** A part of a statement may have its conditions elsewhere: `…` stands for what is written there, as does a select without any. */
const isWhole = ({ text, depth }: Level): boolean =>
  !text.includes('…') && (depth > 0 || /\bwhere\b|^insert\b/.test(text))

const VOLATILE =
  /\b(random|gen_random_uuid|clock_timestamp|timeofday|setval|set_config|txid_current|pg_current_xact_id)\s*\(/

type Relation = { table: string; alias: string; isInserted: boolean }

const NO_ALIAS = new Set(
  'where set on using join left right full inner cross natural order group limit for values select returning as default when'.split(
    ' ',
  ),
)

/** The sharded tables that a query names. */
function relationsOf({ text }: Level, tables: ShardedTables): Relation[] {
  const names = text.matchAll(
    /(\binto |\bfrom |\bjoin |\bupdate |\busing |, (?![a-z_]+(?:\.|,|\)| =)))(?:only )?([a-z_]+)(?: as)?(?: ([a-z_]+))?/g,
  )
  return [...names].flatMap(([, before = '', table = '', alias = '']) => {
    if (!tables.has(table)) return []
    return [{ table, alias: alias === '' || NO_ALIAS.has(alias) ? table : alias, isInserted: before === 'into ' }]
  })
}

const CONSTANT = String.raw`(?:\$\d+|\(?-?\d+\)?)(?:::bigint)?`

function unconfined(level: Level, tables: ShardedTables): string[] {
  const relations = relationsOf(level, tables)
  const read = relations.filter(({ isInserted }) => !isInserted)
  const confined = new Set<string>()
  const { text } = level
  for (const { alias } of read) {
    if (new RegExp(String.raw`\b${alias}\.org_id = ${CONSTANT}`).test(text)) confined.add(alias)
    if (new RegExp(String.raw`(?<![\w.])org_id = ${CONSTANT}`).test(text) && isOnly(text, alias, read))
      confined.add(alias)
  }
  for (let before = -1; before !== confined.size; ) {
    before = confined.size
    for (const [, one = '', other = ''] of text.matchAll(/\b([a-z_]+)\.org_id = ([a-z_]+)\.org_id\b/g)) {
      if (confined.has(one)) confined.add(other)
      if (confined.has(other)) confined.add(one)
    }
    if (confined.size > 0) for (const { alias } of read) if (isJoinedUsing(text, alias)) confined.add(alias)
  }
  const open = read
    .filter(({ alias }) => !confined.has(alias))
    .map(({ table }) => `reads ${table} without org_id as a constant`)
  return [
    ...open,
    ...relations.filter(({ isInserted }) => isInserted).flatMap(({ table }) => unownedInsert(text, table, confined)),
  ]
}

/** A column without a table's name is that of the one table, or of all that are joined by it. */
const isOnly = (text: string, alias: string, read: Relation[]): boolean =>
  read.length === 1 || isJoinedUsing(text, alias) || read[0]?.alias === alias

const isJoinedUsing = (text: string, alias: string): boolean =>
  new RegExp(String.raw`\bjoin (?:[a-z_]+(?: as)? )?${alias} using \(org_id\b`).test(text)

/** What an insert puts into `org_id`, where it selects its rows. */
function unownedInsert(text: string, table: string, confined: ReadonlySet<string>): string[] {
  const [, columns = '', rest = ''] =
    new RegExp(String.raw`\binto ${table}(?: as [a-z_]+)? \(([^)]*)\) (.*)`).exec(text) ?? []
  const place = columns.split(',').findIndex((name) => name.trim() === 'org_id')
  const finding = [`inserts into ${table} without org_id as a constant`]
  if (columns === '') return []
  if (place < 0) return finding
  if (!/^select\b/.test(rest)) return []
  const item = itemsOf(rest.replace(/^select (distinct (on \([^)]*\) )?)?/, ''))[place] ?? ''
  if (new RegExp(`^${CONSTANT}( as org_id)?$`).test(item)) return []
  const source = /^(?:([a-z_]+)\.)?org_id$/.exec(item)
  return source && (source[1] === undefined ? confined.size > 0 : confined.has(source[1])) ? [] : finding
}

/** The items of a select list, up to its `from`. */
function itemsOf(list: string): string[] {
  const items = ['']
  let open = 0
  for (const word of list.split(/(?<=[(),])|(?=[(),])| /)) {
    if (open === 0 && word === 'from') break
    if (word === '(') open += 1
    if (word === ')') open -= 1
    if (open === 0 && word === ',') items.push('')
    else items[items.length - 1] += ` ${word}`
  }
  return items.map((item) => item.trim())
}

/** A worker has numbers of its own, far apart from those of other nodes: only the list of the outermost select is the coordinator's. */
function sequences({ text, depth }: Level): string[] {
  const isListed = depth === 0 && !/\bnextval\b/.test(text.replace(/^select .*? from /, ''))
  const drawn = /\bnextval\(/.test(text) && !isListed
  return drawn || /\b(currval|lastval)\(/.test(text) ? ['draws from a sequence on whichever node the rows are'] : []
}

/** What an upsert sets and asks has to follow from the two rows, and a parameter has no type there. */
function upserts({ text }: Level): string[] {
  const clause = /\bon conflict .* do update (set .*?)(?: returning .*)?$/.exec(text)?.[1]
  if (clause === undefined) return []
  const where = / where (.*)$/.exec(clause)?.[1] ?? ''
  const sums = clause.replaceAll(/\([^()]* at time zone '' [+-] [^()]* interval ''\) at time zone ''/g, '')
  return [
    ...(/\$\d/.test(where) ? ['has a parameter in the where of an upsert'] : []),
    ...(clause.includes('(?)') ? ['has a query in an upsert'] : []),
    ...(/[+-] [^,]*\binterval\b|\b(now|extract|date_trunc|to_timestamp|random)\s*\(/.test(sums)
      ? ['has something in an upsert that depends on more than its rows']
      : []),
  ]
}

const LOCK = /\bpg_(try_)?advisory_xact_lock/

/**
 * An advisory lock is one node's: it is taken beside the organisation's anchor (atShard) or other rows of it, which are on the same
 * node, and the statement reads nothing else. Else it may be taken before or after what is read, as the planner likes.
 */
function advisoryLocks({ text, depth }: Level): string[] {
  if (!LOCK.test(text)) return []
  const locksOnly =
    depth === 0 &&
    /^select [^?]* from (?:unnest\([^?]*\) as [a-z_]+ \([a-z_]+\)|\(\?\) as [a-z_]+|, )+( where [^?]*)?$/.test(text)
  return locksOnly ? [] : ['takes an advisory lock in a statement that does more']
}

/** On the shard, the sum of a time and an interval depends on the time zone there, and is refused. */
function sums({ text }: Level): string[] {
  const changes = /^(update|delete)\b/.test(text) ? text.replace(/ returning .*$/, '') : ''
  return /\b(?:[a-z_]+\.)?[a-z_]+_at [+-] (?:[^,]* )?interval\b/.test(changes)
    ? ['changes by a sum that depends on the time zone']
    : []
}

/** Asked before the statement leaves, or not at all: a shard takes no `now()` that may or may not be needed. */
function conditionalTimes({ text }: Level): string[] {
  const isChange =
    /^update\b/.test(text) && /\b(case|coalesce|greatest|least)\b[^;]*?\bnow\(\)/.test(text.replace(/ where .*$/, ''))
  return isChange ? ['changes by a now() within case or coalesce; pass the time'] : []
}

function simpleCases({ text }: Level): string[] {
  const isChange = /^update\b/.test(text) || /\bdo update set\b/.test(text)
  return isChange && /\bcase (?!when\b)/.test(text) ? ['changes by `case x when y`; write `case when x = y`'] : []
}
