import type { OrgId } from '../../server/access/principal.ts'
import type { Reserved } from '../../server/platform/postgres/database.ts'
import type { Statement } from './statements.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Operation?: string
  Plans?: PlanNode[]
  [property: string]: unknown
}

/** Looked up before the organisation is known: these may be found by another column than `org_id`. */
const OTHER_KEYS: Record<string, string> = { api_keys: 'key_hash' }

/** All nodes of the plan, its root first. */
export async function planOf(connection: Reserved, { text, parameters }: Statement): Promise<PlanNode[]> {
  const [row] = await connection.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    `explain (format json) ${text}`,
    parameters as never[],
  )
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan))
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const isScan = (node: PlanNode) => node['Relation Name'] !== undefined && node.Operation === undefined

const conditionsOf = (node: PlanNode) =>
  ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter', 'TID Cond']
    .map((name) => node[name])
    .filter((condition) => typeof condition === 'string')
    .join(' and ')

/**
 * Each tenant table that the plan reads and does not confine to this organisation, be it by way of another table. Work that no
 * request asked for is of one organisation too, of whichever.
 */
export function unconfinedTables(plan: PlanNode[], tenantTables: string[], orgId: OrgId | 'any'): string[] {
  const scans = plan.filter((node) => isScan(node) && tenantTables.includes(node['Relation Name'] ?? ''))
  const confined = new Set(scans.filter((node) => isConfined(node, orgId)).map((node) => node.Alias))
  const joins = plan.flatMap(joinsOf)
  for (let before = -1; before !== confined.size; ) {
    before = confined.size
    for (const [one, other] of joins) {
      if (confined.has(one)) confined.add(other)
      if (confined.has(other)) confined.add(one)
    }
  }
  return scans.filter((node) => !confined.has(node.Alias)).map((node) => node['Relation Name'] ?? '')
}

function isConfined(node: PlanNode, orgId: OrgId | 'any'): boolean {
  const conditions = conditionsOf(node)
  const other = OTHER_KEYS[node['Relation Name'] ?? '']
  const id = orgId === 'any' ? '[0-9]+' : orgId
  const byOrganisation = new RegExp(`\\borg_id = (${id}\\b|'${id}'::)`)
  return byOrganisation.test(conditions) || (other !== undefined && conditions.includes(`(${other} = `))
}

/** Which aliases a node holds together by `org_id`. A scan does not name itself in its own conditions. */
function joinsOf(node: PlanNode): [string | undefined, string | undefined][] {
  const equalities = conditionsOf(node).matchAll(/\(?(?:(\w+)\.)?org_id = (?:(\w+)\.)org_id\b/g)
  return [...equalities].map(([, left, right]) => [left ?? node.Alias, right])
}

const isSequential = (node: PlanNode) => node['Node Type'] === 'Seq Scan'

const isWholeIndex = (node: PlanNode) =>
  /^Index (Only )?Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined

const tablesOf = (nodes: PlanNode[], tables: string[]) =>
  nodes.flatMap((node) => tables.filter((table) => table === node['Relation Name']))

/** Each table of those given that the plan reads from end to end, be it along an index. */
export const scannedTables = (plan: PlanNode[], tables: string[]): string[] =>
  tablesOf(
    plan.filter((node) => isSequential(node) || isWholeIndex(node)),
    tables,
  )

/** Each table of those given for which even a planner that is set against reading all of it has found no index. */
export const unservedTables = (plan: PlanNode[], tables: string[]): string[] =>
  tablesOf(plan.filter(isSequential), tables)

/** A page for which more rows than these are read and sorted lacks an index in its order. */
const SORTED_ROWS_MAX = 5000
/** Sorting by an id `+ 0` is chosen, not lacked: a few blocks of ids bound it, and walking the ids took a hundred times as long. */
const isChosen = (node: PlanNode) => String(node['Sort Key'] ?? '').includes('_id + 0)')

export function sortedRows(node: PlanNode, isPaged = false): number[] {
  const children = node.Plans ?? []
  const input = node['Node Type'] === 'Sort' && !isChosen(node) ? Number(children[0]?.['Plan Rows'] ?? 0) : 0
  const paged = isPaged || node['Node Type'] === 'Limit'
  return [
    ...(paged && input > SORTED_ROWS_MAX ? [input] : []),
    ...children.flatMap((child) => sortedRows(child, paged)),
  ]
}

/** What is inserted has to name its organisation. */
export function unownedInserts({ text }: Statement, tenantTables: string[]): string[] {
  const inserts = [...text.matchAll(/\binsert\s+into\s+"?(\w+)"?(?:\s+as\s+\w+)?\s*\(([^)]*)\)/gi)]
  return inserts
    .filter(([, table = '', columns = '']) => tenantTables.includes(table) && !/\borg_id\b/.test(columns))
    .map(([, table = '']) => table)
}
