import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf, commandsOf, exportOf, fileNameOf } from './blocks.ts'

test('blocks are found wherever they stand, without the indentation of a list', () => {
  const page = 'a\n```sh\none\n```\n1. b\n\n   ```js\n   if (x) {\n     y\n   }\n   ```\n'
  assert.deepEqual(blocksOf(page), [
    { language: 'sh', code: 'one\n', line: 3 },
    { language: 'js', code: 'if (x) {\n  y\n}\n', line: 8 },
  ])
  assert.throws(() => blocksOf('```sh\none\n'), /no end/)
})

test('a command goes on after a backslash and within quotation marks', () => {
  assert.deepEqual(commandsOf("one \\\n  two\n\nexport A=1    # the club's\nthree '{\n  4}'\n"), [
    'one \\\n  two',
    "export A=1    # the club's",
    "three '{\n  4}'",
  ])
})

test('an export says where its value is found, and a block how it is called', () => {
  assert.deepEqual(exportOf('export KEY=gs_…    # secret in its answer'), {
    name: 'KEY',
    value: 'gs_…',
    source: 'secret in its answer',
  })
  assert.equal(exportOf('export URL=http://127.0.0.1:3000')?.source, undefined)
  assert.equal(fileNameOf({ language: 'php', code: '<?php // receiver.php\n', line: 1 }), 'receiver.php')
  assert.equal(fileNameOf({ language: 'js', code: 'const a = 1\n', line: 1 }), undefined)
})
