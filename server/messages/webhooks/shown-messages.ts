import { mayWith } from '../../access/authenticate/guard-fields.ts'
import { asSeenBy, type GuardedFields, type May } from '../../platform/http/guarded-fields.ts'

/** Of the `data` of each type of message, the fields that not everybody sees who is told of it; types without any are not in it. */
export type MessageFields = ReadonlyMap<string, GuardedFields>

/** For operations that show messages, or have them sent. */
export type MessageFieldsDeps = { messageFields: MessageFields }

/** What a message says, as the caller may see it. */
export function dataSeenBy(
  may: May,
  fields: MessageFields,
  type: string,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const guarded = fields.get(type)
  return guarded ? asSeenBy(may, guarded)(data) : data
}

/** A payload as it goes to an endpoint with these scopes: as it was frozen, unless there is something to mask. */
export function payloadFor(scopes: string[], fields: MessageFields, type: string, payload: string): string {
  const guarded = fields.get(type)
  const may = mayWith(new Set(scopes))
  if (!guarded || guarded.scopes.every(may)) return payload
  const message = JSON.parse(payload) as { data: unknown }
  return JSON.stringify({ ...message, data: asSeenBy(may, guarded)(message.data) })
}
