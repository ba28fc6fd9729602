import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from 'typebox'
import { type Language, languages } from '../../../faces/kit/languages.ts'
import { type LegalKind, legalKinds } from '../../../faces/kit/legal.ts'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { Input, Nullable, OneOf, Paragraphs } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { invalid } from '../../resources/constraints.ts'
import { WebAddress } from '../../resources/fields.ts'
import { LegalPage, type LegalPageRow, type LegalTexts, toLegalPage } from './legal-page.ts'

/** Six of them fit into a request. */
const TEXT_MAX = 30_000

const Text = Input({
  url: Type.Optional(Nullable(WebAddress)),
  text: Type.Optional(Nullable(Paragraphs(TEXT_MAX, { description: 'plain text; an empty line begins a paragraph' }))),
})

const Body = Input({
  pages: Input(
    Object.fromEntries(languages.map((language) => [language, Type.Optional(Text)])) as Record<
      Language,
      Type.TOptional<typeof Text>
    >,
    {
      description: 'by language an address or a text; what is sent takes the place of all, none of them takes it away',
    },
  ),
})

export const setLegalPage: Operation<SessionDeps> = (app, deps) =>
  app.put(
    '/v1/manage/legal_pages/:kind',
    {
      config: { scope: 'organisation:manage', needsProof: 'sometimes', effects: ['words_out'] },
      schema: {
        operationId: 'setLegalPage',
        summary: 'Write terms, privacy, refunds, imprint or contact',
        description:
          'The shop shows them in its foot and at Pay, mails link to them. A change is a new version; buyers have agreed to the one that they saw. Somebody who is signed in proves it again before an address is stored.',
        tags: ['Organisation'],
        params: Input({ kind: OneOf([...legalKinds]) }),
        body: Body,
        response: { 200: LegalPage },
      },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        const { orgId, body } = request
        const kind = request.params.kind as LegalKind
        const pages = textsOf(body.pages)
        const before = await lockCurrent(orgId, tx, kind)
        if (isDeepStrictEqual(before?.pages ?? {}, pages)) return toLegalPage(kind, before)
        if (Object.values(pages).some(({ url }) => url !== undefined))
          await deps.sessions.requireProof(request.principal)
        const [after] = await tx<LegalPageRow[]>`
          insert into legal_pages (org_id, kind, version, pages, created_at)
          values (${orgId}, ${kind}, ${(before?.version ?? 0) + 1}, ${JSON.stringify(pages)}::text::jsonb, ${deps.clock(orgId)})
          returning kind, version, pages, created_at`
        if (!after) throw new Error('insert into legal_pages returned no row')
        const page = toLegalPage(kind, after)
        await record(tx, deps.clock, request, {
          action: 'legal_page.changed',
          objectType: 'legal_page',
          objectId: kind,
          before: { version: before?.version ?? 0, languages: Object.keys(before?.pages ?? {}) },
          after: { version: after.version, languages: Object.keys(pages) },
        })
        return page
      }),
  )

/** Only what is there: an address, or a text, and never both. */
function textsOf(pages: Static<typeof Body>['pages']): LegalTexts {
  const texts: LegalTexts = {}
  for (const language of languages) {
    const { url, text } = pages[language] ?? {}
    if (url && text)
      throw invalid(`pages[${language}][url]`, 'Either url or text: readers would not know which of them counts.')()
    if (url) texts[language] = { url }
    else if (text) texts[language] = { text }
  }
  return texts
}

/** Of two who write at once, the second one's version follows that of the first. */
async function lockCurrent(orgId: OrgId, tx: Tx, kind: LegalKind): Promise<LegalPageRow | undefined> {
  await tx`
    select 1 as one
    from organisations
    where org_id = ${orgId}
    for update`
  const [row] = await tx<LegalPageRow[]>`
    select kind, version, pages, created_at
    from legal_pages
    where org_id = ${orgId}
      and kind = ${kind}
    order by version desc
    limit 1`
  return row
}
