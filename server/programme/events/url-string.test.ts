import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlStringOf, urlStringPattern } from './url-string.ts'

const titles: [title: string, urlString: string][] = [
  ['Round 3: Harbour City v. Western', 'round-3-harbour-city-v-western'],
  ['Café Nights — Straße & Øresund', 'cafe-nights-strasse-oresund'],
  ["St. John’s Day / St. John's Eve", 'st-johns-day-st-johns-eve'],
  ['  --- 2026 ---  ', '2026'],
  ['决赛', 'event'],
  ['!!!', 'event'],
  ['１０ｋｍ Ｒｕｎ', '10km-run'],
]
for (const [title, urlString] of titles) {
  test(`“${title}” becomes ${urlString}`, () => assert.equal(urlStringOf(title), urlString))
}

test('a long title is cut where the result still has the right form', () => {
  const text = urlStringOf(`${'a'.repeat(99)} b c`)
  assert.equal(text, 'a'.repeat(99))
  assert.match(text, new RegExp(urlStringPattern))
})
