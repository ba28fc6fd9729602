import { importsOf, isTestFile, type SourceFile } from './source-files.ts'

/** The program around the slices: it puts the parts together and may know them all. */
const HOUSE = ['app.ts', 'main.ts', 'cli.ts', 'cli', 'worker.ts', 'connect.ts', 'secret.ts', 'openapi', 'demo']

/** What lies below the slices, and what each of these may import besides itself. */
const GROUND: Record<string, string[]> = {
  kit: ['config.ts'],
  'config.ts': [],
  'operation.ts': ['kit', 'payments/providers.ts', 'sso/verify-token.ts'],
  access: ['kit'],
}

/** What every slice may import besides itself. */
const COMMON = [
  'kit',
  'operation.ts',
  'access/principal.ts',
  'access/scopes.ts',
  'manage',
  'audit/record.ts',
  'webhooks/publish.ts',
  'webhooks/message-types.ts',
]

/** What one slice may import of others beyond that, each with its reason in docs or in an ADR. Keep it short. */
const BETWEEN: Record<string, string[]> = {
  'api-keys': ['access/api-keys.ts'],
  baskets: ['inventory', 'orders', 'discounts', 'sso'],
  'box-office': ['baskets', 'checkout', 'orders'],
  checkout: [
    'baskets',
    'inventory',
    'orders',
    'payments',
    'tickets',
    'customers',
    'discounts',
    'events',
    'refunds',
    'sso',
  ],
  customers: ['members/tell-updated.ts'],
  events: ['inventory'],
  exports: ['customers', 'members'],
  imports: ['customers', 'members'],
  gates: ['tickets', 'members', 'events', 'access/api-keys.ts'],
  instalments: ['members'],
  orders: ['tickets', 'events', 'mail', 'inventory'],
  prices: ['events', 'inventory'],
  refunds: ['payments', 'orders', 'tickets', 'inventory'],
  sales: ['events'],
  sso: ['customers', 'orders', 'tickets', 'mail'],
  tickets: ['mail'],
}

export function importFindings(files: SourceFile[]): string[] {
  const program = files.filter(({ path }) => path.startsWith('server/') && !isTestFile(path))
  return [...program.flatMap(forbiddenImports), ...cycles(program)]
}

function forbiddenImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ path: imported }) => {
    const line = `${file.path} imports ${imported}`
    if (isTestFile(imported)) return [`${line}: the program never needs its tests`]
    if (/^server\/[^/]+\/plugin\.ts$/.test(imported) && file.path !== 'server/app.ts')
      return [`${line}: only server/app.ts knows the plugins`]
    return isAllowed(file.path, imported) ? [] : [`${line}: the table in tests/rules/import-table.ts does not allow it`]
  })
}

function isAllowed(importer: string, imported: string): boolean {
  const [from, to] = [partOf(importer), partOf(imported)]
  if (from === to || HOUSE.includes(from) || imported.endsWith('.json')) return true
  const allowed = GROUND[from] ?? [...COMMON, ...(BETWEEN[from] ?? [])]
  return allowed.includes(to) || allowed.includes(imported.slice('server/'.length))
}

/** `server/kit/clock.ts` belongs to `kit`, `server/app.ts` to itself. */
const partOf = (path: string) => path.split('/')[1] ?? path

/** Files that cannot be loaded without each other, and folders that cannot be understood without each other. */
function cycles(files: SourceFile[]): string[] {
  const byFile = new Map<string, string[]>()
  const byFolder = new Map<string, string[]>()
  for (const file of files) {
    const imports = importsOf(file)
    // Types are gone when the program runs; two files may well describe each other.
    byFile.set(
      file.path,
      imports.filter(({ isType }) => !isType).map(({ path }) => path),
    )
    const folder = partOf(file.path)
    if (folder.endsWith('.ts')) continue
    const others = imports.map(({ path }) => partOf(path)).filter((part) => part !== folder && !part.endsWith('.ts'))
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...others])
  }
  return [byFile, byFolder].flatMap((graph) => firstCycle(graph)).map((cycle) => `${cycle.join(' → ')}: is a circle`)
}

/** One circle of the graph, if there is any: enough to begin with. */
function firstCycle(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    done.add(node)
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...path, node])
      if (found) return found
    }
    return undefined
  }
  for (const node of graph.keys()) {
    const found = visit(node, [])
    if (found) return [found]
  }
  return []
}
