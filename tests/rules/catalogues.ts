import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isPlural, placeholdersIn } from '../../faces/kit/messages.ts'

export type Catalogue = { readonly [key: string]: unknown }

const root = join(import.meta.dirname, '..', '..')

/** The folders of words: in each a folder for every language, with a catalogue for every area. */
export const CONSOLE_WORDS = 'faces/console/words'
export const WORDS_FOLDERS = [CONSOLE_WORDS]

/** Each catalogue of a folder of words by its area, in one language. */
export async function readCatalogues(folder: string, language: string): Promise<Map<string, Catalogue>> {
  const files = (await readdir(join(root, folder, language))).filter((file) => file.endsWith('.json')).sort()
  const read = async (file: string) =>
    [basename(file, '.json'), JSON.parse(await readFile(join(root, folder, language, file), 'utf8'))] as const
  return new Map(await Promise.all(files.map(read)))
}

/** The languages that a folder of words speaks. */
export const languagesOf = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
    .map(({ name }) => name)

/** As the program says it: the file `box-office.json` has the words of `boxOffice`. */
export const nameOf = (area: string): string => area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The values that each text is given, in any of its languages: the source of `arguments.generated.ts`. */
export async function argumentsOf(folder: string): Promise<string> {
  const all = await Promise.all((await languagesOf(folder)).map((language) => readCatalogues(folder, language)))
  const english = await readCatalogues(folder, 'en')
  const areas = [...english].map(([area, catalogue]) => {
    const lines = argumentLines(
      catalogue,
      all.map((catalogues) => catalogues.get(area) ?? {}),
      '    ',
    )
    const name = nameOf(area)
    return lines.length === 0 ? `  ${name}: object\n` : `  ${name}: {\n${lines.join('')}  }\n`
  })
  return `/** Made by \`npm run words\` from the catalogues: the values that each text is given. */\nexport type Arguments = {\n${areas.join('')}}\n`
}

function argumentLines(english: object, all: object[], indent: string): string[] {
  return Object.entries(english).flatMap(([key, value]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`
    const each = all.map((group) => (group as Catalogue)[key])
    if (Array.isArray(value)) return []
    if (typeof value === 'string' || isPlural(value)) {
      const names = [...new Set(each.flatMap(namesIn))].sort()
      return names.length === 0 ? [] : [`${indent}${name}: ${names.map((one) => `'${one}'`).join(' | ')}\n`]
    }
    const groups = each.filter((group) => typeof group === 'object' && group !== null)
    const inner = argumentLines(value, groups, `${indent}  `)
    return inner.length === 0 ? [] : [`${indent}${name}: {\n`, ...inner, `${indent}}\n`]
  })
}

/** The names of what a text is given, whichever of its forms is said. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...new Set(placeholdersIn(value))]
  if (!isPlural(value)) return []
  return [...new Set(['count', ...Object.values(value).flatMap(placeholdersIn)])]
}

/** The texts that a catalogue lacks of the English one, or has beside it, by the path of the text. */
export function catalogueFindings(english: Catalogue, other: Catalogue, language: string, path = ''): string[] {
  const more = Object.keys(other).filter((key) => !(key in english))
  return [
    ...more.map((key) => `${path}${key} is not in the English catalogue`),
    ...Object.entries(english).flatMap(([key, value]) => textFindings(value, other[key], language, `${path}${key}`)),
  ]
}

function textFindings(english: unknown, other: unknown, language: string, path: string): string[] {
  if (other === undefined) return [`${path} is missing`]
  if (kindOf(english) !== kindOf(other)) return [`${path} is ${kindOf(other)} and not ${kindOf(english)}`]
  if (kindOf(english) === 'a group')
    return catalogueFindings(english as Catalogue, other as Catalogue, language, `${path}.`)
  if (Array.isArray(english)) {
    const length = (other as unknown[]).length
    return length === english.length ? [] : [`${path} has ${length} texts and not ${english.length}`]
  }
  if (isEmpty(other)) return [`${path} is empty`]
  const names = namesIn(other)
  const lost = namesIn(english).filter((name) => !names.includes(name))
  return [...lost.map((name) => `${path} does not say {${name}}`), ...formFindings(other, language, path)]
}

const isEmpty = (value: unknown): boolean =>
  (typeof value === 'string' ? [value] : Object.values(value as object)).some((text) => String(text).trim() === '')

/** A plural has the forms that its language tells apart, but those for millions and for parts of one. */
function formFindings(value: unknown, language: string, path: string): string[] {
  if (!isPlural(value)) return []
  const forms = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories)
  const missing = [...forms].filter((form) => form !== 'many' && !(form in value) && Object.keys(value).length > 1)
  const unknown = Object.keys(value).filter((form) => form !== 'zero' && !forms.has(form))
  return [
    ...missing.map((form) => `${path} lacks the form “${form}”`),
    ...unknown.map((form) => `${path} has the form “${form}”, which ${language} does not know`),
  ]
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  return isPlural(value) ? 'a plural' : 'a group'
}
