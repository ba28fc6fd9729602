import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJsonMistake } from './json-mistake.ts'

const mistakes: [text: string, line: number, column: number, expected: string][] = [
  ['{"a": 1,}', 1, 9, 'a name in double quotes'],
  ['{"a": x}', 1, 7, 'a value'],
  ["{'a': 1}", 1, 2, 'a name in double quotes or "}"'],
  ['{"a" 1}', 1, 6, '":"'],
  ['{"a": 1 "b": 2}', 1, 9, '"," or "}"'],
  ['{\n  "a": [1, 2\n}', 3, 1, '"," or "]"'],
  ['{"a": [1, ]}', 1, 11, 'a value'],
  ['{"a": 01}', 1, 7, 'a value'],
  ['{"a": "no end}', 1, 7, 'a value'],
  ['{"a": 1} {}', 1, 10, 'the end'],
  ['{', 1, 2, 'a name in double quotes or "}"'],
  ['text=x', 1, 1, 'a value'],
]

for (const [text, line, column, expected] of mistakes) {
  test(`the mistake in ${JSON.stringify(text)} is found`, () => {
    assert.throws(() => JSON.parse(text))
    assert.deepEqual(findJsonMistake(text), { line, column, expected })
  })
}

test('in what is JSON there is none', () => {
  for (const text of ['{}', '[]', ' {"a": [1, -2.5e3, true, null, "\\u00e9\\n", {"b": []}]} ', '7', '"x"']) {
    JSON.parse(text)
    assert.equal(findJsonMistake(text), undefined, text)
  }
})

test('a deep or a long text is looked through in no time', () => {
  assert.equal(findJsonMistake('['.repeat(200_000))?.column, 200_001)
  assert.equal(findJsonMistake(`{"a": "${'x'.repeat(250_000)}`)?.column, 7)
})
