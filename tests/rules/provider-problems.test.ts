import assert from 'node:assert/strict'
import { test } from 'node:test'
import de from '../../faces/console/words/de/documents.json' with { type: 'json' }
import en from '../../faces/console/words/en/documents.json' with { type: 'json' }
import es from '../../faces/console/words/es/documents.json' with { type: 'json' }
import { readSource } from './source-files.ts'

test('what the service notes of an access point is told in the words of every language, and nothing else is', async () => {
  const source = await readSource('server/papers/peppol/http-access-point.ts')
  const noted = [...source.matchAll(/'((?:its?|nothing) [a-z][^']*)'/gi)].map(([, sentence]) => sentence)
  assert.ok(noted.includes('it does not take the token') && noted.length > 9, noted.join('; '))
  for (const words of [en, de, es])
    assert.deepEqual(Object.keys(words.providerProblems).toSorted(), [...new Set(noted)].toSorted())
})
