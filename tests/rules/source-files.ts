import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const SKIPPED = new Set(['node_modules', 'data', 'dist', 'results'])

/** A file of the repository by its path from the root, with slashes. */
export type SourceFile = { path: string; text: string }

/** Every file below these folders whose name ends in one of these endings. */
export async function readSources(folders: string[], endings: string[]): Promise<SourceFile[]> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  const paths = entries
    .flat()
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => SKIPPED.has(part)))
    .sort()
  return Promise.all(paths.map(async (path) => ({ path, text: await readSource(path) })))
}

export const readSource = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

/** Tests, and what only tests use. */
export const isTestFile = (path: string): boolean =>
  path.startsWith('tests/') || /(\.test|-fixture|-test-kit)\.ts$/.test(path)
