import type { Operation } from '../../platform/operation.ts'
import { CardPage } from './card-page.ts'
import { CardSecretHeader, cardConfig, holderOfCard } from './card-secret.ts'
import { readCardPage } from './read-card-page.ts'

export const retrieveCardPage: Operation = (app, deps) =>
  app.get(
    '/v1/card_page',
    {
      config: cardConfig(deps.seal),
      schema: {
        operationId: 'retrieveCardPage',
        summary: 'Retrieve what the page of a member’s card shows',
        description:
          'Needs no key: the secret says whose card it is. With the code that the gates take, what is still to pay, and links to pay it ' +
          'by. The page itself is /t/{card_secret}.',
        tags: ['Card page'],
        headers: CardSecretHeader,
        response: { 200: CardPage },
      },
    },
    async ({ headers }) => {
      const holder = await holderOfCard(deps, headers)
      return deps.sql.begin('isolation level repeatable read read only', (tx) => readCardPage(deps, holder, tx))
    },
  )
