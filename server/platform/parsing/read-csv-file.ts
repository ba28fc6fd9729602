import { Readable } from 'node:stream'
import { type CsvRecord, readCsv } from '../values/csv.ts'
import { CsvFileError } from '../values/csv-error.ts'
import { parser } from './parser.ts'

/** The records of a whole file, its headings among them. */
export async function readCsvFile(text: string, rowsMax: number): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of readCsv(Readable.from([Buffer.from(text)]))) {
    if (records.length > rowsMax) throw new CsvFileError(`it has more than ${rowsMax} rows: send it in parts`)
    records.push(record)
  }
  return records
}

export const csvFiles = parser<typeof import('./read-csv-file.ts'), 'readCsvFile'>({
  name: 'CSV of people and texts',
  file: new URL(import.meta.url),
  function: 'readCsvFile',
  timeoutMs: 10_000,
})
