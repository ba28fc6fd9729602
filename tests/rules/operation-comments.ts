import { readSource } from './source-files.ts'

/** An operation and the file that has it. */
type Filed = { operationId: string; path: string }

const BLOCK = /^\/\*\n \* Operations \(written by npm run openapi\):\n(?: \* .*\n)+ \*\/\n\n?/m
const IMPORTS = /^(?:import (?:[^'\n]|\n(?!\n))*?'[^'\n]+'\n)+\n?/m
const WIDTH = 110

/** Lines of ids that a reader finds by a search of the text. */
function linesOf(ids: string[]): string[] {
  const lines: string[] = []
  for (const id of ids) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + id.length + 2 <= WIDTH) lines[lines.length - 1] = `${last}, ${id}`
    else lines.push(id)
  }
  return lines
}

const blockOf = (ids: string[]) =>
  `/*\n * Operations (written by npm run openapi):\n${linesOf(ids)
    .map((line) => ` * ${line}\n`)
    .join('')} */\n\n`

/** The file as it should be: the ids that its descriptions make stand behind its imports. */
export function withOperations(text: string, ids: string[]): string {
  const plain = text.replace(BLOCK, '')
  const hidden = ids.filter((id) => !plain.includes(`'${id}'`)).sort()
  if (hidden.length === 0) return plain
  const [imports = ''] = IMPORTS.exec(plain) ?? []
  const end = plain.indexOf(imports) + imports.length
  return `${plain.slice(0, end)}${blockOf(hidden)}${plain.slice(end)}`
}

/** The files whose comment is not what the operations say, each with what it should be. */
export async function staleComments(operations: Filed[]): Promise<Map<string, string>> {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const stale = new Map<string, string>()
  for (const [path, filed] of byPath) {
    const text = await readSource(path)
    const fresh = withOperations(
      text,
      filed.map(({ operationId }) => operationId),
    )
    if (fresh !== text) stale.set(path, fresh)
  }
  return stale
}
