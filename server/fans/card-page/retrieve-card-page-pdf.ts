import { pdfAnswer } from '../../papers/ticket-files/layout-query.ts'
import { logoPicture } from '../../papers/ticket-files/logo-picture.ts'
import { printCards } from '../../papers/ticket-files/member-cards.ts'
import type { PrintingDeps } from '../../papers/ticket-files/tickets-pdf.ts'
import { named } from '../../platform/http/file-name.ts'
import type { Operation } from '../../platform/operation.ts'
import { CardSecretHeader, cardConfig, holderOfCard } from './card-secret.ts'
import { findValidCard } from './read-card-page.ts'

export const retrieveCardPagePdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/card_page/card.pdf',
    {
      config: { ...cardConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrieveCardPagePdf',
        summary: 'Retrieve the card of a page as a PDF',
        description: 'Of the size of a bank card. 409 for a cancelled member.',
        tags: ['Card page'],
        headers: CardSecretHeader,
        response: { 200: pdfAnswer('The card') },
      },
    },
    async ({ headers }, reply) => {
      const holder = await holderOfCard(deps, headers)
      const card = await findValidCard(holder, deps.sql)
      const release = deps.printing.take(holder.orgId)
      try {
        const logo = await logoPicture(deps.parsers, await deps.findLogo(card.logo_image))
        return reply
          .type('application/pdf')
          .header('content-disposition', named('inline', `card-${card.member_number}.pdf`))
          .send(await printCards(deps.typefaces, [card], logo))
      } finally {
        release()
      }
    },
  )
