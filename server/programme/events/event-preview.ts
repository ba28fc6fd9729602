import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type View, withPreview } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import { type Clock, unixSeconds } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * What staff give a page of the shop so that it shows them one draft as everybody will see it: the event and until when, sealed under the
 * installation's secret for one organisation. It opens reads of that event alone, and only while it is a draft: nothing is sold by it.
 * One that is not ours, is of something else or is too old is as good as none.
 */

const PREFIX = 'evp_'
const CHARACTERS_MAX = 200

const contextOf = (orgId: OrgId) => `event preview ${orgId}`

export const makePreviewToken = (seal: Seal, orgId: OrgId, eventId: number, expiresAt: Date): string =>
  PREFIX + seal.close(`${eventId}.${unixSeconds(expiresAt)}`, contextOf(orgId)).toString('base64url')

/** For the description of an operation that shows a draft to a visitor with its token. */
export const PreviewHeader = Type.Object({
  'x-event-preview': Type.Optional(Type.String({ description: 'preview_token of this event, to be shown its draft' })),
})

/** What this caller may see of the event. */
export function viewOfPreview(
  { view, headers }: Pick<FastifyRequest, 'view' | 'headers'>,
  { seal, clock }: { seal: Seal; clock: Clock },
  eventId: number,
): View {
  const token = headers['x-event-preview']
  if (token === undefined || !isPreviewOf(seal, view.orgId, String(token), eventId, clock(view.orgId))) return view
  return withPreview(view, eventId)
}

function isPreviewOf(seal: Seal, orgId: OrgId, token: string, eventId: number, now: Date): boolean {
  if (!token.startsWith(PREFIX) || token.length > CHARACTERS_MAX) return false
  try {
    const text = seal.open(Buffer.from(token.slice(PREFIX.length), 'base64url'), contextOf(orgId))
    const [previewedId, expiresAt = 0] = text.split('.').map(Number)
    return previewedId === eventId && expiresAt > unixSeconds(now)
  } catch {
    return false
  }
}
