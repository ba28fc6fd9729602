import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrgId } from '../../access/principal.ts'
import { acceptsGzip } from '../../platform/http/accepts-gzip.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'

/** Lists that one process sends at once. A scanner that finds no place comes again. */
const LISTS_MAX = { all: 80, each: 40 }
/** A scanner's network may be poor: so little, before it is compressed, is a tenth of it on the air. */
const PATIENCE = { bytesPerSecond: 20_000 }

const JSON_TYPE = 'application/json; charset=utf-8'

type Pages = AsyncIterable<object[]>

/** An object with an `opening` and lists behind it, sent as it is read, and compressed for a device that accepts gzip. */
export function createListStream() {
  const slots = createSlots(LISTS_MAX)
  return async (
    orgId: OrgId,
    request: FastifyRequest,
    reply: FastifyReply,
    opening: object,
    lists: Record<string, Pages>,
  ) => {
    const source = await bodyInSlot(slots.take(orgId), document(JSON.stringify(opening), lists), PATIENCE)
    reply.type(JSON_TYPE).header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return sendStream(reply, source)
    const packed = createGzip({ level: 5 })
    // A failure on either side ends the other; the scanner sees the answer break off.
    pipeline(source, packed, () => {})
    return sendStream(reply.header('content-encoding', 'gzip'), packed)
  }
}

export const sendNothing = (reply: FastifyReply) => sendStream(reply.type(JSON_TYPE), '')

/** The schema describes what is streamed; it does not write it. */
const sendStream = (reply: FastifyReply, body: Readable | string) => reply.send(body)

/** The opening object, left open, with each list written page by page: flat in memory. */
async function* document(opening: string, lists: Record<string, Pages>): AsyncGenerator<Buffer, undefined> {
  yield Buffer.from(opening.slice(0, -1))
  for (const [name, pages] of Object.entries(lists)) {
    yield Buffer.from(`,${JSON.stringify(name)}:[`)
    let first = true
    for await (const page of pages) {
      if (page.length === 0) continue
      yield Buffer.from((first ? '' : ',') + page.map((item) => JSON.stringify(item)).join())
      first = false
    }
    yield Buffer.from(']')
  }
  yield Buffer.from('}')
}
