import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documents as de } from '../../faces/console/words/de/documents.ts'
import { documents as en } from '../../faces/console/words/en/documents.ts'
import { documents as es } from '../../faces/console/words/es/documents.ts'
import { readSource } from './source-files.ts'

test('what the service notes of an access point is told in the words of every language, and nothing else is', async () => {
  const source = await readSource('server/sales/peppol/http-access-point.ts')
  const noted = [...source.matchAll(/'((?:its?|nothing) [a-z][^']*)'/gi)].map(([, sentence]) => sentence)
  assert.ok(noted.includes('it does not take the token') && noted.length > 9, noted.join('; '))
  for (const words of [en, de, es])
    assert.deepEqual(Object.keys(words.providerProblems).toSorted(), [...new Set(noted)].toSorted())
})
