/*
 * What a migration is made of, as its text says. Its head may ask for another way than one transaction:
 *
 *     -- grandstand: concurrently    indexes that are built while others write; each statement is by itself
 *     -- grandstand: in batches      one statement of one organisation, $1, that is repeated until it changes no more rows
 */
export type MigrationWay = 'at once' | 'concurrently' | 'in batches'

export type Migration = { version: number; name: string; text: string; checksum: string; way?: MigrationWay }

export function wayOf(text: string): MigrationWay {
  const [, way] = /^-- grandstand: (concurrently|in batches)$/m.exec(headOf(text)) ?? []
  return (way as MigrationWay | undefined) ?? 'at once'
}

/** The comment lines that the file begins with. */
const headOf = (text: string): string => /^(?:--[^\n]*\n|\s*\n)*/.exec(text)?.[0] ?? ''

/** Weakest first. */
export const LOCK_MODES = [
  'row exclusive',
  'share update exclusive',
  'share',
  'share row exclusive',
  'access exclusive',
] as const
export type LockMode = (typeof LOCK_MODES)[number]

/** What a mode keeps others from, while it is held and while it is waited for. */
export const blockedBy: Record<LockMode, string> = {
  'row exclusive': 'nothing',
  'share update exclusive': 'nothing',
  share: 'writing',
  'share row exclusive': 'writing',
  'access exclusive': 'reading and writing',
}

const NAME = String.raw`(?:public\.)?"?([a-z_][a-z0-9_]*)"?`

const LOCKS: [statement: string, mode: LockMode][] = [
  [String.raw`\balter table (?:if exists )?(?:only )?${NAME}`, 'access exclusive'],
  [String.raw`\bdrop table (?:if exists )?${NAME}`, 'access exclusive'],
  [String.raw`\btruncate (?:table )?(?:only )?${NAME}`, 'access exclusive'],
  [String.raw`\bdrop trigger (?:if exists )?\w+ on ${NAME}`, 'access exclusive'],
  [String.raw`\bcreate (?:or replace )?(?:constraint )?trigger \w+ (?:[^;]*?) on ${NAME}`, 'share row exclusive'],
  [String.raw`\breferences ${NAME}`, 'share row exclusive'],
  [String.raw`\bcreate (?:unique )?index (?:if not exists )?(?:(?!concurrently)\w+ )?on (?:only )?${NAME}`, 'share'],
  [
    String.raw`\bcreate (?:unique )?index concurrently (?:if not exists )?(?:\w+ )?on (?:only )?${NAME}`,
    'share update exclusive',
  ],
  [String.raw`\bupdate (?:only )?${NAME}(?: as)?(?: \w+)? set\b`, 'row exclusive'],
  [String.raw`\binsert into ${NAME}`, 'row exclusive'],
  [String.raw`\bdelete from (?:only )?${NAME}`, 'row exclusive'],
]

/** The strongest lock that the text takes of each table; the tables that it makes itself are among them. */
export function locksOf(text: string): Map<string, LockMode> {
  const line = withoutComments(text)
  const locks = new Map<string, LockMode>()
  for (const [pattern, mode] of LOCKS) {
    for (const [, table = ''] of line.matchAll(new RegExp(pattern, 'g'))) {
      const known = locks.get(table)
      if (known === undefined || LOCK_MODES.indexOf(mode) > LOCK_MODES.indexOf(known)) locks.set(table, mode)
    }
  }
  return locks
}

const withoutComments = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')

/** Statements that have no semicolon within, as those of a file that is not one transaction. */
export const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** For a database without rows, which gets all migrations in one transaction. */
export function textForNewDatabase({ text, way }: Migration): string {
  if (way === 'in batches') return ''
  return way === 'concurrently' ? text.replaceAll(/\bindex concurrently\b/gi, 'index') : text
}
