import { registerHooks } from 'node:module'

/**
 * The PostgreSQL driver, with three mistakes of its version 3.4.9 mended as it is loaded. A connection that breaks keeps what
 * it was doing, so the next statement on it fails with the old error, and the one after that gets the rows that had
 * already arrived for somebody else in front of its own. A statement that cannot be sent, for a value that is undefined,
 * fails the one before it in its place, and leaves the last of those behind it without an answer for ever. And what a
 * transaction sends on a connection that has just been lost is written to a socket that is gone, which ends the process. See
 * docs/adr/0009. Nothing else may import `postgres` directly.
 */
const FILE = '/postgres/src/connection.js'
const BROKEN = '    closedTime = performance.now()\n    hadError &&'
const FORGET =
  '    query = results = errorResponse = stream = final = chunk = nextWriteTimer = null\n    result = new Result()\n    rows = 0\n'
const UNSENT = '      sent.length === 0 && write(Sync)\n      errored(error)'
const REFUSE =
  '      if (query !== q) {\n        sent.remove(q)\n        queryError(q, error)\n        return true\n      }\n'
const EXECUTE = "    if (terminated)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))"
/** True, so that the caller does not count the lost connection among those that work. */
const REFUSE_LOST =
  "    if (socket === null) {\n      queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n      return true\n    }\n"
const MENDED = [
  [BROKEN, FORGET + BROKEN],
  [UNSENT, REFUSE + UNSENT],
  [EXECUTE, REFUSE_LOST + EXECUTE],
] as const

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(FILE)) return loaded
    let source = String(loaded.source)
    for (const [place, mended] of MENDED) {
      if (source.split(place).length !== 2)
        throw new Error('kit/driver.ts mends another version of the package postgres')
      source = source.replace(place, mended)
    }
    return { ...loaded, source }
  },
})
export const { default: postgres } = await import('postgres')
hooks.deregister()
