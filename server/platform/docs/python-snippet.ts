import { isVariable, type Snippet } from './snippet.ts'

type Value = NonNullable<Snippet['body']>[string]

/** The same call in Python, by `requests`, where URL, KEY and the variables of the snippet are set. */
export function pythonOf(
  method: string,
  path: string,
  { params = {}, query = {}, headers = {}, body }: Snippet,
  open = false,
): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? name
    return isVariable(value) ? `{${value.slice(1)}}` : String(value)
  })
  const sent = [...(open ? [] : [['Authorization', null] as const]), ...Object.entries(headers)].map(
    ([name, value]) => `${JSON.stringify(name)}: ${value === null ? 'f"Bearer {KEY}"' : inPython(value)}`,
  )
  const given = [
    `f"{URL}${address}"`,
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    ...(Object.keys(query).length > 0 ? [`params=${inPython(query)}`] : []),
    ...(body === undefined ? [] : [`json=${inPython(body)}`]),
  ]
  return `requests.${method.toLowerCase()}(\n${given.map((line) => `    ${line},\n`).join('')})`
}

function inPython(value: Value): string {
  if (isVariable(value)) return value.slice(1)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${inPython(inner)}`)
    return `{${fields.join(', ')}}`
  }
  return JSON.stringify(value)
}
