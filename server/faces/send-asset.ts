import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from './build-faces.ts'

/** In the form that the browser takes, or not at all where it has it. */
export async function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  reply.headers({ etag: asset.etag, vary: 'accept-encoding' }).type(asset.type)
  if (headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  if (asset.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await asset.brotli())
  if (asset.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await asset.gzip())
  return reply.send(asset.plain)
}
