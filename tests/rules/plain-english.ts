import { isTestFile, type SourceFile } from './source-files.ts'

/** Words for people that hide the role. In comments `who-is-meant.test.ts` finds them. */
const IDIOMS = ['whoever', 'whomever', 'nobody', 'somebody', 'that can be had', 'is told', 'are told', 'for nothing']
const IDIOM = new RegExp(`\\b(?:${IDIOMS.join('|')})\\b`, 'gi')

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ (.*)$/gm
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const FENCED = /^```[\s\S]*?^```/gm

const DOCUMENT_LINE_MAX = 120

/** The comments of a file as running text, without their stars. */
export const commentsOf = (text: string): string[] =>
  [...text.matchAll(COMMENT)].map(([, block, line]) =>
    (block ?? line ?? '')
      .replaceAll(/^\s*\*/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const idiomsIn = (text: string): number => [...text.matchAll(IDIOM)].length

/** A comment without a subject that goes on from a name: "Of customers.", "As pages ask.". */
const isFragment = (comment: string): boolean =>
  /^(?:Of|As|By|For|To|With|In|At|From|Beside|Without)\b[^.:;,]{0,40}\.$/.test(comment)

const isWords = (path: string) => /\/words\//.test(path) || path.startsWith('server/messages/mail/catalogue/')
const isProse = (line: string) => !line.startsWith('|') && !/^\[[^\]]+\]: /.test(line)

export type EnglishCounts = {
  idiomsInDocuments: number
  idiomsInWords: number
  commentsThatBeginWithWhat: number
  commentsThatAreFragments: number
  longLinesInDocuments: number
}

/** How often the project is written in a way that docs/writing.md asks not to be. */
export function countEnglish(documents: SourceFile[], code: SourceFile[], words: SourceFile[]): EnglishCounts {
  const prose = documents.map(({ text }) => text.replaceAll(FENCED, ''))
  const comments = code.filter(({ path }) => !isTestFile(path)).flatMap(({ text }) => commentsOf(text))
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    idiomsInDocuments: sum(prose.map(idiomsIn)),
    idiomsInWords: sum(
      words.filter(({ path }) => isWords(path)).map(({ text }) => sum((text.match(TEXT) ?? []).map(idiomsIn))),
    ),
    commentsThatBeginWithWhat: comments.filter((comment) => /^What\b/.test(comment)).length,
    commentsThatAreFragments: comments.filter(isFragment).length,
    longLinesInDocuments: sum(
      prose.map((text) => text.split('\n').filter((line) => isProse(line) && line.length > DOCUMENT_LINE_MAX).length),
    ),
  }
}

/** The counts that are above what is left from before. */
export const risenCounts = (counts: EnglishCounts, left: EnglishCounts): string[] =>
  (Object.keys(counts) as (keyof EnglishCounts)[])
    .filter((kind) => counts[kind] > left[kind])
    .map((kind) => `${kind}: ${counts[kind]}, and ${left[kind]} were left; docs/writing.md says how to write it`)
