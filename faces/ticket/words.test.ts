import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage } from './choose-language.ts'
import { da } from './words/da.ts'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { nl } from './words/nl.ts'

/** Names as paths, with how many values each text takes. */
const shapeOf = (words: object, path = ''): string[] =>
  Object.entries(words)
    .flatMap(([name, text]: [string, unknown]) => {
      if (typeof text === 'object' && text !== null) return shapeOf(text, `${path}${name}.`)
      return [`${path}${name} ${typeof text === 'function' ? text.length : ''}`]
    })
    .sort()

/** The texts that are not made of anything else. */
const plainOf = (words: Words) => Object.values(words).filter((text) => typeof text === 'string')

test('every language says all that English says, with the same values, and leaves nothing empty', () => {
  for (const words of [de, es, fr, nl, da]) {
    assert.deepEqual(shapeOf(words), shapeOf(en))
    assert.deepEqual(
      plainOf(words).filter((text) => text.trim() === ''),
      [],
    )
  }
})

test('one and several are told apart in each language', () => {
  for (const { passedOn } of [en, de, es, fr, nl, da]) {
    assert.doesNotMatch(passedOn(1), /1/)
    assert.match(passedOn(3), /^3 /)
  }
})

test('the order’s language comes before the browser’s, and English where the page speaks neither', () => {
  assert.equal(chooseLanguage('de', ['en-AU', 'en']), 'de')
  assert.equal(chooseLanguage('de', ['de-AT', 'en']), 'de-AT')
  assert.equal(chooseLanguage('de-CH', ['de-AT']), 'de-CH')
  assert.equal(chooseLanguage(null, ['pt-PT', 'es-MX', 'en']), 'es-MX')
  assert.equal(chooseLanguage('pt', ['es-MX']), 'es-MX')
  assert.equal(chooseLanguage('pt', ['ja']), 'en')
})
