import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { EarlyAnswer } from '../../access/authenticate/answer-early.ts'
import { acceptsGzip } from '../../platform/http/accepts-gzip.ts'
import type { PackedAnswer } from './revisions.ts'

type Caching = { etag: string; cacheControl: string }

const VARY = 'authorization, accept-encoding'

/** Nothing at all for a caller who has it. */
export function packedAnswer(
  asked: IncomingHttpHeaders,
  { etag, cacheControl }: Caching,
  body: () => PackedAnswer,
): EarlyAnswer {
  const headers = { 'cache-control': cacheControl, vary: VARY, etag }
  if (asked['if-none-match'] === etag) return { status: 304, headers, body: undefined }
  return packed(asked, headers, body())
}

/** Of a draft: no cache keeps it, and no browser is told to have it already. */
export const unkeptAnswer = (asked: IncomingHttpHeaders, body: () => PackedAnswer): EarlyAnswer =>
  packed(asked, { 'cache-control': 'no-store', vary: VARY }, body())

function packed(
  asked: IncomingHttpHeaders,
  headers: Record<string, string>,
  { plain, gzip }: PackedAnswer,
): EarlyAnswer {
  const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  if (!gzip || !acceptsGzip(asked['accept-encoding'])) return { status: 200, headers: typed, body: plain }
  return { status: 200, headers: { ...typed, 'content-encoding': 'gzip' }, body: gzip }
}

/** The bytes as they are: the schema describes them, and does not write them. */
export const sendPacked = (
  reply: Pick<FastifyReply, 'code' | 'headers' | 'send'>,
  { status, headers, body }: EarlyAnswer,
): void => void reply.code(status).headers(headers).send(body)
