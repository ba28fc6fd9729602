import type { Db } from '../postgres/database.ts'
import type { Fragment } from '../postgres/sql.ts'
import { likeNeedle } from './lists.ts'

const WORDS_MAX = 8

export const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)

/** Every word is in the text, in whatever order: `Okafor Ada` finds Ada Okafor. `text` is in small letters and has a trigram index. */
export const hasWords = (sql: Db, text: Fragment, search: string): Fragment[] =>
  wordsOf(search).map((word) => sql`and ${hasWord(sql, text, word)}`)

/**
 * A trigram index knows three letters. Shorter words, such as the names Li and Wu, are looked for at the beginning of a word, of
 * which the index knows the space before it as well.
 */
function hasWord(sql: Db, text: Fragment, word: string): Fragment {
  if ([...word].length >= 3) return sql`${text} like lower(${likeNeedle(word)})`
  const beginning = likeNeedle(word).slice(1)
  return sql`(${text} like lower(${beginning}) or ${text} like lower(${`% ${beginning}`}))`
}
