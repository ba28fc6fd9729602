import type { Static, TObject } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { CopyValue } from '../../platform/postgres/copy.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { AnyRow, Statement } from '../../platform/postgres/sql.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { CellReaders, DateOrders } from './read-cells.ts'

type Lines = Statement<{ line: number }[]>

/** What a kind of file brings: its columns, how a row is staged, what only the database can object to. */
export type Importer<Schema extends TObject = TObject> = {
  /** As in `customers.imported`. */
  object: string
  /** The columns that a file may have, by the names of the API, and what may stand in them. */
  row: Schema
  /** Columns of which a row must fill one at least. */
  oneOf: readonly string[]
  /** Columns in which people write words and dates where the API has numbers. `onMissingType` hears of types that there are not. */
  readers(orgId: OrgId, tx: Tx, dateOrders: DateOrders, onMissingType?: (title: string) => void): Promise<CellReaders>
  /** Of those, the ones with dates. */
  dateColumns: readonly string[]
  /** Where checked rows wait, with their line numbers, until all of them are known to be good. */
  createStaging(tx: Tx): Statement<AnyRow[]>
  stagingColumns: string[]
  toStaging(row: Static<Schema>, now: () => Date): CopyValue[]
  /** Locks what the rejections look at. */
  lock?(orgId: OrgId, tx: Tx, clock: Clock): Promise<void>
  /** Takes the rows out of the staging that the database cannot accept, and says why. One query a reason. */
  rejections(orgId: OrgId, tx: Tx, clock: Clock): Statement<Rejection[]>[]
  /** What is done first where a file may name people who are there. Each takes the rows out of the staging that it has dealt with. */
  existing(
    orgId: OrgId,
    tx: Tx,
    clock: Clock,
  ): {
    /** Gives the rows that do not name the row they mean by its key that key. */
    identify: Statement<AnyRow[]>
    /** What cannot be, whether they are changed or not. */
    repeats: Statement<Rejection[]>[]
    /** People who are there, whatever the file says of them. */
    known: Lines
    /** What cannot be if they are changed. */
    rejections: Statement<Rejection[]>[]
    /** People who are as the file says. */
    same: Lines
    /** People who are there, and are changed. */
    change: Lines
  }
  /** Makes whom the staged rows need beside themselves, and answers with those that another request was quicker with. */
  settle?(orgId: OrgId, tx: Tx, clock: Clock): Statement<Rejection[]>
  /** Gives the staged rows what follows from others and no file has to say. */
  complete?(orgId: OrgId, tx: Tx): PromiseLike<unknown>
  /** Announces the rows, before they are inserted, to readers that wait until there are no gaps. */
  beforeInsert?(orgId: OrgId, tx: Tx): Statement<AnyRow[]>
  /** Answers with the rows that another request was quicker with, where that can be. */
  insert(orgId: OrgId, tx: Tx, clock: Clock): Statement<Rejection[]>
  /** Writes what belongs to the new rows in other tables. */
  afterInsert?(orgId: OrgId, tx: Tx, clock: Clock): Promise<void>
}

export type Rejection = { line: number; reason: string }
export type ImportReport = {
  rows: number
  imported: number
  rejected: number
  /** Of those imported, how many were there before; only where they may be. */
  updated?: number
  /** How many were there and are as they were; only where they may be. */
  unchanged?: number
  /** The rest of the file was not looked at. */
  stopped?: true
}

/** A file with so many problems has the wrong columns, or is the wrong file. */
export const PROBLEMS_MAX = 100
