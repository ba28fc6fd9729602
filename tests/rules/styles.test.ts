import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './source-files.ts'
import { breakpointFindings, colourFindings } from './styles.ts'

const files = await readSources(['faces'], ['.css', '.ts', '.tsx'])

test('pages change their shape at three widths', () => {
  assert.ok(files.filter(({ path }) => path.endsWith('.css')).length > 20)
  assert.deepEqual(breakpointFindings(files), [])
})

test('every colour of a face is in tokens.css', () => assert.deepEqual(colourFindings(files), []))

const css = (text: string) => [{ path: 'faces/shop/a.module.css', text }]

test('is caught: a width of its own, however it is written', () => {
  for (const query of [
    '(max-width: 45rem)',
    '(width >= 700px)',
    '(min-width: 44rem) and (max-width: 50em)',
    '(30rem <= width)',
  ])
    assert.equal(breakpointFindings(css(`@media ${query} { .a { color: inherit } }`)).length, 1, query)
  assert.deepEqual(
    breakpointFindings(css('@media (max-width: 44rem) { .a { width: 45rem } } @media print { .b {} }')),
    [],
  )
})

test('is caught: a colour in a style sheet or in a component, written in any way', () => {
  for (const value of ['#fff', '1px solid #0A5C39', 'rgb(0 0 0 / 0.5)', 'oklch(0.5 0 0)', 'black', '0 0 1px white'])
    assert.equal(colourFindings(css(`.a { border: ${value}; }`)).length, 1, value)
  const component = (text: string) => [{ path: 'faces/kit/a.tsx', text }]
  assert.equal(colourFindings(component('<path fill="#000" />')).length, 1)
  const fine = '.a { white-space: nowrap; background: color-mix(in srgb, var(--accent) 12%, transparent); }'
  assert.deepEqual(colourFindings(css(`${fine} /* as #fff, in the dark */`)), [])
  assert.deepEqual(colourFindings(component('<input placeholder="#0f6b46" /> <a href="#main">')), [])
})
