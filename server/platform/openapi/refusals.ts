type Json = Record<string, unknown>

const REFUSAL = { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } }

const OWN: Record<string, string> = {
  '402': 'The payment was declined, or failed.',
  '404': 'No such object.',
  '409': 'The object’s state, or an Idempotency-Key in use, does not allow it.',
  '502': 'The payment provider could not be asked; nothing was charged.',
}

/** What any operation may be refused for, in the same words. */
export const EVERYBODYS: Record<string, string> = {
  '400': 'the request is not valid; `errors` lists every problem',
  '401': 'no valid API key',
  '403': 'the key may not do this',
  '413': 'the body is too large',
  '415': 'the body is neither a form nor JSON',
  '421': 'the organisation is at another address; `cell_url` names it',
  '422': 'the Idempotency-Key was used for a different request',
  '429': 'a rate limit is used up; `Retry-After` says for how long',
  '503': 'try again shortly',
}
const EVERYBODYS_TEXT = `Refused for a reason that is not the operation’s own. ${Object.entries(EVERYBODYS)
  .map(([status, text]) => `${status}: ${text}.`)
  .join(' ')}`

/** Which refusals an operation can give follows from what it is, so that none has to be written down by hand. */
export function errorResponses(operation: {
  method: string
  hasParams: boolean
  scope: string
  charges: boolean
  mayConflict: boolean
}): Json {
  const { method, hasParams, scope, charges, mayConflict } = operation
  const isOpen = scope === 'health' || scope === 'public'
  const writes = method !== 'GET' && !isOpen
  const statuses = [
    ...(charges ? ['402'] : []),
    ...((hasParams && !isOpen) || writes ? ['404'] : []),
    ...(writes || mayConflict ? ['409'] : []),
    ...(charges ? ['502'] : []),
  ]
  const ownResponses = statuses.map((status) => [status, { description: OWN[status], content: REFUSAL }])
  return { ...Object.fromEntries(ownResponses), default: { description: EVERYBODYS_TEXT, content: REFUSAL } }
}
