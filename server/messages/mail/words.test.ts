import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contrast, textOn } from '../../../faces/kit/contrast.ts'
import { fill, placeholdersIn } from '../../../faces/kit/messages.ts'
import { NIGHT, PAPER, readableOn } from './colours.ts'
import { mailKinds } from './notices.ts'
import { catalogueOf, mailLanguages, speechOf } from './words.ts'

/** Every text of a catalogue by its path, with what it names. */
function textsOf(value: unknown, path = ''): [string, string[]][] {
  if (typeof value === 'string') return [[path, placeholdersIn(value).sort()]]
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
}

test('every catalogue that is there is used, and says all that English says, with the same placeholders', () => {
  const files = readdirSync(join(import.meta.dirname, 'catalogue'))
  assert.deepEqual(files.sort(), mailLanguages.map((language) => `${language}.json`).sort())
  const english = textsOf(catalogueOf('en').words)
  for (const file of files) {
    const words = JSON.parse(readFileSync(join(import.meta.dirname, 'catalogue', file), 'utf8'))
    assert.deepEqual(textsOf(words), english, file)
    assert.deepEqual(Object.keys(words.mails).sort(), [...mailKinds].sort(), file)
  }
})

test('a language finds its words by what is most like it, and English is there for everybody', () => {
  assert.deepEqual(
    ['de', 'de-AT', 'es-419', 'en-GB', 'fr-CA', 'nl', 'da', 'pt', 'deu-x'].map((tag) => catalogueOf(tag).language),
    ['de', 'de', 'es', 'en', 'fr', 'nl', 'da', 'en', 'en'],
  )
})

test('dates, amounts and plurals follow the language and the country', () => {
  const at = new Date('2026-03-14T08:30:00Z')
  const say = (language: string, country: string) => {
    const speech = speechOf(language, country)
    const { tickets } = speech.words.labels
    return [
      speech.dateTime(at, 'Australia/Sydney'),
      speech.money(123_450, 'EUR'),
      speech.money(1234, 'JPY'),
      speech.count(tickets, 1),
      speech.count(tickets, 2),
    ].map((text) => text.replaceAll(/\s/g, ' '))
  }
  assert.deepEqual(say('en', 'AU'), [
    'Saturday 14 March 2026 at 7:30 pm',
    '€1,234.50',
    'JPY 1,234',
    '1 ticket',
    '2 tickets',
  ])
  assert.deepEqual(say('en-US', 'AU').slice(0, 2), ['Saturday, March 14, 2026 at 7:30 PM', '€1,234.50'])
  assert.deepEqual(say('de', 'DE'), [
    'Samstag, 14. März 2026 um 19:30',
    '1.234,50 €',
    '1.234 ¥',
    '1 Ticket',
    '2 Tickets',
  ])
})

test('what a value holds is not read for placeholders again, and an unknown one stays as it is', () => {
  assert.equal(fill('{name}: {total} {other}', { name: '{total}', total: '$1' }), '{total}: $1 {other}')
})

test('whatever the club’s colour is, words can be read on it and in it, by day and by night', () => {
  for (const colour of [
    '#ffffff',
    '#000000',
    '#ffff00',
    '#808080',
    '#767676',
    '#ff0000',
    '#1f6b4a',
    '#0000ff',
    '#7f7f00',
  ]) {
    assert.ok(contrast(colour, textOn(colour)) >= 4.5, `on ${colour}`)
    for (const ground of [PAPER, NIGHT])
      assert.ok(contrast(ground, readableOn(ground, colour)) >= 4.5, `${colour} on ${ground}`)
  }
})

test('German mails say Sie, as the shop does', () => {
  const said = JSON.stringify(catalogueOf('de').words)
  assert.doesNotMatch(said, /\b(du|dir|dich|dein\w*|zeig|bestell|melde dich)\b/i)
})
