import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

const URL_BYTES_MAX = 8192

/** Nothing that the API answers may be framed, sniffed, cached or run as a page. */
const SECURITY = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void

/** The same on every answer. */
export const fixedHeaders = ({ https }: { https: boolean }): Record<string, string> =>
  https ? { ...SECURITY, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : SECURITY

export function headersFor(fixed: Record<string, string>): SetHeaders {
  return (request, reply) => {
    reply.headers(fixed)
    reply.header('request-id', request.id)
  }
}

export function sendHeaders(app: FastifyInstance, setHeaders: SetHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
}

/** After the caller is known, so that this refusal counts, and shows what is left, like any other. */
export function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isTooLong(request) ? new ApiError('url_too_long') : undefined)
  })
}

export const isTooLong = ({ url }: FastifyRequest): boolean => url.length > URL_BYTES_MAX
