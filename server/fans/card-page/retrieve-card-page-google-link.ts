import { GoogleWalletLink, googleLinkToCard } from '../../papers/wallet/link-to-google.ts'
import type { Operation } from '../../platform/operation.ts'
import { CardSecretHeader, cardConfig, holderOfCard } from './card-secret.ts'
import { findValidCard } from './read-card-page.ts'

export const retrieveCardPageGoogleLink: Operation = (app, deps) =>
  app.get(
    '/v1/card_page/google_wallet',
    {
      config: { ...cardConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrieveCardPageGoogleLink',
        summary: 'Retrieve the link that puts the card of a page into Google Wallet',
        description: '409 where the organisation offers none (`wallets` of the page), or the member is cancelled.',
        tags: ['Card page'],
        headers: CardSecretHeader,
        response: { 200: GoogleWalletLink },
      },
    },
    async ({ headers }) => {
      const holder = await holderOfCard(deps, headers)
      return googleLinkToCard(deps, holder.orgId, await findValidCard(holder, deps.sql))
    },
  )
