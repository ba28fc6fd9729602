import { importsOf } from '../harness/imports.ts'
import { isTestFile, type SourceFile } from './source-files.ts'

/** Who imports whom, by name; types count, since a reader of one has to read the other. */
export type Graph = Map<string, Set<string>>

/** What the files of each group import of other groups. A file of no group, and what is imported of none, is left out. */
export function graphOf(files: SourceFile[], groupOf: (path: string) => string | undefined): Graph {
  const graph: Graph = new Map()
  for (const file of files) {
    const group = groupOf(file.path)
    if (group === undefined) continue
    const others = importsOf(file).map(({ path }) => groupOf(path))
    const known = graph.get(group) ?? new Set()
    graph.set(group, known)
    for (const other of others) if (other !== undefined && other !== group) known.add(other)
  }
  return graph
}

/** The program without its tests, of one workspace: `server` or `faces`. */
export const programOf = (workspace: string, files: SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => path.startsWith(`${workspace}/`) && !isTestFile(path))

/**
 * The slice of each file: the folder below its area, as `checkout/baskets` of `server/checkout/baskets/add-item.ts`. A file beside such
 * folders stands for itself, as `checkout/errors.ts`, and so do the files of `program`; another area without folders is one slice.
 */
export function slicesOf(files: SourceFile[]): (path: string) => string {
  const parts = files.map(({ path }) => path.split('/').slice(1))
  const areasWithSlices = new Set(parts.filter(({ length }) => length > 2).map(([area]) => area))
  return (path) => {
    const [area = '', ...rest] = path.split('/').slice(1)
    if (rest.length > 1) return `${area}/${rest[0]}`
    return rest.length === 1 && area !== 'program' && !areasWithSlices.has(area) ? area : [area, ...rest].join('/')
  }
}

export const arrowsOf = (graph: Graph): number => [...graph.values()].reduce((sum, { size }) => sum + size, 0)

/** Groups that cannot be understood without each other: each set of them whose members all reach one another. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    let low = index
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const members = stack.splice(stack.indexOf(node))
      if (members.length > 1) circles.push(members)
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}

/** Each circle as a way round it. */
export const circleFindings = (graph: Graph): string[] =>
  circlesOf(graph).map((circle) => `${wayRound(graph, circle).join(' → ')}: is a circle`)

/** The shortest way round within a circle, from its first member back to it. */
export function wayRound(graph: Graph, circle: string[]): string[] {
  const [first = ''] = circle
  const ways = [[first]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === first) return [...way, first]
      if (!circle.includes(next) || seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  throw new Error(`${circle.join(', ')}: is no circle`)
}
