import fc from 'fast-check'

/** Text that has broken other programs: numbers that are none, half characters, quotes of every language, names of prototypes. */
const NOTORIOUS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\ufeff',
  '𝒳'.repeat(60),
  '٣',
  '９',
  '0x10',
  '1e2',
  '1e400',
  '-0',
  '+1',
  ' 1',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '9007199254740993',
  '-9223372036854775809',
  '9'.repeat(400),
  'a'.repeat(9000),
  "' or 1=1 --",
  '"; drop table customers; --',
  '%',
  '%_\\',
  '$1',
  '{{7*7}}',
  '../../../etc/passwd',
  '/',
  '//',
  '.',
  '..',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'a\r\nx-injected: 1',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '#',
  '?',
  '&=',
  ';',
]

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NOTORIOUS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()).map(String) },
)

/** Percent signs that do not stand before a byte, or stand before bytes that are no text. */
const BAD_ESCAPES = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%ff%fe',
  '%C0%80',
  '%ED%A0%80',
  '%00',
  '%u0041',
  '%2',
  '%25%',
  '%F5%80%80%80',
]

/** The text as an address carries it: escaped, left as it is, or escaped badly. */
export const hostileEscaped = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...BAD_ESCAPES) },
)

const nested = (depth: number, leaf: unknown) => {
  let value = leaf
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any value that JSON can carry where another was expected. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 2 ** 53, Number.MAX_VALUE, [], {}, [[]], [null]),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((depth) => nested(depth, 'x')) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((length) => Array.from({ length }, () => 'x')) },
)
