/** Why there was no answer, in words that fit a log and a metric: never the address itself. */
export type OutboundFailure =
  | 'address_not_allowed'
  | 'name_not_found'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'answer_too_large'
  | 'answer_malformed'
  | 'stopped'
  | 'unreachable'

export class OutboundError extends Error {
  readonly code: OutboundFailure

  constructor(code: OutboundFailure, cause?: unknown) {
    super(`outbound request failed: ${code}`, { cause })
    this.code = code
  }
}

const BY_CODE: Record<string, OutboundFailure> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ENODATA: 'name_not_found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'answer_too_large',
  UND_ERR_CLOSED: 'stopped',
  UND_ERR_DESTROYED: 'stopped',
}

/** What a socket, the resolver, TLS or the parser of HTTP had to say, as one of our words. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const causes = error instanceof AggregateError ? [error, ...error.errors] : [error]
  for (const cause of causes) {
    const code = String((cause as { code?: unknown } | undefined)?.code ?? '')
    const failure = BY_CODE[code]
    if (failure) return new OutboundError(failure, error)
    if (code.startsWith('HPE_')) return new OutboundError('answer_malformed', error)
    if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new OutboundError('tls', error)
  }
  return new OutboundError('unreachable', error)
}
