import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench } from './run.ts'
import { postgresVersion } from './server.ts'

/** What is beside the benchmarks and is none. */
const OTHERS = ['run.ts', 'run-bench.ts', 'server.ts', 'targets.ts']

/**
 * Runs the benchmark that the arguments name, from this folder, and says with which code to end. Figures are printed; only `--record`
 * writes them to `results`, since what is committed there is what the pages say. `--database <url>` measures on a server of yours, where the
 * benchmark makes a database and drops it.
 */
export async function runBench(folder: string, given: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: given,
    options: { database: { type: 'string' }, record: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [name, ...args] = positionals
  if (values.database !== undefined) process.env.BENCH_DATABASE_URL = values.database
  const known = (await readdir(folder))
    .filter((file) => file.endsWith('.ts') && !OTHERS.includes(file))
    .map((file) => file.slice(0, -3))
  if (name === undefined || !known.includes(name)) {
    console.error(
      `npm run bench -- NAME [--record] [--database postgres://…], where NAME is one of: ${known.join(', ')}`,
    )
    return 2
  }

  const bench: Bench = await import(join(folder, `${name}.ts`))
  const { figures, targets } = await bench.run(args)
  const missed = targets.filter(({ isMet }) => !isMet).map(({ text }) => text)
  const report = {
    // An address has a password in it.
    command: `npm run bench -- ${[name, ...args, ...(values.database ? ['--database …'] : [])].join(' ')}`,
    passed: missed.length === 0,
    ...(missed.length > 0 && { missed }),
    figures,
    on: [
      `${cpus().length} cores, ${process.arch}, Node ${process.versions.node}`,
      ...(postgresVersion ? [`PostgreSQL ${postgresVersion}`] : []),
    ].join(', '),
  }
  const text = JSON.stringify(report, null, 2)
  console.log(text)
  if (values.record) {
    await mkdir(join(folder, 'results'), { recursive: true })
    await writeFile(join(folder, 'results', `${name}.json`), `${text}\n`)
  }
  return missed.length === 0 ? 0 : 1
}
