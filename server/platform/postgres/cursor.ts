import Cursor from 'pg-cursor'
import type { Statement } from './sql.ts'

/** Hands over the rows of a query in blocks, so that an answer of any length is never in memory as a whole. */
export function readBlocks<Row extends object>(
  query: Statement<Row[]>,
  rowsMax: number,
  take: (rows: Row[]) => void,
): Promise<void> {
  return query.session.alone(query, async (client) => {
    const { text, values } = query.write()
    const cursor = client.query(new Cursor<Row>(text, values))
    try {
      for (let rows = await cursor.read(rowsMax); rows.length > 0; rows = await cursor.read(rowsMax)) take(rows)
    } finally {
      await cursor.close()
    }
  })
}
