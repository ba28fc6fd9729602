import {
  type CallExpression,
  type Expression,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionExpression,
  isIdentifier,
  isJsxExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isVariableDeclaration,
  isVoidExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'

/** A function that other code is given to call, and what tells whether it answers with a promise. */
export type Callback = { node: Expression; isAsync: boolean; answers: Expression[] }

/** Where in a file a promise could be lost, before anything is known of types. */
export type Candidates = {
  /** Values that nothing takes. */
  dropped: Expression[]
  voided: Expression[]
  callbacks: Callback[]
  /** Names of functions that are passed on. */
  passed: Expression[]
}

export function findCandidates(file: SourceFile): Candidates {
  const candidates: Candidates = { dropped: [], voided: [], callbacks: [], passed: [] }
  const testFunctions = importedFromNodeTest(file.text)

  const visit = (node: Node): void => {
    if (isExpressionStatement(node)) {
      candidates.dropped.push(...valuesOf(node.expression).filter((value) => !isTest(value) && mayBePromise(value)))
    } else if (isVoidExpression(node)) {
      candidates.voided.push(...valuesOf(node.expression))
    } else if (isArrowFunction(node) || isFunctionExpression(node)) {
      if (isForACaller(node) && !isTest(node.parent)) candidates.callbacks.push(callbackOf(node))
    } else if (isCallExpression(node)) {
      if (!usesItsCallback(node) && !isTest(node)) candidates.passed.push(...node.arguments.filter(isReference))
    } else if (isJsxExpression(node) && node.expression && isReference(node.expression)) {
      candidates.passed.push(node.expression)
    }
    node.forEachChild(visit)
  }

  const isTest = (node: Node): boolean => {
    if (!isCallExpression(node)) return false
    const called = isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression
    return isIdentifier(called) && testFunctions.has(called.text)
  }

  file.forEachChild(visit)
  return candidates
}

/*
 * What follows leaves out what the syntax alone says is no loss. A type costs the compiler more than all the rest, and these are nine in
 * ten of the questions.
 */

const CALLS = new Set([
  SyntaxKind.CallExpression,
  SyntaxKind.TaggedTemplateExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.Identifier,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.ArrayLiteralExpression,
])

/** Literals and comparisons are none; nor is what `console` answers with, and `assert` but for its two that wait. */
function mayBePromise(node: Node): boolean {
  if (isParenthesizedExpression(node)) return mayBePromise(node.expression)
  if (isConditionalExpression(node)) return mayBePromise(node.whenTrue) || mayBePromise(node.whenFalse)
  if (isBinaryExpression(node)) return LAZY.has(node.operatorToken.kind)
  if (!CALLS.has(node.kind)) return false
  if (!isCallExpression(node)) return true
  const [called = '', method = ''] = calledName(node)
  return called !== 'console' && (called !== 'assert' || /^(rejects|doesNotReject)$/.test(method))
}

const calledName = ({ expression }: CallExpression): string[] => {
  if (isIdentifier(expression)) return [expression.text]
  if (!isPropertyAccessExpression(expression)) return []
  return [isIdentifier(expression.expression) ? expression.expression.text : '', expression.name.text]
}

const USERS = new Set(
  'map flatMap filter find findIndex findLast some every reduce sort toSorted from groupBy then catch replaceAll register'.split(
    ' ',
  ),
)

/** Lists, promises and Fastify take what their callback answers with. */
const usesItsCallback = (call: CallExpression): boolean => {
  const [called, method = ''] = calledName(call)
  return USERS.has(method) || called === 'assert'
}

/** A function that is only given a name is judged where it is called. */
function isForACaller({ parent }: Node): boolean {
  if (isVariableDeclaration(parent)) return parent.type !== undefined
  return !isCallExpression(parent) || !usesItsCallback(parent)
}

/** The runner itself waits for what its functions answer with at the top of a file. */
function importedFromNodeTest(text: string): Set<string> {
  const imported = /^import \{([^}]*)\} from 'node:test'/m.exec(text)?.[1] ?? ''
  const names = imported.split(',').map((name) => name.trim())
  const aliases = [...text.matchAll(/^const (\w+) = .*\? test : test\.skip$/gm)].map(([, name = '']) => name)
  return new Set([...names, ...aliases].filter((name) => name !== ''))
}

const TAKEN = new Set([SyntaxKind.AwaitExpression, SyntaxKind.VoidExpression, SyntaxKind.DeleteExpression])
const LAZY = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken])

/** The values that an expression may end as, without those that it has stored or waited for. */
function valuesOf(node: Expression): Expression[] {
  if (TAKEN.has(node.kind)) return []
  if (isParenthesizedExpression(node)) return valuesOf(node.expression)
  if (isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)]
  if (isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind === SyntaxKind.AmpersandAmpersandToken) return valuesOf(node.right)
    return kind === SyntaxKind.CommaToken || LAZY.has(kind) ? [...valuesOf(node.left), ...valuesOf(node.right)] : []
  }
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (name.text === 'catch' && node.arguments.length > 0) return []
    if (name.text === 'then' && node.arguments.length > 1) return []
    if (name.text === 'finally') return valuesOf(expression)
  }
  return [node]
}

/** Sent at once, and its failure is its transaction's. */
export const isSentNow = (node: Expression): boolean => isCallExpression(node) && calledName(node).at(-1) === 'execute'

function callbackOf(node: Expression): Callback {
  if (!isArrowFunction(node) && !isFunctionExpression(node)) return { node, isAsync: false, answers: [] }
  const isAsync = node.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword) ?? false
  if (isAsync) return { node, isAsync, answers: [] }
  return { node, isAsync, answers: (isBlock(node.body) ? returnedIn(node.body) : [node.body]).filter(mayBePromise) }
}

function returnedIn(body: Node): Expression[] {
  const returned: Expression[] = []
  const visit = (node: Node): void => {
    if (isReturnStatement(node) && node.expression) returned.push(node.expression)
    if (!isFunction(node)) node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return returned
}

const FUNCTIONS = new Set([
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionExpression,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
])
const isFunction = (node: Node) => FUNCTIONS.has(node.kind)
const isReference = (node: Node) => isIdentifier(node) || isPropertyAccessExpression(node)
