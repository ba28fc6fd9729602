import { posix } from 'node:path'
import { arrowsOf, circlesOf, type Graph, graphOf, programOf, slicesOf, wayRound } from './import-graph.ts'
import { layers } from './layers.ts'
import { isTestFile, readSources } from './source-files.ts'

/** Prints how many slices, folders and floors there are, how many arrows of imports go between them, and which are in a circle. */

const files = await readSources(['server', 'faces', 'sdk/src', 'sdk/generate', 'tests', 'bench'], ['.ts', '.tsx'])

/** The areas of `server` with the program above them, each face with the kit, the SDK, the tests and the benchmarks. */
function floorOf(path: string): string {
  if (isTestFile(path)) return 'tests'
  const [workspace = '', folder = ''] = path.split('/')
  if (workspace === 'server') return layers.includes(folder) ? `server/${folder}` : 'server'
  return workspace === 'faces' ? `faces/${folder}` : workspace
}

function print(name: string, members: string, graph: Graph): void {
  const circles = circlesOf(graph)
  console.log(`${name}: ${graph.size} ${members}, ${arrowsOf(graph)} arrows, ${circles.length} circles`)
  for (const circle of circles) console.log(`  of ${circle.length}: ${wayRound(graph, circle).join(' → ')}`)
}

const server = programOf('server', files)
print('server', 'slices', graphOf(server, slicesOf(server)))
print('faces', 'folders', graphOf(programOf('faces', files), posix.dirname))
print('workspace', 'floors', graphOf(files, floorOf))
