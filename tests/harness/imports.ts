import { posix } from 'node:path'

export type Import = { path: string; isType: boolean }

const STATEMENT = /(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^;'"`]*?\bfrom\s+'([^']+)'/g
const CALL = /\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g

/** What a file imports, by path from the root; packages are left out. */
export function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, from = '']) => ({ from, isType: type !== undefined }))
  const calls = [...text.matchAll(CALL)].map(([, called, bare = '']) => ({ from: called ?? bare, isType: false }))
  return [...statements, ...calls]
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, isType }) => ({ path: posix.join(posix.dirname(path), from), isType }))
}
