/**
 * A backup is one file, compressed by gzip, of lines in UTF-8. It is made by COPY and not by pg_dump, since the embedded database
 * comes without that program, and another database may be of another version than the one that is installed.
 *
 *     {"format":"grandstand backup","version":1,…}             the first line: when, of which migrations
 *     {"table":"customers","columns":["org_id",…]}             a table, in an order in which one can refer to those before it
 *     1<tab>17<tab>Ada…                                        its rows, in the text format of COPY
 *     \.                                                       the end of them
 *     {"sequence":"customers_customer_id_seq","value":17}      the last id that was given
 *     {"rows":{"customers":1,…}}                               the last line: without it the file is not whole
 *
 * The tables themselves are not in it: the program's own migrations make them.
 */
export type Header = {
  format: 'grandstand backup'
  version: 1
  taken_at: string
  program: string
  postgres: string
  migrations: { version: number; name: string; checksum: string }[]
}
export type TableLine = { table: string; columns: string[] }
export type SequenceLine = { sequence: string; value: number }
export type EndLine = { rows: Record<string, number> }
export type BackupLine = Header | TableLine | SequenceLine | EndLine

/** A backslash within a value is doubled, so that no row looks like it. */
export const END_OF_ROWS = '\\.'

/** A file that is no backup, is cut short, or of a newer program; a database that cannot take it. One line for a person. */
export class BackupError extends Error {}
