import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageRows, pagesIn, pageTableFindings } from './console-pages.ts'
import { readSource } from './source-files.ts'

const sections = (await readSource('faces/console/page.ts')) + (await readSource('faces/console/sections.ts'))
const pages = pagesIn(sections)
const document = await readSource('docs/architecture.md')

test('docs/architecture.md says in which file every page of the console is, and what it is called there', async () => {
  // Every page that is loaded was read, however its line is broken.
  assert.equal(pages.length - 5, sections.match(/\b(?:page|listPage)\(\s*routes\./g)?.length)
  assert.deepEqual(pageTableFindings(pageRows(document), pages), [])
  for (const { file, name } of pages) {
    const text = await readSource(file)
    assert.match(text, new RegExp(`export (function|const) ${name}\\b`), `${name} is in ${file}`)
  }
})

test('is caught: a page that has moved, one that is new, and one that is gone', () => {
  const rows = pageRows(document)
  const [first] = rows
  assert.ok(first)
  const moved = { ...first, file: 'faces/console/elsewhere.tsx' }
  assert.equal(pageTableFindings([moved, ...rows.slice(1)], pages).length, 2)
  assert.match(pageTableFindings(rows, [...pages, { ...first, address: '/console/new' }]).join(), /is missing/)
  assert.match(pageTableFindings([...rows, { ...first, address: '/console/gone' }], pages).join(), /is not so/)
})
