import { importsOf } from '../harness/imports.ts'
import type { OperationSpec } from '../harness/operations.ts'
import { calledIn } from './console-operations.ts'
import type { SourceFile } from './source-files.ts'

/** What everybody who is signed in may do, whatever their role: it is about themselves. */
const OWN_ACCOUNT = /^\/v1\/staff\//

/** The scopes that a file asks for before it offers something: nothing else in the console is written like one. */
const guardsIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/['"](\w+:(?:manage|write|read))['"]/g)].map(([, scope = '']) => scope)

/**
 * Operations that change something and are called by a part of the console without that part, or any that shows it, asking first whether the
 * person may: a button that is there and is refused.
 */
export function rightFindings(files: SourceFile[], operations: Map<string, OperationSpec>): string[] {
  const importers = new Map<string, SourceFile[]>()
  for (const file of files)
    for (const { path } of importsOf(file)) importers.set(path, [...(importers.get(path) ?? []), file])
  const shownBy = (file: SourceFile, seen = new Set<SourceFile>()): Set<SourceFile> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const importer of importers.get(file.path) ?? []) shownBy(importer, seen)
    return seen
  }
  return files.flatMap((file) => {
    const guards = new Set([...shownBy(file)].flatMap(guardsIn))
    return [...calledIn([file])].flatMap((name) => {
      const operation = operations.get(name)
      if (!operation?.scope || operation.method === 'GET' || OWN_ACCOUNT.test(operation.path)) return []
      return guards.has(operation.scope) ? [] : [`${file.path} calls ${name}, and nobody asks for ${operation.scope}`]
    })
  })
}
