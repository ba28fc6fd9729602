import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * An effect reaches beyond the organisation's own records, or cannot be undone. The effect, and not the operation,
 * is why signed-in staff are asked for a proof: an operation that is a second way to the same effect has to ask as well.
 */
export const effects = {
  money_out: 'money leaves, or will go to another account: a refund, credit, a payout',
  owed_less:
    'less is owed, by a fan or by the organisation, or tickets are handed out, and neither a provider nor a till has counted the money',
  data_out: 'data of fans leave: a file of them, an address that they are sent to, an account in plain text',
  words_out: 'words or links of the caller reach fans',
  access: 'others are let in, or kept out',
  erased: 'what is kept about a person is gone for ever',
} as const

export type Effect = keyof typeof effects

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Each of them asks signed-in staff for a proof: `needsProof` says whether always, or by what the request does. */
    effects?: readonly Effect[]
    /**
     * Fields of the body whose words stand in mails to fans. Signed-in staff are asked for a proof where one has a link: a match that is
     * called by an address and moved by a minute mails it to all buyers.
     */
    mailedWords?: readonly string[]
  }
}

/** An effect without a proof does not register, nor a proof that does not say what it is for. What people do about themselves has none. */
export function requireEffects(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config = {}, method, url }: RouteOptions) => {
    const { scope, effects: declared = [], needsProof = false } = config
    if (scope === 'session') return
    if (declared.length > 0 && needsProof === false)
      throw new Error(`${method} ${url} has an effect and asks for no proof`)
    if (declared.length === 0 && needsProof !== false)
      throw new Error(`${method} ${url} asks for a proof and names no effect`)
  })
}
