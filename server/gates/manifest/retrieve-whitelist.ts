import { Type } from 'typebox'
import { keyIdOf } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts'
import { Cursor } from '../../platform/http/keyset.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { codeHashes } from './barcode-hash.ts'
import { manifestHead, readManifestHead } from './manifest-event.ts'
import { memberRows } from './manifest-members.ts'
import { ticketRows } from './manifest-tickets.ts'
import { OVERLAP_MS } from './retrieve-manifest.ts'
import { createListStream, sendNothing } from './stream-lists.ts'
import { WhitelistEntry, whitelistEntries } from './whitelist-entry.ts'

const Query = Input({
  codes: OneOf(['hash', 'full'], {
    default: 'hash',
    description: 'hash: keyed hashes by barcode_key; full: the barcodes, for a key with codes:read',
  }),
  cursor: Cursor,
})

const Reply = Type.Object(
  {
    event_id: Type.String(),
    barcode_key: manifestHead.barcode_key,
    is_whole: Type.Boolean({ description: 'false: only what has changed since the cursor' }),
    next_cursor: Type.String({ description: 'asks for what changes from now on' }),
    entries: Type.Array(WhitelistEntry, { description: 'one that comes twice counts as it comes last' }),
  },
  { title: 'Whitelist' },
)

export const retrieveWhitelist: Operation<RotationDeps> = (app, { sql, clock, seal, rotation }) => {
  const stream = createListStream()
  app.get(
    '/v1/gate/events/:event_id/whitelist',
    {
      config: { scope: 'gate:scan', unhurried: true },
      schema: {
        operationId: 'retrieveWhitelist',
        summary: 'Retrieve a list of codes for a controller that decides alone',
        description: [
          'For a controller that can compare a code and a time and do no more. It has the tickets and members whom the gates of this device',
          'can let in, each with how often, where and when. With the cursor of the list before, what has changed since, revocations included.',
          'A cursor is refused once the gates of the device or the key of the hashes have changed: fetch the whole list then.',
        ].join(' '),
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async (request, reply) => {
      const { orgId, principal, params, query } = request
      const { event_id: eventId } = params
      const isFull = query.codes === 'full'
      if (isFull) requireScope(principal, 'codes:read')
      const asOf = unixSeconds(clock(orgId))
      const deps = { sql, clock, seal, rotation }
      const { head, binding } = await readManifestHead(orgId, deps, keyIdOf(principal), eventId)
      if (request.method === 'HEAD') return sendNothing(reply)
      const bound = { list: 'whitelist', eventId, codes: query.codes, key: head.barcode_key }
      const heldAsOf = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, bound, ['number'])[0])
      const since = heldAsOf === undefined ? undefined : new Date(heldAsOf * 1000 - OVERLAP_MS)
      const hashes = codeHashes(head.barcode_key)
      const selection = { eventId, since, binding, questionIds: [], hashes, allBarcodes: true }
      const { ofTicket, ofMember } = whitelistEntries(head, { isFull, hashes })
      async function* entries() {
        for await (const rows of ticketRows(orgId, sql, selection)) yield rows.map(ofTicket)
        for await (const rows of memberRows(orgId, sql, selection)) yield rows.map(ofMember)
      }
      const opening = {
        event_id: String(eventId),
        barcode_key: head.barcode_key,
        is_whole: since === undefined,
        next_cursor: encodeCursor(bound, [asOf]),
      }
      return stream(orgId, request, reply, opening, { entries: entries() })
    },
  )
}
