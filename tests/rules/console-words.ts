import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { importsOf, type SourceFile } from './source-files.ts'

export const WORDS = 'faces/console/words'
const root = join(import.meta.dirname, '..', '..')

/** The areas that the words are kept by: `today`. A folder has the longer parts of one. */
export const wordAreas = async (): Promise<string[]> =>
  (await readdir(join(root, WORDS, 'en')))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))

/** All words there are, for code of the console that runs without a page. */
export async function loadAllWords(): Promise<void> {
  const { loadFrame } = await import('../../faces/console/words/frame.ts')
  const { loadWords } = await import('../../faces/console/words/load.ts')
  const areas = (await wordAreas()).map(nameOf).filter((area) => area !== 'frame')
  await Promise.all([loadFrame(), loadWords(...(areas as Parameters<typeof loadWords>))])
}

/** The words that a page names, and what it is in. */
const PAGE = /\b(?:listP|p)age\(\s*(routes\.\w+)(?:\([^)]*\))?,\s*\[([^\]]*)\],\s*\(\) =>\s*import\('\.\/([^']+)'\)/g

/** What comes by itself with its own words, when it is opened. */
const BY_ITSELF = new Set([
  'faces/console/box-office/member-dialog.tsx',
  'faces/console/box-office/membership-counter.tsx',
  'faces/console/documents/recipient-dialog.tsx',
  'faces/console/runs/run-bar.tsx',
  'faces/console/runs/tags-dialog.tsx',
  'faces/console/today/setup-list.tsx',
  'faces/console/page.ts',
  'faces/console/sections.ts',
  'faces/console/main.tsx',
])

/** Areas whose words a page uses, itself or by its parts, and does not load, and those that it loads for nothing. */
export function areaFindings(sections: string, files: SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return [...sections.matchAll(PAGE)].flatMap(([, route, named = '', file]) => {
    const loaded = new Set(named.match(/\w+/g))
    const used = new Set([...areasUsed([`faces/console/${file}`], byPath)].map(nameOf))
    used.delete('frame')
    return [
      ...[...used.difference(loaded)].map((area) => `${route} does not load the words of ${area}`),
      ...[...loaded.difference(used)].map((area) => `${route} loads the words of ${area} for nothing`),
    ]
  })
}

/** As the program says it: the file `box-office.ts` has the words of `boxOffice`. */
const nameOf = (area: string): string => area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function areasUsed(starts: string[], byPath: Map<string, SourceFile>): Set<string> {
  const areas = new Set<string>()
  const seen = new Set(starts)
  for (const path of seen) {
    const file = byPath.get(path)
    if (!file || BY_ITSELF.has(path)) continue
    for (const { path: next, isType } of importsOf(file)) {
      const isWords = posix.dirname(next) === WORDS
      const area = posix.basename(next, '.ts')
      if (isWords && area !== 'load' && !isType) areas.add(area)
      else if (!isWords && !isType) seen.add(next)
    }
  }
  return areas
}
