import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { type Definitions, type Functions, parseTemplate, renderTemplate } from './go-template.ts'

type Values = { [name: string]: unknown }
export type Manifest = { apiVersion: string; kind: string; metadata: { name: string }; spec?: Values } & Values

const helm = join(import.meta.dirname, '..', '..', 'deploy', 'helm')
const chart = join(helm, 'grandstand')

export const exampleNames = async () => (await readdir(join(helm, 'examples'))).filter((name) => name.endsWith('.yaml'))

export const readExample = async (name: string) => parse(await readFile(join(helm, 'examples', name), 'utf8')) as Values

export const readSchema = async (): Promise<object> =>
  JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8'))

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As Helm lays one's own values over those of the chart. */
function merge(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over ?? base
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], over[name])]))
}

export const valuesWith = async (own: Values) =>
  merge(parse(await readFile(join(chart, 'values.yaml'), 'utf8')), own) as Values

const indented = (spaces: unknown, text: unknown) => `\n${String(text).replaceAll(/^/gm, ' '.repeat(Number(spaces)))}`

/** Of Sprig and Helm, those that the chart calls. */
const functions: Functions = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => (value === undefined || value === '' ? fallback : value),
  required: (message, value) => {
    if (value === undefined || value === '') throw new Error(String(message))
    return value
  },
  not: (value) => !value,
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (end, text) => String(text).replace(new RegExp(`${end}$`), ''),
  trimPrefix: (start, text) => String(text).replace(new RegExp(`^${start}`), ''),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: indented,
}

/** What `helm template` would print, as objects. */
export async function renderChart(own: Values): Promise<Manifest[]> {
  const description = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8')) as { appVersion: string }
  const root = {
    Values: await valuesWith(own),
    Release: { Name: 'tickets', Namespace: 'grandstand', Service: 'Helm' },
    Chart: { AppVersion: description.appVersion },
  }
  const definitions: Definitions = new Map()
  const files = (await readdir(join(chart, 'templates'))).toSorted()
  const parsed = await Promise.all(
    files.map(async (name) => ({
      name,
      nodes: parseTemplate(await readFile(join(chart, 'templates', name), 'utf8'), definitions),
    })),
  )
  const texts = parsed.map(({ name, nodes }) => ({ name, text: renderTemplate(nodes, root, definitions, functions) }))
  return texts
    .filter(({ name }) => name.endsWith('.yaml'))
    .flatMap(({ name, text }) =>
      parseAllDocuments(text).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join()}`)
        const manifest = document.toJS() as Manifest | null
        return manifest === null ? [] : [manifest]
      }),
    )
}
