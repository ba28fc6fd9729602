import { legalKinds } from '../../../faces/kit/legal.ts'
import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { findLegalPages, LegalPage, toLegalPage } from './legal-page.ts'

export const listLegalPages: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/legal_pages',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'listLegalPages',
        summary: 'List terms, privacy, refunds, imprint and contact',
        description: 'All five, whether they are written or not.',
        tags: ['Organisation'],
        response: { 200: ListOf('legal_pages', LegalPage) },
      },
    },
    async ({ orgId }) => {
      const rows = await findLegalPages(orgId, sql)
      return {
        object: 'legal_pages',
        url: '/v1/manage/legal_pages',
        has_more: false,
        data: legalKinds.map((kind) =>
          toLegalPage(
            kind,
            rows.find((row) => row.kind === kind),
          ),
        ),
      }
    },
  )
