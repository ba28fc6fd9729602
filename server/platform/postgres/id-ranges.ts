/*
 * Several databases, each with API processes of its own, are cells of one service. So that an organisation can move between them as
 * it is, no two cells ever give the same id: each has a range of every sequence. A range has room for 2^32 ids, and for 2^24 where a
 * ticket's barcode has four bytes for the id. Where a cell is a cluster, the lower half is its coordinator's, and the upper one is
 * divided into blocks, of which its nodes have one after the other.
 */

export const CELLS_MAX = 256
const IDS_OF_A_CELL = 2 ** 32
const IDS_IN_FOUR_BYTES = 2 ** 24
/** So many of each sequence. One is 2^20 ids, or 2^12 of those that a barcode has four bytes for. */
const BLOCKS = 2048

/** The ids that a ticket's barcode has four bytes for; it has five for the ticket's own. */
const IN_FOUR_BYTES = new Set(['events', 'event_signing_keys', 'price_categories'])

/** The ids of all cells are below. */
export const IDS_END = CELLS_MAX * IDS_OF_A_CELL

export type IdRange = { first: number; last: number }

const idsOf = (table: string): number => (IN_FOUR_BYTES.has(table) ? IDS_IN_FOUR_BYTES : IDS_OF_A_CELL)

export function idRange(cell: number, table: string): IdRange {
  const ids = idsOf(table)
  return { first: Math.max(1, cell * ids), last: (cell + 1) * ids - 1 }
}

/** The range that the coordinator of a cluster uses by default. */
export function coordinatorRange(cell: number, table: string): IdRange {
  const { first, last } = idRange(cell, table)
  return { first, last: last - idsOf(table) / 2 }
}

/** The nth block of a cluster, beginning with 1. */
export function idBlock(cell: number, table: string, nth: number): IdRange {
  if (nth > BLOCKS) throw new Error(`${table} has no ids left for another node`)
  const size = idsOf(table) / 2 / BLOCKS
  const first = coordinatorRange(cell, table).last + 1 + (nth - 1) * size
  return { first, last: first + size - 1 }
}

/** It is one of the blocks, or within one. */
export function isBlock(cell: number, table: string, { first, last }: IdRange): boolean {
  return first > coordinatorRange(cell, table).last && last <= idRange(cell, table).last
}
