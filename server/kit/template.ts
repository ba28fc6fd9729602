import type { Fragment } from 'postgres'
import type { Db } from './database.ts'

/**
 * A fragment whose texts are made by the program, with a parameter between each two of them: what the driver is given for a
 * template. The texts go into the statement as they are, so nothing of them may come from outside.
 */
export const asTemplate = (sql: Db, texts: string[], parameters: string[] = []): Fragment =>
  sql(Object.assign(texts, { raw: texts }) as unknown as TemplateStringsArray, ...parameters)
