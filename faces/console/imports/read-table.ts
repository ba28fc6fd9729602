/** A file as a table of texts, its headings apart. */
export type FileTable = { text: string; headings: string[]; rows: string[][] }

/** As spreadsheets save it: UTF-8, UTF-16 by its mark, else what "CSV" without further words means on many machines. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** To show what is in it and guess what it means; what the text says in the end is for the server to read. */
export function readTable(text: string): FileTable {
  const [said, delimiterSaid] = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text) ?? []
  const body = text.slice(said?.length ?? 0).replace(/^\ufeff/, '')
  const [headings = [], ...rows] = recordsOf(body, delimiterSaid ?? delimiterOf(body))
  return { text, headings: headings.map((heading) => heading.trim()), rows }
}

/** The one that the line of headings has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}

/** Rows of cells, those that are empty left out. */
export function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  const endRecord = () => {
    if (cells.length > 1 || cells[0] !== '') records.push(cells)
    cells = []
  }
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    cells.push(cell)
    const isRecordEnd = text[end] !== delimiter
    if (isRecordEnd) endRecord()
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    // After the last delimiter of a text there is one more cell, with nothing in it.
    if (!isRecordEnd && at === text.length) cells.push('')
  }
  if (cells.length > 0) endRecord()
  return records
}

function plainCell(text: string, from: number, delimiter: string) {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(from, end), end }
}

/** A quote within quotes is written twice. */
function quotedCell(text: string, from: number) {
  let end = from + 1
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 }
}
