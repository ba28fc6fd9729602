import { ApiError } from '../../platform/http/errors.ts'
import { named } from '../../platform/http/file-name.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { pdfAnswer } from './layout-query.ts'
import { logoPicture } from './logo-picture.ts'
import { findCards, printCards } from './member-cards.ts'
import type { PrintingDeps } from './tickets-pdf.ts'

export const retrieveMemberCard: Operation<Pick<PrintingDeps, 'typefaces' | 'findLogo' | 'parsers'>> = (
  app,
  { sql, typefaces, findLogo, parsers },
) =>
  app.get(
    '/v1/members/:membership_member_id/card.pdf',
    {
      config: { scope: 'members:read', shows: 'cards:read', mayConflict: true },
      schema: {
        operationId: 'retrieveMemberCard',
        summary: 'Retrieve a member’s card as a PDF',
        description:
          'Of the size of a bank card, with the barcode that the gates take, in the language of the member’s last order, else of the organisation. 409 for a cancelled member. Needs the scope cards:read, or codes:read, besides.',
        tags: ['Members'],
        params: Input({ membership_member_id: Id() }),
        response: { 200: pdfAnswer('The card') },
      },
    },
    async ({ orgId, params }, reply) => {
      const [member] = await findCards(orgId, sql, [params.membership_member_id])
      if (!member) throw new ApiError('resource_missing')
      if (member.membership_member_status_id === memberStatus.cancelled) {
        throw new ApiError('state_conflict', { message: 'The membership is cancelled, so it has no card.' })
      }
      const logo = await logoPicture(parsers, await findLogo(member.logo_image))
      return reply
        .type('application/pdf')
        .header('content-disposition', named('inline', `member-${params.membership_member_id}.pdf`))
        .send(await printCards(typefaces, [member], logo))
    },
  )
