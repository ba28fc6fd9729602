import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate } from './dates.ts'
import { money } from './money.ts'

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
