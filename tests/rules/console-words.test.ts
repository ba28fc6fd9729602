import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from './console-texts.ts'
import { areaFindings, WORDS } from './console-words.ts'
import { isTestFile, readSource, readSources } from './source-files.ts'

const files = (await readSources(['faces/console'], ['.ts', '.tsx'])).filter(({ path }) => !isTestFile(path))
const pages = files.filter(({ path }) => !path.startsWith(`${WORDS}/`))

test('no text stands in a page of the console: its words are in faces/console/words, in every language', () => {
  assert.deepEqual(pages.flatMap(textsIn), [])
})

test('is caught: a text between tags, in an attribute, in a list, in a message and in a refusal', () => {
  const caught = (text: string) => textsIn({ path: 'page.tsx', text }).length
  assert.equal(caught('const a = <p>Nothing is here</p>'), 1)
  assert.equal(caught('const a = <Tag>none</Tag>'), 1)
  assert.equal(caught('const a = <Field name="x" label="Name" />'), 1)
  assert.equal(caught("const a = [{ label: 'name', cell }]"), 1)
  assert.equal(caught("toast('It is done')"), 1)
  assert.equal(caught("throw new Error('There is none.')"), 1)
  assert.equal(caught(['const a = `Order $', '{id} is paid`'].join('')), 1)
  assert.equal(caught("const a = <p class='wide open'>{words.none}</p>"), 0)
  assert.equal(caught("if (key === 'Some Key') go(routes.orders({ status: 'paid' }))"), 0)
})

test('a page loads the words of every area that it uses, and of no other', async () => {
  const sections = (await readSource('faces/console/page.ts')) + (await readSource('faces/console/sections.ts'))
  assert.deepEqual(areaFindings(sections, files), [])
  const without = sections.replace(
    "page(routes.money(), ['accounting', 'money', 'payouts', 'tax'],",
    "page(routes.money(), ['accounting', 'payouts', 'tax'],",
  )
  assert.deepEqual(areaFindings(without, files), ['routes.money does not load the words of money'])
  const more = sections.replace(
    "page(routes.money(), ['accounting', 'money', 'payouts', 'tax'],",
    "page(routes.money(), ['accounting', 'money', 'payouts', 'runs', 'tax'],",
  )
  assert.deepEqual(areaFindings(more, files), ['routes.money loads the words of runs for nothing'])
})
