import { isScope, type KeyKind, type Scope, scopes, scopesOfKind } from '../../server/access/scopes.ts'
import type { OperationSpec } from '../harness/operations.ts'

/** A row of the table in SECURITY.md: what a scope opens, and for which kinds of key. */
export type KeyTableRow = { scope: string; patterns: string[] } & Record<KeyKind, string>

const KINDS: KeyKind[] = ['sk', 'pk', 'gk']
const NO_KEY = 'no key'
const NEVER = '–'
/** Scopes that no operation names: they show fields, or open more of what another scope opens. */
const BESIDES = new Set(['manage', 'codes:read', 'cards:read', 'tills:manage'])

export function rowsOfKeyTable(page: string): KeyTableRow[] {
  const section = page.slice(page.indexOf('## Who may do what with which key'))
  const table = section.slice(0, section.indexOf('\n## ', 1))
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]*)\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map(([, name = '', cell = '', sk = '', pk = '', gk = '']) => ({
      scope: name.replaceAll('`', ''),
      patterns: [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern),
      sk,
      pk,
      gk,
    }))
    .filter(({ scope }) => scope !== 'Scope')
}

/** Where the table and the program differ. */
export function keyTableFindings(rows: KeyTableRow[], operations: OperationSpec[]): string[] {
  const opened = rows.filter(({ scope }) => scope === NO_KEY || isScope(scope))
  const missing = Object.keys(scopes).filter((scope) => !opened.some((row) => row.scope === scope))
  return [
    ...missing.map((scope) => `${scope} has no row`),
    ...operations.flatMap((operation) => operationFindings(opened, operation)),
    ...opened.flatMap((row) => kindFindings(row, operations)),
  ]
}

function operationFindings(rows: KeyTableRow[], { scope = NO_KEY, method, path }: OperationSpec): string[] {
  const patterns = rows.flatMap((row) => row.patterns.map((pattern) => ({ pattern, said: row.scope })))
  const [longest] = patterns
    .filter(({ pattern }) => isMatch(pattern, method, path))
    .sort((one, other) => other.pattern.length - one.pattern.length)
  return longest?.said === scope
    ? []
    : [`${method} ${path} needs ${scope}, the table says ${longest?.said ?? 'nothing'}`]
}

function isMatch(pattern: string, method: string, path: string): boolean {
  const said = pattern.startsWith('/') ? path : `${method} ${path}`
  return pattern.endsWith('…') ? said.startsWith(pattern.slice(0, -1)) : said === pattern
}

/** A kind of key opens a scope where it can carry it and, for a publishable one, where the operations say so, all of them. */
function kindFindings(row: KeyTableRow, operations: OperationSpec[]): string[] {
  if (row.scope === NO_KEY) return []
  const ofScope = operations.filter(({ scope }) => scope === row.scope)
  if (ofScope.length === 0 && !BESIDES.has(row.scope)) return [`${row.scope} opens no operation`]
  const published = ofScope.filter(({ publishable }) => publishable).length
  if (published > 0 && published < ofScope.length)
    return [`${row.scope} is publishable in part: the table cannot say so`]
  return KINDS.flatMap((kind) => {
    const opens = scopesOfKind[kind].includes(row.scope as Scope) && (kind !== 'pk' || published > 0)
    return (row[kind] !== NEVER) === opens ? [] : [`${kind} with ${row.scope}: the table says ${row[kind]}`]
  })
}
