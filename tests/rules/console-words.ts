import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { importsOf, type SourceFile } from './source-files.ts'

export const WORDS = 'faces/console/words'
const root = join(import.meta.dirname, '..', '..')

/** The areas that the words are kept by: `today`. */
export const wordAreas = async (): Promise<string[]> =>
  (await readdir(join(root, WORDS, 'en'))).map((file) => file.replace(/\.ts$/, ''))

/** All words there are, for code of the console that runs without a page. */
export async function loadAllWords(): Promise<void> {
  for (const area of ['load', ...(await wordAreas())]) {
    const file = (await import(join(root, WORDS, `${area}.ts`))) as Record<string, unknown>
    for (const [name, load] of Object.entries(file)) if (name.startsWith('load')) await (load as () => Promise<void>)()
  }
}

const SECTION = /\n {4}name: '(\w+)',\n {4}words: \[([^\]]*)\],([\s\S]*?)\n {2}\},/g

const LOADER = /load[A-Z]\w+/g

/** What comes by itself with its own words, when it is opened. */
const BY_ITSELF = new Set([
  'faces/console/runs/run-bar.tsx',
  'faces/console/today/setup-list.tsx',
  'faces/console/sections.ts',
  'faces/console/main.tsx',
])

/** Areas that the pages of a section use, itself or by their parts, and that `sections.ts` loads neither for it nor for the page. */
export function areaFindings(sections: string, files: SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return [...sections.matchAll(SECTION)].flatMap(([, name, loaded = '', pages = '']) => {
    const ofSection = loaded.match(LOADER) ?? []
    const findings = pages.split(/(?:listP|p)age\(/).flatMap((page) => {
      const loads = new Set(page.match(LOADER) ?? ofSection)
      const starts = [...page.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, path = '']) => `faces/console/${path}`)
      return [...areasUsed(starts, byPath)].filter((area) => area !== 'frame' && !loads.has(loaderOf(area)))
    })
    return [...new Set(findings)].map((area) => `${name} does not load the words of ${area}`)
  })
}

const loaderOf = (area: string): string =>
  `load${area
    .split('-')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`)
    .join('')}`

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
