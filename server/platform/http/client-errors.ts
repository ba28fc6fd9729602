import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ApiError, type PlatformErrorCode } from './errors.ts'

/** What is not even HTTP never reaches a route; it gets the same body as every other refusal. */
const CODES: Record<string, PlatformErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** How long a refused caller has for reading why; one who then keeps the connection open does not keep it here. */
const LINGER_MS = 1000

/** `count` counts a caller by address, as callers without a key are. */
export function answerClientErrors(docsUrl: string, count: (address: string) => { limit: number; remaining: number }) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const code = CODES[error.code ?? ''] ?? 'body_malformed'
    const requestId = `req_${randomUUID().replaceAll('-', '')}`
    const refusal = new ApiError(code, code === 'body_malformed' ? { message: 'The request is not valid HTTP.' } : {})
    const body = JSON.stringify(refusal.toBody(docsUrl, requestId))
    const { limit, remaining } = count(socket.remoteAddress ?? '')
    socket.end(
      [
        `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Bad Request'}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `request-id: ${requestId}`,
        'cache-control: no-store',
        'access-control-allow-origin: *',
        `x-ratelimit-limit: ${limit}`,
        `x-ratelimit-remaining: ${remaining}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
