import { Type } from 'typebox'
import { keyIdOf } from '../../access/principal.ts'
import { Id, Input, Nullable, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { codeHashes } from './barcode-hash.ts'
import { manifestHead, readManifestHead } from './manifest-event.ts'
import { ManifestMember, manifestMembers } from './manifest-members.ts'
import { ManifestTicket, manifestTickets } from './manifest-tickets.ts'
import { createListStream, sendNothing } from './stream-lists.ts'

/** A change may become visible so long after the time that it bears; a delta repeats it rather than miss it. */
export const OVERLAP_MS = 60_000

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
  const stream = createListStream()
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
      if (request.method === 'HEAD') return sendNothing(reply)
      const since = query.since === undefined ? undefined : new Date(query.since * 1000 - OVERLAP_MS)
      const opening = { as_of: asOf, since: query.since ?? null, ...head }
      const questionIds = head.questions.map(({ question_id }) => question_id)
      const wanted = { eventId: params.event_id, since, binding, questionIds, hashes: codeHashes(head.barcode_key) }
      return stream(orgId, request, reply, opening, {
        tickets: manifestTickets(orgId, sql, wanted),
        members: manifestMembers(orgId, sql, wanted),
      })
    },
  )
}
