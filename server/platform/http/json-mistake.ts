/** Where a text stops being JSON, and what should stand there. */
export type JsonMistake = { line: number; column: number; expected: string }

type Expected = 'value' | 'value or ]' | 'name or }' | 'name' | 'colon' | 'comma or }' | 'comma or ]' | 'end'

const WORDS: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  'name or }': 'a name in double quotes or "}"',
  name: 'a name in double quotes',
  colon: '":"',
  'comma or }': '"," or "}"',
  'comma or ]': '"," or "]"',
  end: 'the end',
}

const SPACE = /[ \t\n\r]*/y
/** Any character but a quote, a backslash and those below the space. */
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const PLAIN = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-])/y

/**
 * Looks for the mistake in a text that `JSON.parse` has refused. The engine's own message names a position only sometimes, and
 * quotes what was sent, which may be personal data.
 */
export function findJsonMistake(text: string): JsonMistake | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const behindValue = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'comma or }' : 'comma or ]')
  for (;;) {
    take(SPACE)
    if (at >= text.length) return expected === 'end' ? undefined : mistake(text, at, expected)
    const next = text[at]
    const wasExpected: Expected = expected
    if (wasExpected === 'value' || wasExpected === 'value or ]') {
      if (next === '{' || next === '[') {
        open.push(next)
        at += 1
        expected = next === '{' ? 'name or }' : 'value or ]'
        continue
      }
      if (next === ']' && wasExpected === 'value or ]') {
        open.pop()
        at += 1
      } else if (!take(STRING) && !take(PLAIN)) return mistake(text, at, wasExpected)
      expected = behindValue()
    } else if (wasExpected === 'name' || wasExpected === 'name or }') {
      if (next === '}' && wasExpected === 'name or }') {
        open.pop()
        at += 1
        expected = behindValue()
      } else if (take(STRING)) expected = 'colon'
      else return mistake(text, at, wasExpected)
    } else if (wasExpected === 'colon') {
      if (next !== ':') return mistake(text, at, wasExpected)
      at += 1
      expected = 'value'
    } else if (wasExpected !== 'end' && next === ',') {
      at += 1
      expected = open.at(-1) === '{' ? 'name' : 'value'
    } else if (wasExpected !== 'end' && next === (open.at(-1) === '{' ? '}' : ']')) {
      open.pop()
      at += 1
      expected = behindValue()
    } else return mistake(text, at, wasExpected)
  }
}

function mistake(text: string, at: number, expected: Expected): JsonMistake {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), expected: WORDS[expected] }
}
