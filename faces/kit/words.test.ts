import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate } from './dates.ts'
import { localeOf } from './languages.ts'
import { money } from './money.ts'
import { placeText } from './place.ts'

const kickOff = Date.parse('2026-12-05T08:30:00Z') / 1000

test('an event is at the time of its venue, wherever the page is read, and says so to readers elsewhere', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const elsewhere = here === 'Australia/Sydney' ? 'Australia/Brisbane' : 'Australia/Sydney'
  const evening = /^Saturday,? 5 December 2026 at [67]:30\spm AE[DS]T$/
  assert.match(formatDate(kickOff, elsewhere, 'en-AU', 'full'), evening)
  assert.doesNotMatch(formatDate(kickOff, here, 'en-AU', 'full'), /[A-Z]{3,4}$|[+-]\d/)
  assert.match(formatDate(kickOff, 'Europe/Berlin', 'de', 'time'), /^0?9:30$/)
})

test('money is written as the language writes it, with the digits of its currency', () => {
  assert.equal(money(32.5, 'AUD', 'en-AU'), '$32.50')
  assert.equal(money(3200, 'JPY', 'en'), '¥3,200')
  assert.match(money(1234.5, 'EUR', 'de'), /^1\.234,50\s€$/)
})

test('a sign that is not the reader’s own money is written as a code, and so is every amount where a shop has several', () => {
  const written = (currency: string, tag: string, country: string, several = false) =>
    money(32.5, currency, localeOf(tag, country), { several }).replaceAll(/\s/g, ' ')
  assert.equal(written('AUD', 'en', 'AU'), '$32.50')
  assert.equal(written('AUD', 'en-US', 'AU'), 'AUD 32.50')
  assert.equal(written('AUD', 'de', 'AU'), '32,50 AUD')
  assert.equal(written('USD', 'en-US', 'AU'), '$32.50')
  assert.equal(written('DKK', 'da', 'DK'), '32,50 kr.')
  assert.equal(written('DKK', 'en', 'DK'), '32,50 kr')
  assert.equal(written('SEK', 'da', 'DK'), '32,50 SEK')
  assert.equal(written('EUR', 'en-US', 'DE'), '€32.50')
  assert.equal(written('AUD', 'en', 'AU', true), 'AUD 32.50')
})

const seat = {
  category_title: 'Adult',
  section_label: 'North Stand',
  sub_section_title: '112',
  seat_row: 'K',
  seat_title: '12',
  gate: 'C',
  entrance: 'past the club shop',
}

test('a place is said from the widest to the nearest, and names need no word before them', () => {
  assert.equal(placeText(seat, 'en'), 'North Stand, Block 112, Row K, Seat 12, Gate C (past the club shop)')
  assert.equal(placeText(seat, 'nl'), 'North Stand, Vak 112, Rij K, Stoel 12, Ingang C (past the club shop)')
  const named = { ...seat, sub_section_title: 'Upper tier', gate: 'North gate', entrance: null }
  assert.equal(placeText(named, 'en'), 'North Stand, Upper tier, Row K, Seat 12, North gate')
  assert.equal(
    placeText({ category_title: 'Standing', section_label: null, gate: null, entrance: null }, 'de'),
    'Standing',
  )
})
