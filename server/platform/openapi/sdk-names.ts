/** What a section of the reference is called in code. Others are their own name in one word. */
const RESOURCES: Record<string, { resource: string; noun: string }> = {
  Gates: { resource: 'gates', noun: '' },
  'Membership catalogue': { resource: 'memberships', noun: 'Membership' },
  'Sales figures': { resource: 'figures', noun: '' },
  'Single sign-on': { resource: 'sso', noun: 'Sso' },
  Webhooks: { resource: 'webhooks', noun: 'Webhook' },
}

/** `Seat maps` becomes `seatMaps`, and its objects are called `SeatMap`. */
export function resourceOf(tag: string): { resource: string; noun: string } {
  const words = tag.split(' ')
  const name = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)))
    .join('')
  const noun = words
    .map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase())
    .join('')
    .replace(/s$/, '')
  return RESOURCES[tag] ?? { resource: name, noun }
}

/**
 * `createEvent` is `create` among the events, `listManagedEvents` `listManaged`, `markPaidMember` `markPaid` among the members,
 * `retrieveTicketQr` `retrieveQr` among the tickets; what is about something else keeps its whole name, such as `addItem`.
 */
export function methodOf(operationId: string, noun: string): string {
  if (noun === '') return operationId
  const words = operationId.startsWith('list') ? '[a-z]+' : '[a-z]+(?:[A-Z][a-z]+)*?'
  const [, verb = '', managed = '', rest = ''] =
    new RegExp(`^(${words})(Managed)?${noun}s?([A-Z].*)?$`).exec(operationId) ?? []
  return verb === '' ? operationId : `${verb}${managed}${rest}`
}

/** `basket_id` becomes `basketId`. */
export const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
