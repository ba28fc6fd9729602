/** A mail as it travels: the bytes, and the envelope that says where they go. */
export type ComposedMail = { from: string; to: string; messageId: string; bytes: Buffer }

/**
 * What became of one attempt. `later`: certainly not accepted, worth another try. `refused`: certainly not accepted, and
 * never will be; `noSuchMailbox` where the server says so. `unknown`: the content was on its way when the
 * connection was lost.
 */
export type MailOutcome =
  | { result: 'sent' }
  | { result: 'later' | 'unknown'; errorCode: string }
  | { result: 'refused'; errorCode: string; noSuchMailbox?: boolean }

/** Awaits `handOver` before the first byte of the content leaves; if that fails, nothing has left. */
export type Deliver = (mail: ComposedMail, handOver: () => Promise<void>) => Promise<MailOutcome>
