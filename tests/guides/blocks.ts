export type Block = { language: string; code: string; line: number }

/** Every block of code of a page, those of list items included, without their indentation. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: { language: string; indent: string; line: number; lines: string[] } | undefined
  for (const [at, text] of page.split('\n').entries()) {
    const fence = /^( *)```(.*)$/.exec(text)
    if (open === undefined && fence) {
      open = { language: fence[2] ?? '', indent: fence[1] ?? '', line: at + 2, lines: [] }
    } else if (open && fence?.[2] === '') {
      blocks.push({ language: open.language, code: `${open.lines.join('\n')}\n`, line: open.line })
      open = undefined
    } else if (open) open.lines.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text)
  }
  if (open) throw new Error(`the block of line ${open.line} has no end`)
  return blocks
}

/** What a reader types at once: a line, or several that a backslash or an open quotation mark holds together. */
export function commandsOf(code: string): string[] {
  const commands: string[] = []
  let begun = ''
  for (const line of code.split('\n')) {
    begun += begun === '' ? line : `\n${line}`
    const isOpen = !begun.startsWith('export ') && (begun.endsWith('\\') || begun.split("'").length % 2 === 0)
    if (isOpen) continue
    if (begun.trim() !== '') commands.push(begun)
    begun = ''
  }
  if (begun !== '') throw new Error(`this command has no end: ${begun}`)
  return commands
}

/** `export NAME=value   # where the reader finds theirs` */
export type Export = { name: string; value: string; source: string | undefined }

export function exportOf(command: string): Export | undefined {
  const match = /^export (\w+)=(\S*)(?:\s+# (.+))?$/.exec(command)
  return match ? { name: match[1] ?? '', value: match[2] ?? '', source: match[3] } : undefined
}

/** The file that a block is to be saved as, where its first line names one. */
export const fileNameOf = ({ code }: Block): string | undefined =>
  /^(?:<\?php )?(?:\/\/|#) (\S+\.\w+)\n/.exec(code)?.[1]
