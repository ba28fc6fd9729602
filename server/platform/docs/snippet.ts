type Value = string | number | boolean | null | Value[] | { [name: string]: Value }

/** A request that works. A text such as `$EVENT_ID` stands for something of the reader's own. */
export type Snippet = {
  params?: Record<string, Value>
  query?: Record<string, Value>
  headers?: Record<string, string>
  body?: Record<string, Value>
}

export type Examples = Record<string, Snippet>

const VARIABLE = /^\$[A-Z][A-Z0-9_]*$/
export const isVariable = (value: unknown): value is `$${string}` => typeof value === 'string' && VARIABLE.test(value)

/** A command for a shell in which URL, KEY and the variables of the snippet are set. */
export function curlOf(
  method: string,
  path: string,
  { params = {}, query = {}, headers = {}, body }: Snippet,
  open = false,
) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inShell(params[name] ?? name))
  const text = Object.entries(query).map(([name, value]) => `${name}=${inShell(value)}`)
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `
  const lines = [
    `curl ${verb}"$URL${address}${text.length > 0 ? `?${text.join('&')}` : ''}"`,
    ...(open ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${inShell(value)}"`),
  ]
  if (body === undefined) return joined(lines)
  if (isFlat(body)) return joined([...lines, ...Object.entries(body).map(fieldInShell)])
  const json = readable(body).replaceAll(/"(\$[A-Z][A-Z0-9_]*)"/g, quoted)
  return `${joined([...lines, "-H 'Content-Type: application/json'", '-d @- <<JSON'])}\n${escaped(json)}\nJSON`
}

/** Whatever a reader puts in arrives as it is, a plus sign in it too; an id has nothing that could be misread. */
const fieldInShell = ([name, value]: [string, Value]): string =>
  `${isVariable(value) && !value.endsWith('_ID') ? '--data-urlencode' : '-d'} "${name}=${inShell(value)}"`

const LINE_MAX = 90

/** On one line where there is room for it. */
function readable(body: Value): string {
  const line = JSON.stringify(body, null, 1).replaceAll(/\n */g, ' ')
  return line.length <= LINE_MAX ? line : JSON.stringify(body, null, 2)
}

const joined = (lines: string[]): string => lines.join(' \\\n  ')

/** A form has no null, and says a list in more words than JSON does. */
const isFlat = (body: Record<string, Value>): boolean =>
  Object.values(body).every((value) => value !== null && typeof value !== 'object')

const inShell = (value: Value): string => (isVariable(value) ? value : String(value).replaceAll(/["$`\\]/g, '\\$&'))

/** Ids of our objects are numbers in JSON, whatever else a variable stands for is a text. */
const quoted = (all: string, name: string): string => (name.endsWith('_ID') ? name : all)

/** In a here-document a variable is filled in, and what only looks like one is not. */
const escaped = (json: string): string => json.replaceAll(/[`\\]|\$(?![A-Z])/g, '\\$&')

/** The variables of a snippet, each with the path at which it stands. */
export function variablesOf(snippet: Snippet): { name: string; path: string[] }[] {
  const variables: { name: string; path: string[] }[] = []
  const walk = (value: unknown, path: string[]): void => {
    if (isVariable(value)) variables.push({ name: value.slice(1), path })
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
  }
  walk(snippet, [])
  return variables
}

/** The same with the SDK: ids, then what is sent. */
export function sdkCallOf(
  resource: string,
  method: string,
  path: string,
  { params = {}, query, body, headers = {} }: Snippet,
): string {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inCode(params[name] ?? name))
  const sent = body ?? query
  const input = sent === undefined || Object.keys(sent).length === 0 ? [] : [inCode(sent)]
  const options = Object.entries(headers).map(([name, value]) => [
    camel(name.replace(/^x-/, '').replaceAll('-', '_')),
    value,
  ])
  const given = [...ids, ...input, ...(options.length > 0 ? [inCode(Object.fromEntries(options))] : [])]
  return `await api.${resource}.${method}(${given.join(', ')})`
}

const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function inCode(value: Value): string {
  if (isVariable(value)) return camel(value.slice(1))
  if (Array.isArray(value)) return `[${value.map(inCode).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([name, inner]) =>
      isVariable(inner) && camel(inner.slice(1)) === name
        ? name
        : `${/^\w+$/.test(name) ? name : `'${name}'`}: ${inCode(inner)}`,
    )
    return `{ ${fields.join(', ')} }`
  }
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'` : String(value)
}
