/**
 * A small reader of SQL, as far as the rules about shards need one: it takes a statement apart into its queries, the outer one and
 * every sub-select, common table expression and part of a union, each with its own text and none of the others'.
 */
export type Level = {
  /** Lower case, without literals; `(?)` stands for each query within it. */
  text: string
  /** The statement itself is 0, what is in it 1, and so on. */
  depth: number
  /** In the list of values of an insert. */
  inValues: boolean
}

const QUERY = /^\s*(select|insert|update|delete|merge|with|values)\b/

export function levelsOf(statement: string): Level[] {
  const levels: Level[] = []
  readLevel(withoutLiterals(statement), 0, false, levels)
  return levels
}

const withoutLiterals = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/"(\w+)"/g, '$1')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')

function readLevel(text: string, depth: number, inValues: boolean, levels: Level[]): void {
  const own = outsideQueries(text, (query, before) => {
    readLevel(query, depth + 1, /\bvalues (?:\([^)]*\), )*\([^)]*$/.test(before), levels)
  })
  const main = own
    .replace(/^\s*with (recursive )?/, ' ')
    .replaceAll(/\b\w+ as (not materialized |materialized )?\(\?\),? ?/g, ' ')
  const isWith = /^\s*with\b/.test(own)
  for (const part of (isWith ? main : own).split(/\b(?:union all|union|intersect|except)\b/)) {
    levels.push({ text: part.trim(), depth, inValues })
  }
}

/** The text with `(?)` in place of every query in parentheses, each of which is handed over with what stands before it. */
function outsideQueries(text: string, onQuery: (query: string, before: string) => void): string {
  let own = ''
  for (let at = 0; at < text.length; at += 1) {
    const end = text[at] === '(' && QUERY.test(text.slice(at + 1, at + 20)) ? closing(text, at) : undefined
    if (end === undefined) {
      own += text[at]
    } else {
      onQuery(text.slice(at + 1, end), own)
      own += '(?)'
      at = end
    }
  }
  return own
}

function closing(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') open += 1
    if (text[at] === ')') open -= 1
    if (open === 0) return at
  }
  return text.length
}
