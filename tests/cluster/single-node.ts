import pg from 'pg'
import type { Sql } from '../../server/platform/postgres/database.ts'
import type { Statement } from '../rules/statements.ts'

type PlanNode = { [property: string]: unknown }
type Task = { Node?: string }

/** A task is given to another node each time where any of them would do. */
const LOOKS = 3

/**
 * Why a statement of one organisation would fail while a node is away that does not have the organisation: it asks that node, or
 * inserts what another part of it returned, which Citus first sends to all nodes.
 */
export async function openPlanner(sql: Sql) {
  const connection = await sql.reserve()
  const planOf = async ({ text, parameters }: Statement) => {
    const rows = await connection.unsafe<{ 'QUERY PLAN': PlanNode[] }[]>(
      `explain (format json) ${withValues(text, parameters)}`,
    )
    return rows[0]?.['QUERY PLAN'] ?? []
  }
  const coordinator = await addressOf(sql)
  return {
    async findingsOf(statement: Statement): Promise<string[]> {
      const plans: PlanNode[][] = []
      for (let look = 0; look < LOOKS; look += 1) plans.push(await planOf(statement))
      const nodes = plans.flatMap((plan) => nodesOf(plan))
      const tasks = nodes.flatMap((node) => (node.Tasks ?? []) as Task[])
      const places = new Set(tasks.flatMap(({ Node = '' }) => (Node.includes(coordinator) ? [] : [Node])))
      const isSpread = nodes.some((node) => Number(node['Task Count'] ?? 0) > 1)
      const collects = nodes.some(
        (node) =>
          node['INSERT/SELECT method'] !== undefined &&
          nodesOf(node).some((part) => part['Function Name'] === 'read_intermediate_result'),
      )
      return [
        ...(isSpread || places.size > 1 ? ['asks several nodes'] : []),
        ...(collects ? ['inserts what another part of it returned'] : []),
      ]
    },
    release: () => connection.release(),
  }
}

async function addressOf(sql: Sql): Promise<string> {
  const [node] = await sql<{ port: number }[]>`
    select nodeport as port
    from pg_dist_node
    where groupid = 0`
  return `port=${node?.port} `
}

/** A plan of `explain` has to know the organisation, which as a parameter it would not. */
const withValues = (text: string, parameters: unknown[]): string =>
  text.replaceAll(/\$(\d+)/g, (_, nth: string) => literalOf(parameters[Number(nth) - 1]))

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(textOf(value))
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const elementOf = (item: unknown): string => (item === null ? 'null' : JSON.stringify(textOf(item)))

/** The plan and all that is in it, its parts on other nodes as well. */
function nodesOf(value: unknown): PlanNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (value === null || typeof value !== 'object') return []
  return [value as PlanNode, ...Object.values(value).flatMap(nodesOf)]
}
