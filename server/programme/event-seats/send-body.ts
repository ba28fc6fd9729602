import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../../platform/http/accepts-gzip.ts'
import type { PackedAnswer } from './revisions.ts'

type Kept = { etag: string; cacheControl: string }

/** The bytes as they are: the schema describes them, and does not write them. Nothing at all for a caller who has them. */
export function sendBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'code' | 'headers' | 'header' | 'send'>,
  { etag, cacheControl }: Kept,
  body: () => PackedAnswer,
): void {
  reply.headers({ 'cache-control': cacheControl, vary: 'authorization, accept-encoding', etag })
  if (headers['if-none-match'] === etag) return void reply.code(304).send()
  const { plain, gzip } = body()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!gzip || !acceptsGzip(headers['accept-encoding'])) return void reply.send(plain)
  reply.header('content-encoding', 'gzip').send(gzip)
}
