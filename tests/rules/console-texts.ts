import * as ts from 'typescript-6'
import type { SourceFile } from './source-files.ts'

/** What people read when it is given under these names, however short it is. */
const TEXT_NAMES = new Set([
  ...['label', 'title', 'hint', 'placeholder', 'aria-label', 'verb', 'about', 'note', 'text', 'all', 'small', 'alt'],
  ...['why', 'caption', 'over', 'optional', 'valueTitle', 'labelTitle', 'comparedTitle', 'never', 'summary'],
])

/** What no one reads: what comes before a text in these is for the browser, the API or a programmer. */
const CALLS_FOR_PROGRAMS =
  /querySelector|EventListener|Item$|\.has$|\.get$|\.text$|\.optional$|\.number$|\.isTicked$|With$|includes|replace|split|join|matchMedia|closest|matches$|defineList|RegExp|import|Set$|Error$|Intl/

const FOR_BROWSERS = new Set([
  'class',
  'd',
  'viewBox',
  'href',
  'src',
  'sandbox',
  'transform',
  'autocomplete',
  'accept',
  'rel',
])

const isWord = (text: string) => /\p{L}{2}/u.test(text)
/** Two words, or one that begins as a heading does. */
const isSentence = (text: string) =>
  /\p{L}{2,}[^\p{L}]*\s[^\p{L}]*\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}+[ .…]?/u.test(text)

/** Names of things that are the same in every language, and examples of what a machine reads. */
const NAMES =
  /^(Grandstand|English|Deutsch|Español|Ctrl |Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|ChromeOS|Windows|Mac|Linux|CSV|SDK)$|^https?:\/\/$|^#[0-9a-f]{6}$|^<|^tickets\.|^openid email$|^\/scan\/$|^-H |^await api|^translate\(|^ ?signed-in$|^sub section$|^[A-Z][a-z]+\/[A-Z][a-z]+$|^(Bearer|Control|Meta|Enter|Escape|Arrow\w+|Backspace|Tab|Shift) ?$/

/** Texts that stand in a file of the console instead of in its words: the line, and the text. */
export function textsIn({ path, text }: SourceFile): string[] {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const findings: string[] = []
  const report = (node: ts.Node, said: string) => {
    if (NAMES.test(said)) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    findings.push(`${path}:${line + 1} ${said.trim().replaceAll(/\s+/g, ' ')}`)
  }
  const look = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isJsxText(node) && isWord(node.text)) report(node, node.text.trim())
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isRead(node, node.text)) report(node, node.text)
    } else if (ts.isTemplateExpression(node)) {
      const said = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
      if (isRead(node, said) && !/^\/|[/#=]|translations\./.test(said)) report(node, said)
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return findings
}

function isRead(node: ts.Expression, said: string): boolean {
  const { parent } = node
  if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) return false
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return false
  if (ts.isPropertyAssignment(parent) && parent.name === (node as ts.Node)) return false
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && isForPrograms(parent, said)) return false
  const name = nameAround(node)
  if (name !== undefined && FOR_BROWSERS.has(name)) return false
  if (name === undefined) return isSentence(said) && /\s/.test(said.trim())
  return TEXT_NAMES.has(name) ? isWord(said) : /^[a-z]/.test(name) && isSentence(said) && /\s/.test(said.trim())
}

/** A refusal that a person sees begins as a sentence does. */
const isForPrograms = ({ expression }: ts.CallExpression | ts.NewExpression, said: string): boolean =>
  CALLS_FOR_PROGRAMS.test(expression.getText()) && !(/Error$/.test(expression.getText()) && /^\p{Lu}/u.test(said))

/** The attribute or field that it is given to. */
function nameAround(node: ts.Node): string | undefined {
  let around = node.parent
  while (
    ts.isJsxExpression(around) ||
    ts.isConditionalExpression(around) ||
    ts.isParenthesizedExpression(around) ||
    (ts.isBinaryExpression(around) && /^(\?\?|&&)$/.test(around.operatorToken.getText()))
  )
    around = around.parent
  return ts.isJsxAttribute(around) || ts.isPropertyAssignment(around)
    ? around.name.getText().replaceAll(/['"]/g, '')
    : undefined
}
