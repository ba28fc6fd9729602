import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresVersion } from './server.ts'

/** A figure is only worth something beside the limit it is judged by, measured in the same run. */
export type Result = { figures: Record<string, number | string>; passed: boolean }
export type Bench = { run(args: string[]): Promise<Result> }

/** `--database <url>` measures on a server of yours, where the benchmark makes a database and drops it. */
const { values, positionals } = parseArgs({ options: { database: { type: 'string' } }, allowPositionals: true })
const [name, ...args] = positionals
if (values.database !== undefined) process.env.BENCH_DATABASE_URL = values.database
const known = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && !['run.ts', 'server.ts'].includes(file))
  .map((file) => file.slice(0, -3))

if (name === undefined || !known.includes(name)) {
  console.error(`npm run bench -- NAME [--database postgres://…], where NAME is one of: ${known.join(', ')}`)
  process.exit(2)
}

const bench: Bench = await import(join(import.meta.dirname, `${name}.ts`))
const { figures, passed } = await bench.run(args)
const report = {
  // An address has a password in it.
  command: `npm run bench -- ${[name, ...args, ...(values.database ? ['--database …'] : [])].join(' ')}`,
  passed,
  figures,
  on: [
    `${cpus().length} cores, ${process.arch}, Node ${process.versions.node}`,
    ...(postgresVersion ? [`PostgreSQL ${postgresVersion}`] : []),
  ].join(', '),
}
console.log(JSON.stringify(report, null, 2))
const folder = join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
process.exit(passed ? 0 : 1)
