import { posix } from 'node:path'
import { importsOf } from '../harness/imports.ts'
import { nameOf, readCatalogues, CONSOLE_WORDS as WORDS } from './catalogues.ts'
import type { SourceFile } from './source-files.ts'

export { WORDS }

/** Loaded before any page, and `parts` before any but Today. */
const EVERYWHERE = new Set(['common', 'frame', 'parts'])
/** These areas come with `loadFrame`. */
const FIRST = new Set(['common', 'frame'])

/** All words there are, for code of the console that runs without a page. */
export async function loadAllWords(): Promise<void> {
  const { loadFrame } = await import('../../faces/console/words/frame.ts')
  const { loadWords } = await import('../../faces/console/words/load.ts')
  const areas = [...(await readCatalogues(WORDS, 'en')).keys()].map(nameOf).filter((area) => !FIRST.has(area))
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
    const used = new Set([...areasUsed([`faces/console/${file}`], byPath)].map(nameOf)).difference(EVERYWHERE)
    return [
      ...[...used.difference(loaded)].map((area) => `${route} does not load the words of ${area}`),
      ...[...loaded.difference(used)].map((area) => `${route} loads the words of ${area} for nothing`),
    ]
  })
}

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
