import { posix } from 'node:path'
import { importsOf } from '../harness/imports.ts'
import { circleFindings, type Graph, graphOf, programOf, slicesOf } from './import-graph.ts'
import { isTestFile, type SourceFile } from './source-files.ts'

/**
 * The areas of `server`, from the ground up: each may import itself and what stands before it. Two that stand side by side import neither
 * each other. CONTRIBUTING.md draws them.
 */
const floors: (string | string[])[] = [
  'platform',
  'access',
  'messages',
  'resources',
  'programme',
  'people',
  'payments',
  'tickets',
  'ledger',
  'checkout',
  ['collection', 'papers'],
  'fans',
  'gates',
  'files',
  'faces',
  'operator',
]

export const layers: string[] = floors.flat()

export function importFindings(files: SourceFile[]): string[] {
  const program = programOf('server', files)
  return [...program.flatMap(forbiddenImports), ...circles(program)]
}

/** What scanners do without a network with the very lines of the service: plain TypeScript that needs nothing of Node. */
export const RUN_IN_BROWSERS = [
  'server/gates/rules/',
  'server/tickets/tickets/ticket-code.ts',
  'server/tickets/tickets/rotating-code.ts',
  'server/platform/values/base32.ts',
  'server/platform/values/typed-code.ts',
  'server/platform/values/typed-text.ts',
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

/**
 * What stands beside the service, and what of ours each part may import besides itself. The SDK, which is a package, is below all of them.
 * A face has the kit alone, so that it can be copied out; the kit knows no face.
 */
const STANDS_ON: Record<string, string[]> = {
  'sdk/src/': [],
  'sdk/generate/': ['server/platform/openapi/'],
  'faces/kit/': [],
  'faces/shop/': ['faces/kit/'],
  'faces/ticket/': ['faces/kit/'],
  'faces/console/': ['faces/kit/'],
  'faces/scan/': ['faces/kit/', ...RUN_IN_BROWSERS],
  // Every test opens its house by it, so it knows the service and no test.
  'tests/harness/': ['server/'],
}

export const BESIDE_THE_SERVICE = ['sdk', 'faces', 'tests/harness']

/** No part imports more than it stands on, and in none is there a circle: of files or of folders, types included. */
export function besideFindings(files: SourceFile[]): string[] {
  const parts = files.filter(({ path }) => !/(\.test|-fixture)\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  const imports = parts.map((file) => ({ path: file.path, imported: importsOf(file).map(({ path }) => path) }))
  const above = imports.flatMap(({ path, imported }) => {
    const part = Object.keys(STANDS_ON).find((name) => path.startsWith(name))
    if (part === undefined) return [`${path} is in no part of the house that tests/rules/layers.ts knows`]
    const below = STANDS_ON[part] ?? []
    const ground = below.length === 0 ? 'nothing' : below.join(', ')
    return imported
      .filter((other) => ![part, ...below].some((name) => other.startsWith(name)))
      .map((other) => `${path} imports ${other}: ${part} stands on ${ground}`)
  })
  const graphs = [graphOf(parts, (path) => path), graphOf(parts, posix.dirname)]
  return [...above, ...graphs.flatMap(circleFindings)]
}

/** What an area hands to `server/app.ts` alone: its operations, and the sum of what they need. */
const FOR_APP = /\/(plugin|deps)\.ts$/

/** Files of the kit that mails, files, passes and first documents are made with too, and seats chosen: they import each other at most, so that the service takes nothing else with them. */
export const SHARED_BY_THE_KIT = [
  'faces/kit/contrast.ts',
  'faces/kit/country-ids.ts',
  'faces/kit/date-order.ts',
  'faces/kit/dates.ts',
  'faces/kit/languages.ts',
  'faces/kit/legal.ts',
  'faces/kit/messages.ts',
  'faces/kit/money.ts',
  'faces/kit/place.ts',
  'faces/kit/theme.ts',
  'faces/kit/seat-map/best-in-middle.ts',
]

function forbiddenImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ path: imported }) => {
    const line = `${file.path} imports ${imported}`
    if (SHARED_BY_THE_KIT.includes(imported)) return []
    if (isTestFile(imported)) return [`${line}: the program never needs its tests`]
    if (FOR_APP.test(imported) && file.path !== 'server/app.ts') return [`${line}: only server/app.ts knows those`]
    if (areaOf(imported) === areaOf(file.path)) return []
    const [from, to] = [floorOf(file.path), floorOf(imported)]
    if (to > from) return [`${line}: that stands above it`]
    return to === from && to !== TOP ? [`${line}: that stands beside it`] : []
  })
}

const areaOf = (path: string): string => path.split('/')[1] ?? ''

const TOP = floors.length - 1

/** What lies in no area is the program that puts them together: it stands beside `operator`, above all others. */
function floorOf(path: string): number {
  const floor = floors.findIndex((areas) => [areas].flat().includes(areaOf(path)))
  return floor === -1 ? TOP : floor
}

/** Files that cannot be loaded without each other, and slices that cannot be understood without each other. */
function circles(files: SourceFile[]): string[] {
  // Types are gone when the program runs; two files of a slice may well describe each other.
  const loaded = files.map((file): [string, Set<string>] => [
    file.path,
    new Set(importsOf(file).flatMap(({ path, isType }) => (isType ? [] : [path]))),
  ])
  const graphs: Graph[] = [new Map(loaded), graphOf(files, slicesOf(files))]
  return graphs.flatMap(circleFindings)
}
