import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { keyIdOf } from '../../access/principal.ts'
import { acceptsGzip } from '../../platform/http/accepts-gzip.ts'
import { Id, Input, Nullable, UnixSeconds } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { bodyInSlot } from '../../platform/http/stream-json.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { codeHashes } from './barcode-hash.ts'
import { manifestHead, readManifestHead } from './manifest-event.ts'
import { ManifestMember, manifestMembers } from './manifest-members.ts'
import { ManifestTicket, manifestTickets } from './manifest-tickets.ts'

/** A change may become visible so long after the time that it bears; a delta repeats it rather than miss it. */
const OVERLAP_MS = 60_000

/** Manifests that are sent at once, by one process. A scanner that finds no place comes again. */
const MANIFESTS_MAX = { all: 80, each: 40 }
/** A scanner's network may be poor: so little, before it is compressed, is a tenth of it on the air. */
const PATIENCE = { bytesPerSecond: 20_000 }

const Reply = Type.Object(
  {
    as_of: Type.Integer({ description: 'Unix seconds; the `since` of the next one' }),
    since: Nullable(Type.Integer({ description: 'null: this is all there is' })),
    ...manifestHead,
    tickets: Type.Array(ManifestTicket, { description: 'one that comes twice counts as it comes last' }),
    members: Type.Array(ManifestMember),
  },
  { title: 'Manifest' },
)

export const retrieveManifest: Operation<RotationDeps> = (app, { sql, clock, seal, rotation }) => {
  const slots = createSlots(MANIFESTS_MAX)
  app.get(
    '/v1/gate/events/:event_id/manifest',
    {
      config: { scope: 'gate:scan', unhurried: true },
      schema: {
        operationId: 'retrieveManifest',
        summary: 'Retrieve what a scanner needs offline',
        description: [
          'All tickets and members of the event that the gates of this device can let in, with what they have done so far, the gates, and the',
          'keys that verify signed barcodes; other barcodes as keyed hashes. Streamed, and compressed for those who accept gzip. With `since`,',
          'what has changed, revocations included.',
        ].join(' '),
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({ since: Type.Optional(UnixSeconds({ description: '`as_of` of the manifest before' })) }),
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, principal, params, query } = request
      const asOf = unixSeconds(clock(orgId))
      const { head, binding } = await readManifestHead(
        orgId,
        { sql, clock, seal, rotation },
        keyIdOf(principal),
        params.event_id,
      )
      if (request.method === 'HEAD') return sendStream(reply.type('application/json; charset=utf-8'), '')
      const since = query.since === undefined ? undefined : new Date(query.since * 1000 - OVERLAP_MS)
      const opening = JSON.stringify({ as_of: asOf, since: query.since ?? null, ...head })
      const questionIds = head.questions.map(({ question_id }) => question_id)
      const wanted = { eventId: params.event_id, since, binding, questionIds, hashes: codeHashes(head.barcode_key) }
      const pieces = document(opening, {
        tickets: manifestTickets(orgId, sql, wanted),
        members: manifestMembers(orgId, sql, wanted),
      })
      const source = await bodyInSlot(slots.take(orgId), pieces, PATIENCE)
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
      if (!acceptsGzip(request.headers['accept-encoding'])) return sendStream(reply, source)
      const packed = createGzip({ level: 5 })
      // A failure on either side ends the other; the scanner sees the answer break off.
      pipeline(source, packed, () => {})
      return sendStream(reply.header('content-encoding', 'gzip'), packed)
    },
  )
}

/** The schema describes what is streamed; it does not write it. */
const sendStream = (reply: FastifyReply, body: Readable | string) => reply.send(body)

type Pages = AsyncIterable<object[]>

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
