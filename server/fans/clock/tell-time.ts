import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../../access/principal.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { openNumbers } from '../../platform/values/sealed-numbers.ts'
import { readOrderSecret } from '../../tickets/orders/order-secret.ts'
import { CARD_SECRET } from '../card-page/card-secret.ts'
import type { ClockDeps } from './clock-deps.ts'

type TimeDeps = ClockDeps & { clock: Clock; seal: Seal }

/**
 * Pages go by the time in the header Date of what they are answered, since the clock of a phone may be wrong: how long a hold lasts, and
 * which code is that of the moment. Of a sandbox that is ahead they are told its time there, and that it is ahead:
 * else they could not tell it from a wrong phone.
 */
export function tellTime(app: FastifyInstance, { clock, offsets, seal }: TimeDeps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const organisation = offsets.size === 0 ? undefined : organisationOf(request, seal)
    const aheadMs = organisation === undefined ? undefined : offsets.get(organisation)
    if (organisation !== undefined && aheadMs !== undefined)
      reply.header('date', clock(organisation).toUTCString()).header('clock-ahead-seconds', Math.floor(aheadMs / 1000))
    done()
  })
}

/** A ticket's page, and a card's, come without a key. */
function organisationOf({ principal, headers }: FastifyRequest, seal: Seal): number | undefined {
  const caller = principal as Principal | null
  if (caller) return caller.orgId
  return readOrderSecret(seal, headers)?.organisation ?? openNumbers(seal, CARD_SECRET, headers['x-card-secret'])?.[0]
}
