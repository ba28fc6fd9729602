import { Type } from 'typebox'
import { languages } from '../../../faces/kit/languages.ts'
import { legalKinds } from '../../../faces/kit/legal.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Lang, readerLanguage } from '../../platform/http/reader-language.ts'
import { Input, Integer, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { type LegalPageRow, legalPageFor } from './legal-page.ts'

const Reply = Type.Object(
  {
    kind: OneOf([...legalKinds]),
    version: Type.Integer(),
    language: OneOf([...languages], { description: 'that it is in' }),
    url: Nullable(Type.String({ description: 'where it is, if it is not here' })),
    text: Nullable(Type.String({ description: 'plain text; an empty line begins a paragraph' })),
  },
  { title: 'LegalPageOfShop' },
)

export const retrieveLegalPage: Operation = (app, { sql }) =>
  app.get(
    '/v1/storefront/legal_pages/:kind',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveLegalPage',
        summary: 'Retrieve terms, privacy, refunds, imprint or contact',
        description:
          'In the reader’s language, else in the organisation’s, else in whichever it is written. An old version is what somebody has agreed to.',
        tags: ['Storefront'],
        params: Input({ kind: OneOf([...legalKinds]) }),
        querystring: Input({
          lang: Lang,
          version: Type.Optional(
            Integer({ minimum: 1, maximum: 1_000_000, description: 'without it, the present one' }),
          ),
        }),
        response: { 200: Reply },
      },
    },
    async (request) => {
      const { view, params, query } = request
      const [row] = await findVersion(view.orgId, sql, params.kind, query.version)
      const page = row && legalPageFor(row, readerLanguage(request), row.organisation_language)
      if (!page) throw new ApiError('resource_missing')
      const { kind, version, language, url, text } = page
      return { kind, version, language, url, text }
    },
  )

const findVersion = (orgId: OrgId, sql: Db, kind: string, version: number | undefined) => sql<
  (LegalPageRow & { organisation_language: string })[]
>`
  select l.kind, l.version, l.pages, l.created_at, g.language as organisation_language
  from legal_pages l
  join organisations g on g.org_id = ${orgId}
  where l.org_id = ${orgId}
    and l.kind = ${kind}
    ${when(sql, version, (number) => sql`and l.version = ${number}`)}
  order by l.version desc
  limit 1`
