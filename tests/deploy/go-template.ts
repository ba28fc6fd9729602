/**
 * Go's templates, as far as the chart uses them: Helm itself is no package of npm, and a chart that is never rendered
 * may be wrong for years. What it does not know it refuses, so that a template cannot pass by being misread.
 */
export type Functions = Record<string, (...given: unknown[]) => unknown>

type Expression =
  | { kind: 'value'; value: unknown }
  | { kind: 'field'; from: string; names: string[] }
  | { kind: 'call'; name: string; given: Expression[] }

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; value: Expression }
  | { kind: 'if' | 'with'; test: Expression; then: Node[]; otherwise: Node[] }
  | { kind: 'range'; over: Expression; key: string | undefined; item: string | undefined; body: Node[] }

export type Definitions = Map<string, Node[]>
type Scope = { dot: unknown; variables: Map<string, unknown> }

/** Into what it prints; what it defines joins the definitions. */
export function parseTemplate(text: string, definitions: Definitions): Node[] {
  const tokens = tokensOf(text)
  const { nodes, end } = parseNodes(tokens, definitions)
  if (end !== undefined) throw new Error(`${end} without a beginning`)
  return nodes
}

export function renderTemplate(nodes: Node[], root: unknown, definitions: Definitions, functions: Functions): string {
  const include = (name: unknown, dot: unknown): string => {
    const body = definitions.get(String(name))
    if (!body) throw new Error(`${String(name)} is not defined`)
    return renderTemplate(body, dot, definitions, functions)
  }
  return render(nodes, { dot: root, variables: new Map([['$', root]]) }, { ...functions, include })
}

type Token = { text: string } | { action: string }

/** `{{-` and `-}}` take the white space beside them along. */
function tokensOf(text: string): Token[] {
  const trimmed = text.replaceAll(/\s*\{\{- /g, '{{ ').replaceAll(/ -\}\}\s*/g, ' }}')
  return trimmed.split(/(\{\{.*?\}\})/s).flatMap((part): Token[] => {
    if (!part.startsWith('{{')) return part === '' ? [] : [{ text: part }]
    return [{ action: part.slice(2, -2).trim() }]
  })
}

function parseNodes(tokens: Token[], definitions: Definitions): { nodes: Node[]; end?: string } {
  const nodes: Node[] = []
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    if ('text' in token) {
      nodes.push({ kind: 'text', text: token.text })
      continue
    }
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(token.action) ?? []
    if (word === 'end' || word === 'else') return { nodes, end: word }
    if (word === 'define') definitions.set(JSON.parse(rest) as string, closed(tokens, definitions))
    else if (word === 'if' || word === 'with') nodes.push(parseTest(word, rest, tokens, definitions))
    else if (word === 'range') nodes.push(parseRange(rest, tokens, definitions))
    else nodes.push({ kind: 'print', value: parseExpression(token.action) })
  }
  return { nodes }
}

function closed(tokens: Token[], definitions: Definitions): Node[] {
  const { nodes, end } = parseNodes(tokens, definitions)
  if (end !== 'end') throw new Error('something is not ended')
  return nodes
}

function parseTest(kind: 'if' | 'with', test: string, tokens: Token[], definitions: Definitions): Node {
  const { nodes: then, end } = parseNodes(tokens, definitions)
  const otherwise = end === 'else' ? closed(tokens, definitions) : []
  return { kind, test: parseExpression(test), then, otherwise }
}

function parseRange(text: string, tokens: Token[], definitions: Definitions): Node {
  const [, key, item, over = text] = /^(\$\w+),\s*(\$\w+)\s*:=\s*(.*)$/.exec(text) ?? []
  return { kind: 'range', over: parseExpression(over), key, item, body: closed(tokens, definitions) }
}

/** `a | f b` is f with b and then a. */
function parseExpression(text: string): Expression {
  const [first = '', ...stages] = text.split(/\s\|\s/)
  return stages.reduce<Expression>((piped, stage) => {
    const call = parseCall(stage)
    if (call.kind !== 'call') throw new Error(`${stage} is no function`)
    return { ...call, given: [...call.given, piped] }
  }, parseCall(first))
}

function parseCall(text: string): Expression {
  const [first = '', ...rest] = text.trim().match(/"[^"]*"|\S+/g) ?? []
  if (/^[a-z]\w*$/i.test(first) && !['true', 'false'].includes(first))
    return { kind: 'call', name: first, given: rest.map(parseOperand) }
  if (rest.length > 0) throw new Error(`${text} is not understood`)
  return parseOperand(first)
}

function parseOperand(text: string): Expression {
  if (/^("[^"]*"|\d+|true|false)$/.test(text)) return { kind: 'value', value: JSON.parse(text) }
  const [, from = '', path = ''] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(text) ?? []
  if (from === '' && path === '') throw new Error(`${text} is not understood`)
  return { kind: 'field', from, names: path.split('.').filter((name) => name !== '') }
}

const isTrue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : Boolean(value)

function evaluate(expression: Expression, scope: Scope, functions: Functions): unknown {
  if (expression.kind === 'value') return expression.value
  if (expression.kind === 'call') {
    const called = functions[expression.name]
    if (!called) throw new Error(`${expression.name} is no function that is known here`)
    return called(...expression.given.map((given) => evaluate(given, scope, functions)))
  }
  const { from, names } = expression
  if (from !== '' && !scope.variables.has(from)) throw new Error(`${from} is not set`)
  const start = from === '' ? scope.dot : scope.variables.get(from)
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) throw new Error(`nothing has ${names.join('.')}`)
    return (value as Record<string, unknown>)[name]
  }, start)
}

function render(nodes: Node[], scope: Scope, functions: Functions): string {
  return nodes.map((node) => renderNode(node, scope, functions)).join('')
}

function renderNode(node: Node, scope: Scope, functions: Functions): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'print':
      return String(evaluate(node.value, scope, functions) ?? '')
    case 'range':
      return renderRange(node, scope, functions)
    default: {
      const value = evaluate(node.test, scope, functions)
      if (!isTrue(value)) return render(node.otherwise, scope, functions)
      return render(node.then, node.kind === 'with' ? { ...scope, dot: value } : scope, functions)
    }
  }
}

function renderRange({ over, key, item, body }: Extract<Node, { kind: 'range' }>, scope: Scope, functions: Functions) {
  const entries = Object.entries((evaluate(over, scope, functions) ?? {}) as Record<string, unknown>)
  // Go sorts the keys of a map.
  return entries
    .toSorted(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1))
    .map(([name, dot]) => {
      const variables = new Map(scope.variables)
      if (key !== undefined && item !== undefined) variables.set(key, name).set(item, dot)
      return render(body, { dot, variables }, functions)
    })
    .join('')
}
