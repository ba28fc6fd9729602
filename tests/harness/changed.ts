import { execFileSync } from 'node:child_process'
import type { SourceFile } from './groups.ts'
import { importsOf } from './imports.ts'

/** What everything stands on, and what puts the program together: whatever changes in it may be seen by any test. */
const SHARED = [
  /^package(-lock)?\.json$/,
  /(^|\/)tsconfig[\w.]*\.json$/,
  /^\.ci\//,
  /^server\/([\w-]+|program\/[\w-]+)\.(ts|js)$/,
  /^server\/migrations\//,
  /^tests\/harness\/(?!durations\.json$|.*\.test\.ts$)/,
]

/** The program puts all its parts together here; every house does. Followed, this import would lead from each part to each test. */
const PUTS_TOGETHER = /^server\/([\w-]+|program\/[\w-]+)\.ts$|\/plugin\.ts$|\/deps\.ts$/

const RULES = 'tests/rules/'

/** Which browser stories visit a face, by the beginning of their names; a change of the kit or the SDK concerns all. */
const STORIES: Record<string, RegExp> = {
  'faces/shop/': /^tests\/browser\/(?!console|scan)/,
  'faces/ticket/': /^tests\/browser\/(?!console|scan)/,
  'faces/console/': /^tests\/browser\/(?!shop|scan|ticket)/,
  'faces/scan/': /^tests\/browser\/(?!shop|console|ticket)/,
  'faces/': /^tests\/browser\//,
  'server/faces/': /^tests\/browser\//,
  'sdk/src/': /^tests\/(browser|sdk)\//,
}

/** The tests to run, by the reason for it; or why it has to be all of them. */
export type Selection = { everything: string } | { reasons: Map<string, string> }

/** What has changed since a revision, in commits and in the work tree, new files and those that are gone among them. */
export function readChanges(root: string, revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  // A branch is compared with where it began, not with what others have done since.
  const base = git('merge-base', revision, 'HEAD').trim()
  const texts = [
    git('diff', '--name-only', '--no-renames', '-z', base, '--'),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(texts.join('').split('\0'))].filter((path) => path !== '').toSorted()
}

/** Who imports each file, directly or by way of others, but for what puts the program together. */
function reachedFrom(path: string, importers: Map<string, string[]>): Set<string> {
  const reached = new Set([path])
  for (const file of reached) {
    if (file !== path && PUTS_TOGETHER.test(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  return reached
}

function importersOf(files: SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const { path } of importsOf(file)) importers.set(path, [...(importers.get(path) ?? []), file.path])
  }
  return importers
}

/** The addresses of the operations in a file, each as a pattern of how a test calls it. */
function addressesIn({ text }: SourceFile): RegExp[] {
  const addresses = [...text.matchAll(/'(\/v1\/[^'\s]*)'/g)].map(([, address = '']) => address)
  return addresses.map((address) => {
    const parts = address.split(/:\w+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`${parts.join('(?:\\$\\{[^}]*\\}|[^/\'"`\\s])+')}(?![\\w/])`)
  })
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The tests among the files that can tell whether these changes broke anything, each with its reason. All rules are among them. */
export function selectByChanges(changes: string[], files: SourceFile[], tests: string[]): Selection {
  const shared = changes.find((path) => SHARED.some((pattern) => pattern.test(path)))
  if (shared !== undefined) return { everything: `${shared} is shared by all tests` }
  const sources = new Map(files.map((file) => [file.path, file]))
  const importers = importersOf(files)
  const reasons = new Map<string, string>()
  const take = (path: string, reason: string) => {
    if (tests.includes(path) && !reasons.has(path)) reasons.set(path, reason)
  }
  for (const change of changes) {
    const reached = reachedFrom(change, importers)
    for (const path of reached) take(path, path === change ? 'changed' : `imports ${change}`)
    const operations = [...reached].flatMap((path) => sources.get(path) ?? []).filter(({ path }) => isProgram(path))
    // A change in a slice concerns the tests of the slice, also where they call it through HTTP alone.
    for (const { path } of operations) {
      const slice = folderOf(path)
      for (const test of tests) if (folderOf(test) === slice) take(test, `lies beside what imports ${change}`)
    }
    const addresses = operations.flatMap(addressesIn)
    for (const test of tests) {
      const text = sources.get(test)?.text ?? ''
      if (addresses.some((address) => address.test(text))) take(test, `calls an operation that ${change} changes`)
      if (text.includes(change)) take(test, `names ${change}`)
    }
    for (const [folder, stories] of Object.entries(STORIES)) {
      const isStory = isOfFace(change, folder)
      if (isStory) for (const test of tests) if (stories.test(test)) take(test, `visits ${folder}`)
    }
  }
  for (const test of tests) if (test.startsWith(RULES)) take(test, 'is a rule')
  return { reasons }
}

const isProgram = (path: string): boolean =>
  path.startsWith('server/') && !PUTS_TOGETHER.test(path) && !/(\.test|-fixture|-test-kit)\.ts$/.test(path)

/** `faces/` itself stands for what the faces share. */
const isOfFace = (path: string, folder: string): boolean =>
  path.startsWith(folder) &&
  !path.endsWith('.test.ts') &&
  (folder !== 'faces/' || !Object.keys(STORIES).some((face) => face !== folder && path.startsWith(face)))

/** What a run by changes says of itself: how many files, and for which reasons. */
export function describeSelection(selection: Selection, changes: string[], count: number): string {
  const head = `${changes.length} changed ${changes.length === 1 ? 'file' : 'files'}`
  if ('everything' in selection) return `${head}: all ${count} test files, because ${selection.everything}`
  const counts = Map.groupBy(selection.reasons.values(), (reason) => reason)
  const lines = [...counts].map(([reason, { length }]) => `  ${length}: ${reason}`)
  return [`${head}: ${selection.reasons.size} of ${count} test files`, ...lines].join('\n')
}
