import { isTestFile, type SourceFile } from './source-files.ts'

/** Names that say that there is something, and not what: each is the noun of the thing instead. */
const PARTICIPLES = ['found', 'own', 'told', 'made', 'there', 'kept', 'shown', 'outs']
/** What these were called before they had their names. */
const REPLACED: Record<string, string> = {
  Filling: 'BasketRequest',
  Wish: 'RequestedItem',
  Asker: 'BasketCaller',
  fate: 'seededRandom',
}
const NAMES = [...PARTICIPLES, ...Object.keys(REPLACED)].join('|')

const DECLARED = new RegExp(`\\b(?:const|let|function\\*?|class|type|interface) (${NAMES})\\b`, 'g')
const PARAMETER = new RegExp(`\\((${NAMES})\\b(?=[^()]*\\)[^()]*=>)|\\b(${NAMES}) =>`, 'g')
const PATTERN = /\b(?:const|let) ([{[][^=]*?) (?:=|of) /g
const IN_PATTERN = new RegExp(`(?:[[{,:] |\\[|\\.\\.\\.)(${NAMES})(?= ?[,}\\]=])`, 'g')

/** At most so many below these folders, and in all tests together: what is left from before. The numbers may only fall. */
export const NAMES_LEFT: Record<string, number> = {
  'faces/scan/': 13,
  tests: 251,
}

const COMMENT = /^\s*(?:\*|\/\/|\/\*).*$/gm

function bannedIn({ path, text }: SourceFile): string[] {
  const code = text.replaceAll(COMMENT, '')
  const patterns = [...code.matchAll(PATTERN)].map(([, pattern = '']) => pattern)
  return [
    ...[...code.matchAll(DECLARED)].map(([, name = '']) => name),
    ...[...code.matchAll(PARAMETER)].map(([, first, second]) => first ?? second ?? ''),
    ...patterns.flatMap((pattern) => [...pattern.matchAll(IN_PATTERN)].map(([, name = '']) => name)),
  ].map((name) => `${path}: ${name} ${REPLACED[name] ? `is ${REPLACED[name]}` : 'says not what it is'}`)
}

/** Declared names that are no nouns, but for those that are left. */
export function bannedNames(files: SourceFile[], left = NAMES_LEFT): string[] {
  const folderOf = (path: string) =>
    isTestFile(path) ? 'tests' : Object.keys(left).find((folder) => path.startsWith(folder))
  const findings = Map.groupBy(
    files.map((file) => ({ folder: folderOf(file.path), banned: bannedIn(file) })),
    ({ folder }) => folder,
  )
  return [...findings].flatMap(([folder, items]) => {
    const banned = items.flatMap((item) => item.banned)
    const most = folder === undefined ? 0 : (left[folder] ?? 0)
    return banned.length <= most
      ? []
      : [...banned, `${folder ?? 'elsewhere'} has ${banned.length}, and may have ${most}`]
  })
}
