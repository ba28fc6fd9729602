import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// npm run test:generators: generators that others use make clients of openapi.json that compile, and so do the simplest calls of a
// dozen operations (calls/), written as a developer would who knows only what is required. They have a folder of packages
// of their own, which is not needed for work on anything else, so this is no part of npm test. Python is taken as it is found.

const run = promisify(execFile)
const here = import.meta.dirname
const document = join(here, '..', '..', 'openapi.json')
const folder = await mkdtemp(join(tmpdir(), 'grandstand-generators-'))

await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here })
await symlink(join(here, 'node_modules'), join(folder, 'node_modules'))
const callsFile = async (name: string) => {
  await cp(join(here, 'calls', name), join(folder, name))
  return name
}
const program = (name: string, args: string[]) => run(join(here, 'node_modules', '.bin', name), args, { cwd: folder })
const compile = (file: string) =>
  program('tsc', [
    ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
    ...['--module', 'preserve', '--moduleResolution', 'bundler', '--allowImportingTsExtensions', file],
  ])

/** Schemas alone, as a language without fetch needs them. */
async function writeSchemas(): Promise<string> {
  const { components } = JSON.parse(await readFile(document, 'utf8')) as { components: { schemas: object } }
  const text = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/definitions/')
  const names = Object.keys(components.schemas)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }]))
  const file = join(folder, 'schemas.json')
  const $schema = 'http://json-schema.org/draft-06/schema#'
  await writeFile(file, JSON.stringify({ $schema, type: 'object', properties, definitions: JSON.parse(text) }))
  return file
}

const generators: Record<string, () => Promise<unknown>> = {
  'openapi-typescript': async () => {
    await program('openapi-typescript', [document, '-o', 'types.ts'])
    await compile(await callsFile('openapi-typescript.ts'))
  },
  '@hey-api/openapi-ts': async () => {
    await program('openapi-ts', ['-i', document, '-o', 'client', '-c', '@hey-api/client-fetch'])
    await compile('client/index.ts')
    await compile(await callsFile('hey-api.ts'))
  },
  'quicktype, Python': async () => {
    await program('quicktype', ['-s', 'schema', await writeSchemas(), '-l', 'python', '-o', 'schemas.py'])
    await run('python3', [await callsFile('quicktype.py')], { cwd: folder })
  },
}

try {
  for (const [name, generate] of Object.entries(generators)) {
    await generate().catch((error: Error & { stdout?: string }) => {
      throw new Error(`${name}: ${error.stdout === '' ? error.message : (error.stdout ?? error.message)}`)
    })
    console.log(`✔ ${name}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
