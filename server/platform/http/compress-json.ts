import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptsGzip } from './accepts-gzip.ts'

/** Below one packet, compression saves no time on the wire. */
const BYTES_MIN = 1_400
/** A longer answer is compressed by another thread, so that it does not hold up other requests. */
const AT_ONCE_BYTES_MAX = 32_768
/** Rows of a list repeat themselves so much that a higher level saves no bytes. */
const LEVEL = { level: 2 }

const isJson = (reply: FastifyReply): boolean => /^application\/json\b/.test(String(reply.getHeader('content-type')))

/** Caches keep the compressed answer apart from the plain one. */
function varyByEncoding(reply: FastifyReply): void {
  const names = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b/i.test(names))
    reply.header('vary', names === '' ? 'accept-encoding' : `${names}, accept-encoding`)
}

/** Compresses whole answers in JSON for callers who accept gzip. Answers that are streamed decide for themselves. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < BYTES_MIN) return done(null, payload)
    if (!isJson(reply) || reply.hasHeader('content-encoding')) return done(null, payload)
    varyByEncoding(reply)
    if (request.method === 'HEAD' || !acceptsGzip(request.headers['accept-encoding'])) return done(null, payload)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (payload.length > AT_ONCE_BYTES_MAX) return gzip(payload, LEVEL, done)
    done(null, gzipSync(payload, LEVEL))
  })
}
