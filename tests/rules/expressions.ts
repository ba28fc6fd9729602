import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript-6'
import { bringTools } from '../tools/bring.ts'
import type { SourceFile } from './source-files.ts'

/** An expression of the program, as it stands there. */
export type Expression = { path: string; text: string }

/** The regular expressions that stand in these files. */
export const expressionsIn = (files: SourceFile[]): Expression[] =>
  files.flatMap(({ path, text }) => {
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
    const literals: Expression[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.push({ path, text: node.text })
      ts.forEachChild(node, visit)
    }
    visit(file)
    return literals
  })

/** The patterns that fields of requests are held to, as the API's description has them. */
export const patternsIn = (path: string, description: string): Expression[] =>
  [...description.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']) => ({
    path,
    text: `/${JSON.parse(quoted)}/`,
  }))

type Verdict = { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary?: string } }
type Check = (source: string, flags: string, options: object) => Verdict

/** Nothing is repeated without an end: no text takes long. */
const isBounded = (text: string) => !/[*+]|\{\d+,\}/.test(text)

/** One expression may take so long on a machine that does other work too. Most take less than 0.1 s. */
const TIMEOUT_MS = 60_000

/** The expressions that take longer than a text's length says, each with how much longer. */
export async function slowAmong(expressions: Expression[]): Promise<Map<string, string>> {
  const check = await loadCheck()
  const slow = new Map<string, string>()
  const texts = new Set(expressions.map(({ text }) => text).filter((text) => !isBounded(text)))
  for (const text of texts) {
    const end = text.lastIndexOf('/')
    const { status, complexity } = check(text.slice(1, end), text.slice(end + 1), OPTIONS)
    if (status !== 'safe') slow.set(text, complexity?.summary ?? status)
  }
  return slow
}

const OPTIONS = { timeout: TIMEOUT_MS, checker: 'auto', randomSeed: 1 }

/** The package has the check as one file too, which needs neither Java nor a thread. */
async function loadCheck(): Promise<Check> {
  const file = join(await bringTools(), 'recheck', 'lib', 'browser.js')
  const { default: recheck } = (await import(pathToFileURL(file).href)) as { default: { checkSync: Check } }
  return recheck.checkSync
}
