import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { spawnNode, stopProcess, withPostgres } from './server.ts'
import { atMost } from './targets.ts'

const FILES_MAX = 33
const FUNCTIONS_MAX = 86

type Script = { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }

/** How much a reader has to follow: the files and the functions of the program that one warm checkout runs through. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const { key, priceId } = await seedOffer(databaseUrl, 1000)
    const folder = await mkdtemp(join(tmpdir(), 'grandstand-reach-'))
    try {
      const env = { NODE_V8_COVERAGE: folder, DATABASE_URL: databaseUrl, GRANDSTAND_SECRET: 'x'.repeat(32), PORT: '0' }
      const child = await spawnNode(
        join(import.meta.dirname, 'reach', 'reach-process.ts'),
        [key, String(priceId)],
        env,
        /Server listening/,
      )
      await new Promise((resolve) => child.once('exit', resolve))
      await stopProcess(child)
      const scripts = await secondReport(folder)
      const reached = scripts.flatMap(({ url, functions }) => {
        // A callback within a function is read with it, and the module itself ran when it was loaded.
        const called = functions.filter(({ functionName, ranges }) => functionName && (ranges[0]?.count ?? 0) > 0)
        return called.length > 0 ? [{ path: url.slice(url.indexOf('/server/') + 1), called }] : []
      })
      const functionsIn = (files: typeof reached) => files.reduce((sum, { called }) => sum + called.length, 0)
      const functions = functionsIn(reached)
      const ground = reached.filter(({ path }) => path.startsWith('server/platform/'))
      for (const { path, called } of reached.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
        console.log(`${path}: ${called.map(({ functionName }) => functionName).join(', ')}`)
      return {
        targets: [atMost('files', reached.length, FILES_MAX), atMost('functions', functions, FUNCTIONS_MAX)],
        figures: {
          files: reached.length,
          functions,
          'files wanted': FILES_MAX,
          'functions wanted': FUNCTIONS_MAX,
          'files of platform': ground.length,
          'functions of platform': functionsIn(ground),
        },
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

/** Reports are named in the order in which they were written; the last is written when the process ends. */
async function secondReport(folder: string): Promise<Script[]> {
  const names = (await readdir(folder)).sort((a, b) => numberOf(a) - numberOf(b))
  const text = await readFile(join(folder, names[1] ?? ''), 'utf8')
  const { result } = JSON.parse(text) as { result: Script[] }
  return result.filter(({ url }) => /\/server\/(?!node_modules).*\.ts$/.test(url))
}

const numberOf = (name: string) => Number(/-(\d+)\.json$/.exec(name)?.[1] ?? 0)
