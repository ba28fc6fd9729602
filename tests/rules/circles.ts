/** Who imports whom, by file or by folder. */
export type Graph = Map<string, string[]>

/** One circle of the graph, if there is any: enough to begin with. */
export function firstCircle(graph: Graph): string[] | undefined {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    done.add(node)
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node])
      if (circle) return circle
    }
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = visit(node, [])
    if (circle) return circle
  }
  return undefined
}

export function circleFindings(graph: Graph): string[] {
  const circle = firstCircle(graph)
  return circle ? [`${circle.join(' → ')}: is a circle`] : []
}
