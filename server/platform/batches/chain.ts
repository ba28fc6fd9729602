import type { Sql, Tx } from '../postgres/database.ts'

/** A connection with a transaction that has begun and in which nothing has happened. */
export type Link = {
  tx: Tx
  /** For the next one, in the transaction that `commit and chain` has begun. */
  pass(): void
  /** Undone, and the connection given back, when the answer comes. */
  undo(error: unknown): Promise<void>
}

/** So long a transaction waits for the next one who wants it; it holds no lock and no snapshot. */
const KEPT_MS = 5

/**
 * Transactions on one connection after another, each begun by the commit of the one before: in a crowd nobody waits for a
 * `begin` to be answered. Once nobody wants it any more, the connection goes back to the pool.
 */
export function createChain(sql: Sql): { take(): Promise<Link> } {
  const free = new Map<Link, NodeJS.Timeout>()

  const open = () =>
    new Promise<Link>((resolve, reject) => {
      const work = Promise.withResolvers<void>()
      let link: Link | undefined
      const ended = sql.begin((tx) => {
        const begun: Link = { tx, pass: () => keep(begun, work.resolve), undo }
        link = begun
        resolve(begun)
        return work.promise
      })
      async function undo(error: unknown) {
        work.reject(error)
        await Promise.allSettled([ended])
      }
      // The connection was lost, perhaps while nobody had it.
      ended.catch((error) => {
        if (link) claim(link)
        reject(error)
      })
    })

  function keep(link: Link, end: () => void): void {
    const timer = setTimeout(() => {
      free.delete(link)
      end()
    }, KEPT_MS)
    free.set(link, timer)
  }

  function claim(link: Link): void {
    clearTimeout(free.get(link))
    free.delete(link)
  }

  return {
    async take() {
      const [link] = free.keys()
      if (!link) return open()
      claim(link)
      return link
    },
  }
}
