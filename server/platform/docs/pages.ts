import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A Markdown file of the repository, and where it is served. */
export type Page = { path: string; address: string; title: string; text: string }

/** All pages of `docs`, and those from elsewhere that a reader of them is sent to. */
export async function readPages(root: string): Promise<Page[]> {
  const files = await readdir(join(root, 'docs'), { recursive: true })
  const paths = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)
  const pages = [...paths.sort(), 'sdk/README.md'].map((path) => readPage(root, path))
  return Promise.all(pages)
}

async function readPage(root: string, path: string): Promise<Page> {
  const text = await readFile(join(root, path), 'utf8')
  const address = `/${path.replace(/^sdk/, 'docs/sdk').replace(/(?:\/README)?\.md$/, '')}`
  return { path, address, title: /^# (.+)$/m.exec(text)?.[1] ?? path, text }
}
