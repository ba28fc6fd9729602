import { importsOf, isTestFile, type SourceFile } from './source-files.ts'

/** The areas of `server`, from the ground up: each may import itself and what stands before it. CONTRIBUTING.md draws them. */
export const layers = [
  'platform',
  'access',
  'messages',
  'resources',
  'programme',
  'people',
  'sales',
  'gates',
  'faces',
  'operator',
]

/** The type of an operation, and of what it is given: everybody's, and types only, so it may name those of any area. */
const EVERYBODYS = 'server/operation.ts'

export function importFindings(files: SourceFile[]): string[] {
  const program = files.filter(({ path }) => path.startsWith('server/') && !isTestFile(path))
  return [...program.flatMap(forbiddenImports), ...circles(program)]
}

/** What scanners do without a network with the very lines of the service: plain TypeScript that needs nothing of Node. */
export const RUN_IN_BROWSERS = [
  'server/gates/rules/',
  'server/sales/tickets/ticket-code.ts',
  'server/sales/tickets/rotating-code.ts',
  'server/platform/values/base32.ts',
]

const runsInBrowsers = (path: string) =>
  path.startsWith('faces/') || RUN_IN_BROWSERS.some((allowed) => path.startsWith(allowed))

/** Whatever runs in a browser has nothing of Node: none of its modules and names, nor a file of the service that may have them. */
export function browserFindings(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => runsInBrowsers(path) && !isTestFile(path))
    .flatMap((file) => {
      const ofNode = [...file.text.matchAll(/'node:[\w/]+'|\bBuffer\.|\bprocess\.(?=[a-z])|\brequire\(/g)].map(
        ([name]) => name,
      )
      const ofService = importsOf(file)
        .filter(({ path, isType }) => !isType && path.startsWith('server/') && !runsInBrowsers(path))
        .map(({ path }) => path)
      return [...ofNode, ...ofService].map((name) => `${file.path} has ${name}: no browser does`)
    })
}

/** A face stands on the kit and the SDK alone, so that it can be copied out; the kit knows no face. The scanner has its rules too. */
export function faceImportFindings(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('faces/') && !isTestFile(path))
    .flatMap((file) =>
      importsOf(file)
        .map(({ path }) => path)
        .filter((imported) => !imported.startsWith(`faces/${file.path.split('/')[1]}/`))
        .filter((imported) => !imported.startsWith('faces/kit/'))
        .filter((imported) => !RUN_IN_BROWSERS.some((path) => imported.startsWith(path)))
        .map((imported) => `${file.path} imports ${imported}: a face has the kit and itself`),
    )
}

function forbiddenImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ path: imported, isType }) => {
    const line = `${file.path} imports ${imported}`
    if (isTestFile(imported)) return [`${line}: the program never needs its tests`]
    if (imported.endsWith('/plugin.ts') && file.path !== 'server/app.ts')
      return [`${line}: only server/app.ts knows the plugins`]
    if (file.path === EVERYBODYS) return isType ? [] : [`${line}: ${EVERYBODYS} imports types only`]
    return imported === EVERYBODYS || layerOf(imported) <= layerOf(file.path) ? [] : [`${line}: that stands above it`]
  })
}

/** What lies in no area is the program that puts them together: it stands beside `operator`, above all others. */
function layerOf(path: string): number {
  const layer = layers.indexOf(path.split('/')[1] ?? '')
  return layer === -1 ? layers.length - 1 : layer
}

/** `server/sales/baskets/add-item.ts` belongs to `sales/baskets`, `server/gates/plugin.ts` to `gates`. */
const sliceOf = (path: string) => path.split('/').slice(1, -1).slice(0, 2).join('/')

/** Files that cannot be loaded without each other, and slices that cannot be understood without each other. */
function circles(files: SourceFile[]): string[] {
  const byFile = new Map<string, string[]>()
  const bySlice = new Map<string, string[]>()
  for (const file of files) {
    const imports = importsOf(file)
    // Types are gone when the program runs; two files may well describe each other.
    byFile.set(
      file.path,
      imports.filter(({ isType }) => !isType).map(({ path }) => path),
    )
    const slice = sliceOf(file.path)
    if (slice === '') continue
    const others = imports.map(({ path }) => sliceOf(path)).filter((other) => other !== slice && other !== '')
    bySlice.set(slice, [...(bySlice.get(slice) ?? []), ...others])
  }
  return [byFile, bySlice].flatMap(firstCircle).map((circle) => `${circle.join(' → ')}: is a circle`)
}

/** One circle of the graph, if there is any: enough to begin with. */
function firstCircle(graph: Map<string, string[]>): string[][] {
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
    if (circle) return [circle]
  }
  return []
}
