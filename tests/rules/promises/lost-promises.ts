import type { Expression, Node, SourceFile } from 'typescript/unstable/ast'
import type { Project, Type } from 'typescript/unstable/sync'
import { findCandidates, isSentNow } from './candidates.ts'
import { type TypeQuestions, typeQuestions } from './type-questions.ts'

export type LostPromise = { path: string; line: number; why: string; code: string }

/**
 * Where a promise or a statement is neither awaited, returned nor collected. `sql` is sent when it is awaited: one that is
 * forgotten writes nothing, and any other promise that is forgotten takes its error along.
 */
export function findLostPromises(project: Project, paths: readonly string[]): LostPromise[] {
  const questions = typeQuestions(project.checker)
  return paths.flatMap((path) => {
    const file = project.program.getSourceFile(path)
    if (!file) throw new Error(`the compiler has not read ${path}`)
    return lostIn(project, questions, file)
  })
}

const UNHEARD = 'answers with a promise that its caller does not look at, and no comment says why it never rejects'

function lostIn({ checker }: Project, questions: TypeQuestions, file: SourceFile): LostPromise[] {
  const { dropped, voided, callbacks, passed } = findCandidates(file)
  const typed = [...dropped, ...voided, ...callbacks.flatMap(({ answers }) => answers), ...passed]
  const types = questions.typesOf(typed)
  const typeOf = new Map(typed.map((node, n) => [node, types[n]]))
  const is = (question: (type: Type) => boolean) => (node: Expression) => {
    const type = typeOf.get(node)
    return type !== undefined && question(type)
  }
  const isPromise = is((type) => questions.isThenable(type) && !answersByItself(questions, type))
  const isList = is(questions.isListOfThenables)
  const isUnsent = (node: Expression) => is((type) => questions.isNamed(type, 'Statement'))(node) && !isSentNow(node)
  const isExpectedVoid = (node: Expression) => {
    const expected = checker.getContextualType(node)
    return expected !== undefined && questions.returnsVoid(expected)
  }
  const isPage = /\/faces\//.test(file.fileName)
  const isExplained = (node: Node, reason: RegExp) => isPage || reason.test(commentAt(file, node))
  const at = (why: string) => (node: Node) => place(file, node, why)

  return [
    ...dropped.filter((node) => isPromise(node) || isList(node)).map(at('is neither awaited, returned nor collected')),
    ...voided.filter(isUnsent).map(at('is never sent: a statement is sent when it is awaited')),
    ...voided
      .filter((node) => isPromise(node) && !isUnsent(node) && !isExplained(node, /\S/))
      .map(at('is not waited for, and no comment says why')),
    ...callbacks
      .filter(({ isAsync, answers }) => isAsync || answers.some(isPromise))
      .map(({ node }) => node)
      .concat(passed.filter(is(questions.returnsPromise)))
      .filter((node) => !isExplained(node, /reject/i) && isExpectedVoid(node))
      .map(at(UNHEARD)),
  ]
}

/** Fastify waits for a plugin before it is ready, and a reply that was sent is on its way. */
const answersByItself = (questions: TypeQuestions, type: Type) =>
  questions.isNamed(type, 'FastifyReply') || questions.isNamed(type, 'FastifyInstance')

/** What the line itself or the one above it says. */
function commentAt(file: SourceFile, node: Node): string {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  const [above = '', here = ''] = line === 0 ? ['', file.text.split('\n')[0]] : file.text.split('\n').slice(line - 1)
  return (/\/\/ (.*)$/.exec(here) ?? /^\s*\/\/ (.*)$/.exec(above) ?? /(.*)\*\/$/.exec(above))?.[1] ?? ''
}

function place(file: SourceFile, node: Node, why: string): LostPromise {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  const [code = ''] = node.getText(file).split('\n')
  return { path: file.fileName, line: line + 1, why, code }
}
