import type { LogoDeps } from './mail/logos.ts'
import type { MessageFieldsDeps } from './webhooks/shown-messages.ts'

/** The slices of messages own these and hand them to operations. server/app.ts makes them; an operation names what it needs. */
export type MessagesDeps = LogoDeps & MessageFieldsDeps
