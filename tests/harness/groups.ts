import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Durations } from './durations.ts'

/** More of them end closer together, and each loads the program anew. */
export const GROUPS_PER_PROCESSOR = 4
/** Of a file of which nothing is recorded. */
const UNKNOWN_S = 0.5

/** It measures its process, or changes the environment or the timers of it. */
const CHANGES_PROCESS = /node:v8|process\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|delete process\.env|mock\.timers/
/** It visits pages. */
const HAS_BROWSER = /^tests\/browser\//

export type SourceFile = { path: string; text: string }
type Group = { paths: string[]; seconds: number }

/**
 * Which test files share a process. Loading the program takes 1.5 s of processor time, a house of one's own in a process
 * that has loaded it 0.13 s; those that visit pages share their browser and the pages that were built for it. The longest begins first,
 * since at the end of the run it would keep a single processor busy.
 */
export function groupsOf(files: SourceFile[], durations: Durations, processors: number): string[][] {
  const timed = files.map(({ path, text }) => ({ path, text, seconds: durations[path] ?? UNKNOWN_S }))
  const kinds = Object.groupBy(timed, ({ path, text }) =>
    CHANGES_PROCESS.test(text) ? 'alone' : HAS_BROWSER.test(path) ? 'browser' : 'plain',
  )
  const alone = (kinds.alone ?? []).map(({ path, seconds }) => ({ paths: [path], seconds }))
  const browser = dealOut(kinds.browser ?? [], processors)
  const plain = dealOut(kinds.plain ?? [], processors * GROUPS_PER_PROCESSOR)
  return [...alone, ...browser, ...plain].toSorted((a, b) => b.seconds - a.seconds).map(({ paths }) => paths)
}

/** Into so many groups, or fewer, that take about as long. */
function dealOut(files: { path: string; seconds: number }[], groupsMax: number): Group[] {
  const groups: Group[] = []
  for (const { path, seconds } of files.toSorted((a, b) => b.seconds - a.seconds)) {
    if (groups.length < groupsMax) groups.push({ paths: [path], seconds })
    else {
      const shortest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least))
      shortest.paths.push(path)
      shortest.seconds += seconds
    }
  }
  return groups
}

const group = pathToFileURL(join(import.meta.dirname, 'group.ts')).href

/** A program for each group. */
export function programOf(paths: string[], folder: string): string {
  const files = paths.map((path) => ({ path, url: pathToFileURL(join(folder, path)).href }))
  return `import { testFiles } from ${JSON.stringify(group)}\n\ntestFiles(${JSON.stringify(files, null, 2)})\n`
}

export type Programs = { files: string[]; remove(): Promise<void> }

const FOLDERS = ['server', 'faces', 'sdk', 'tests']

async function readFiles(folder: string, pattern: string): Promise<SourceFile[]> {
  const paths: string[] = []
  const patterns = FOLDERS.map((name) => `${name}/**/${pattern}`)
  for await (const path of glob(patterns, { cwd: folder, exclude: ['**/node_modules'] })) paths.push(path)
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))
}

/** Every test file below the folder, in the order of their paths. */
export const readTestFiles = (folder: string): Promise<SourceFile[]> => readFiles(folder, '*.test.ts')

/** Whatever is written in TypeScript, tests among it. */
export const readProgramFiles = (folder: string): Promise<SourceFile[]> => readFiles(folder, '*.{ts,tsx}')

/** Puts programs where node:test finds them. */
export async function writePrograms(programs: string[]): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-test-groups-'))
  const files = programs.map((_, at) => join(folder, `${at}.mjs`))
  await Promise.all(programs.map((text, at) => writeFile(join(folder, `${at}.mjs`), text)))
  return { files, remove: () => rm(folder, { recursive: true, force: true }) }
}
