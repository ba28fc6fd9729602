import type { LogoDeps } from '../../messages/mail/logos.ts'
import { passAnswer, sendAppleCard } from '../../papers/wallet/send-apple-pass.ts'
import type { Operation } from '../../platform/operation.ts'
import { CardSecretHeader, cardConfig, holderOfCard } from './card-secret.ts'
import { findValidCard } from './read-card-page.ts'

export const retrieveCardPageApplePass: Operation<LogoDeps> = (app, deps) =>
  app.get(
    '/v1/card_page/apple.pkpass',
    {
      config: { ...cardConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrieveCardPageApplePass',
        summary: 'Retrieve the card of a page as a pass for Apple Wallet',
        description: '409 where the organisation offers none (`wallets` of the page), or the member is cancelled.',
        tags: ['Card page'],
        headers: CardSecretHeader,
        response: { 200: passAnswer },
      },
    },
    async ({ headers }, reply) => {
      const holder = await holderOfCard(deps, headers)
      return sendAppleCard(deps, holder.orgId, await findValidCard(holder, deps.sql), reply)
    },
  )
