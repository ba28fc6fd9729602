import { registerHooks } from 'node:module'

/**
 * The PostgreSQL driver, with one mistake of its version 3.4.9 mended as it is loaded: a connection that breaks keeps what
 * it was doing, so the next statement on it fails with the old error, and the one after that gets the rows that had
 * already arrived for somebody else in front of its own. See docs/adr/0009. Nothing else may import `postgres` directly.
 */
const FILE = '/postgres/src/connection.js'
const BROKEN = '    closedTime = performance.now()\n    hadError &&'
const FORGET =
  '    query = results = errorResponse = stream = final = chunk = nextWriteTimer = null\n    result = new Result()\n    rows = 0\n'

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(FILE)) return loaded
    const source = String(loaded.source)
    if (source.split(BROKEN).length !== 2)
      throw new Error('kit/driver.ts mends another version of the package postgres')
    return { ...loaded, source: source.replace(BROKEN, FORGET + BROKEN) }
  },
})
export const { default: postgres } = await import('postgres')
hooks.deregister()
