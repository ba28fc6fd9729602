import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FILES_MAX = 30
/** Above the limit of a single test, which each of its tests keeps: it only ends a file that hangs between tests. */
const FILE_TIMEOUT_MS = 600_000

/** It starts programs or a browser, which closes with its process's first file, or changes the environment or the timers of its process. */
const CHANGES_PROCESS =
  /node:child_process|node:v8|process\.env|mock\.timers|\/(program|postgres|embedded-postgres[\w-]*|browser)\.ts'/
/** It walks through every operation, which takes as long as a group. */
const IS_LONG = /\breadOperations\b/

export type SourceFile = { path: string; text: string }

/**
 * Which test files share a process. Loading the program takes 1.5 s of processor time, a house of one's own in a process
 * that has loaded it 0.13 s. Neighbours, which are often slow together, are dealt out to different groups.
 */
export function groupsOf(files: SourceFile[], filesMax = FILES_MAX): string[][] {
  const alone = files.filter(({ text }) => CHANGES_PROCESS.test(text) || IS_LONG.test(text))
  const sharing = files.filter((file) => !alone.includes(file))
  const groups: string[][] = Array.from({ length: Math.ceil(sharing.length / filesMax) }, () => [])
  sharing.forEach(({ path }, at) => {
    groups[at % groups.length]?.push(path)
  })
  // At the end of the run one of the long ones would keep a single processor busy.
  return [...alone.map(({ path }) => [path]), ...groups]
}

/**
 * A program for each group. A file is a test with the file's own tests in it: it is loaded when its turn has come, what
 * it hooks on holds for itself only, and it has cleared up before the next one begins.
 */
export function programOf(group: string[], folder: string): string {
  const lines = group.map((path) => {
    const url = pathToFileURL(join(folder, path)).href
    return `test(${JSON.stringify(path)}, { timeout: ${FILE_TIMEOUT_MS} }, () => import(${JSON.stringify(url)}))`
  })
  return [`import { test } from 'node:test'`, ...lines, ''].join('\n')
}

export type Programs = { pattern: string; remove(): Promise<void> }

/** Every test file below the folder, in the order of their paths. */
export async function readTestFiles(folder: string): Promise<SourceFile[]> {
  const paths: string[] = []
  const all = glob(['server/**/*.test.ts', 'faces/**/*.test.ts', 'tests/**/*.test.ts'], {
    cwd: folder,
    exclude: ['**/node_modules'],
  })
  for await (const path of all) paths.push(path)
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))
}

/** Puts programs where node:test finds them, and runs them in the order in which they are given. */
export async function writePrograms(programs: string[]): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-test-groups-'))
  for (const [at, text] of programs.entries()) {
    await writeFile(join(folder, `${String(at).padStart(3, '0')}.mjs`), text)
  }
  return { pattern: join(folder, '*.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}
