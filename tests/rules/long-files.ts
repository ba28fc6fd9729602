import type { SourceFile } from './source-files.ts'

/** A file that cannot be read in one go does more than one thing. */
export const LINES_MAX = 400

/** Written by a program, for programs. */
const isGenerated = (path: string) => /(^|\/)generated\//.test(path) || path.endsWith('.generated.ts')

/** How long each hand-written file is. */
export const linesOf = (files: SourceFile[]): { path: string; lines: number }[] =>
  files.filter(({ path }) => !isGenerated(path)).map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
