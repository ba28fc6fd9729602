import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { readSource, readSources, type SourceFile } from './source-files.ts'

const root = join(import.meta.dirname, '..', '..')
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md']

/** Links of a page that lead to other files or headings of the repository. */
const linksOf = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))

/** Paths from the root that a page names in passing: `server/app.ts`, `docs/adr`. */
const FROM_ROOT = /(?<![\w./-])(?:server|docs|tests|bench)\/[\w./-]*\w/g
/** The path of a file of code that begins somewhere else: a reader would have to guess where. */
const FROM_SOMEWHERE = /(?<![\w./-])(?!(?:server|docs|tests|bench)\/)[\w-]+\/[\w./-]+\.(?:ts|sql)\b/g

/** A record that was superseded tells of code that may be gone. */
const isSuperseded = ({ text }: SourceFile): boolean => /\bStatus: superseded/.test(text)
const isRecord = ({ path }: SourceFile): boolean => path.startsWith('docs/adr/')

function pathsOf(page: SourceFile): string[] {
  if (isSuperseded(page)) return []
  return [FROM_ROOT, ...(isRecord(page) ? [] : [FROM_SOMEWHERE])].flatMap((kind) => page.text.match(kind) ?? [])
}

/** A heading's anchor as the usual viewers of Markdown make it. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  )

async function linkFinding(page: SourceFile, link: string): Promise<string[]> {
  const [target = '', anchor] = link.split('#')
  const path = target === '' ? page.path : posix.join(posix.dirname(page.path), target)
  if (path !== page.path && !existsSync(join(root, path))) return [`${page.path}: ${link} leads nowhere`]
  if (anchor === undefined) return []
  const text = path === page.path ? page.text : await readSource(path)
  return anchorsOf(text).has(anchor) ? [] : [`${page.path}: ${link} names no heading`]
}

async function findings(page: SourceFile): Promise<string[]> {
  const links = await Promise.all(linksOf(page).map((link) => linkFinding(page, link)))
  const paths = pathsOf(page).filter((path) => !existsSync(join(root, path)))
  return [...links.flat(), ...paths.map((path) => `${page.path}: ${path} does not exist`)]
}

const pages = await Promise.all(PAGES.map(async (path) => ({ path, text: await readSource(path) })))
const all = [...pages, ...(await readSources(['docs'], ['.md']))]

test('every path, link and heading that a document names exists', async () => {
  assert.deepEqual((await Promise.all(all.map(findings))).flat(), [])
})

test('the index of decision records and that of decisions name each of their pages', () => {
  const unnamed = ['docs/adr', 'docs/decisions'].flatMap((folder) => {
    const index = all.find(({ path }) => path === `${folder}/README.md`)
    const named = new Set(index ? linksOf(index) : [])
    return all
      .filter(({ path }) => posix.dirname(path) === folder && path !== index?.path && !named.has(posix.basename(path)))
      .map(({ path }) => `${path} is not in ${folder}/README.md`)
  })
  assert.deepEqual(unnamed, [])
})

test('is caught: a file, a link and a heading that are not there', async () => {
  const text =
    '# A title\n`server/nowhere.ts`, `kit/a.ts`, [a](b.md), [c](#a-title), [d](#another), [e](https://example.org), a/docs/x.md'
  assert.deepEqual(await findings({ path: 'docs/a.md', text }), [
    'docs/a.md: b.md leads nowhere',
    'docs/a.md: #another names no heading',
    'docs/a.md: server/nowhere.ts does not exist',
    'docs/a.md: kit/a.ts does not exist',
  ])
})
