import type { Connection, FieldDef } from 'pg'
import type { Sql } from '../../server/platform/postgres/database.ts'

/** Asks PostgreSQL what a statement would answer with, without running it. */
class Description {
  #fields: FieldDef[] = []
  readonly #resolve: (fields: FieldDef[]) => void
  readonly #reject: (error: Error) => void
  readonly #text: string

  constructor(text: string, resolve: (fields: FieldDef[]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}

export function describeColumns(sql: Sql, text: string): Promise<FieldDef[]> {
  const statement = sql.unsafe(text)
  return statement.session.alone(
    statement,
    (client) => new Promise((resolve, reject) => client.query(new Description(text, resolve, reject))),
  )
}
