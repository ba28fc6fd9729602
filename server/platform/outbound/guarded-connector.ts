import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { OutboundError } from './outbound-error.ts'
import type { IsAllowed } from './public-address.ts'

type LookupAnswer = (error: Error | null, addresses: LookupAddress[]) => void
/** As `dns.lookup` with `all`. Passed in, so that a test can play a name server that changes its mind. */
export type Lookup = (hostname: string, options: LookupOptions & { all: true }, answer: LookupAnswer) => void

export type ConnectorOptions = { isAllowed: IsAllowed; lookup: Lookup; connectTimeoutMs: number }

/**
 * Connects to allowed addresses only. Node asks no resolver about an address that is written as one, so that is looked at
 * first; the socket then gets the very answers that were checked, which leaves no moment for a name to be pointed elsewhere;
 * and where it has arrived is looked at once more.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { isAllowed, connectTimeoutMs } = options
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(options) } as object)
  return (target, callback) => {
    const hostname = target.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) {
      callback(new OutboundError('address_not_allowed'), null)
      return
    }
    connect(target, (error, socket) => {
      if (error) return callback(error, null)
      if (socket && !isAllowed(socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(new OutboundError('address_not_allowed'), null)
      }
      callback(null, socket as Exclude<typeof socket, null>)
    })
  }
}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Every answer is looked at; those that are not allowed are dropped, and without any left there is no connection. */
function guardedLookup({ isAllowed, lookup }: ConnectorOptions) {
  return (hostname: string, options: LookupOptions, answer: Answer): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '', 0)
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return answer(new OutboundError('address_not_allowed'), '', 0)
      if (options.all) answer(null, allowed)
      else answer(null, first.address, first.family)
    })
  }
}
