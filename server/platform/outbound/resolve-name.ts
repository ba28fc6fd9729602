import dns, { type LookupAddress } from 'node:dns'
import type { Lookup } from './guarded-connector.ts'
import { OutboundError } from './outbound-error.ts'

export type ResolverOptions = {
  /** Those of the system, unless a test plays one. */
  nameServers?: string[]
  /** Whether names may be found where only this machine knows them, in its hosts file. */
  localNames: boolean
  answerWithinMs?: number
}

const ANSWER_WITHIN_MS = 2000
/** Reserved, and the same everywhere: no name server needs to be asked. */
const LOCALHOST: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** A record of several parts is one text. */
export function textResolver({
  nameServers,
  answerWithinMs = ANSWER_WITHIN_MS,
}: Pick<ResolverOptions, 'nameServers' | 'answerWithinMs'>): (name: string) => Promise<string[]> {
  return async (name) => {
    const resolver = new dns.promises.Resolver({ timeout: answerWithinMs, tries: 1 })
    if (nameServers) resolver.setServers(nameServers)
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join(''))
  }
}

/**
 * Asks name servers over sockets of its own. The system's way waits in one of four threads that the whole process shares, and
 * a handful of names whose servers never answer would keep every request from connecting anywhere.
 */
export function nameResolver({ nameServers, localNames, answerWithinMs = ANSWER_WITHIN_MS }: ResolverOptions): Lookup {
  /** A new one for each name: one that was answered quickly before loses patience after a quarter of a second. */
  function openResolver(): dns.promises.Resolver {
    const resolver = new dns.promises.Resolver({ timeout: answerWithinMs, tries: 1 })
    if (nameServers) resolver.setServers(nameServers)
    return resolver
  }

  async function resolve(hostname: string): Promise<LookupAddress[]> {
    if (/^(.+\.)?localhost\.?$/i.test(hostname)) return LOCALHOST
    if (localNames && !hostname.includes('.')) return dns.promises.lookup(hostname, { all: true })
    const resolver = openResolver()
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (addresses.length > 0) return addresses
    const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason?.code) : 'ENODATA'))
    if (codes.includes('ETIMEOUT')) throw new OutboundError('timeout')
    if (localNames) return dns.promises.lookup(hostname, { all: true })
    throw new OutboundError('name_not_found')
  }

  return (hostname, _options, answer) => {
    resolve(hostname).then(
      (addresses) => answer(null, addresses),
      (error: Error) => answer(error, []),
    )
  }
}
