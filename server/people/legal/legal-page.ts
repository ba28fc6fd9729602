import { type Static, Type } from 'typebox'
import { type Language, languages, spokenOf } from '../../../faces/kit/languages.ts'
import { type LegalKind, legalKinds } from '../../../faces/kit/legal.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type ShopAddress, shopUrl } from '../shops/shop-address.ts'

/** In one language: an address on the organisation's own site, or a text that the shop shows. */
const LegalText = Type.Object(
  { url: Nullable(Type.String()), text: Nullable(Type.String({ description: 'plain text, with line breaks' })) },
  { title: 'LegalText' },
)
type LegalText = Static<typeof LegalText>
export type LegalTexts = Partial<Record<Language, Partial<LegalText>>>

export const LegalPage = Type.Object(
  {
    kind: OneOf([...legalKinds]),
    version: Type.Integer({ description: 'a change is a new one; 0: it was never written' }),
    changed_unix: Nullable(Type.Integer({ description: 'Unix seconds, of this version' })),
    pages: Type.Object(
      Object.fromEntries(languages.map((language) => [language, Type.Optional(LegalText)])) as Record<
        Language,
        Type.TOptional<typeof LegalText>
      >,
      { description: 'by language; none: the shop does not show it' },
    ),
  },
  { title: 'LegalPage' },
)

export const LegalPageRow = Type.Object({
  kind: Type.Unsafe<LegalKind>({ type: 'string' }),
  version: Type.Integer(),
  pages: Type.Unsafe<LegalTexts>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type LegalPageRow = Static<typeof LegalPageRow>

/** As they are now; those without a language are gone. */
export const findLegalPages = (orgId: OrgId, sql: Db) => sql<LegalPageRow[]>`
  select distinct on (kind) kind, version, pages, created_at
  from legal_pages
  where org_id = ${orgId}
  order by kind, version desc`

const toText = ({ url = null, text = null }: Partial<LegalText>): LegalText => ({ url, text })

export const toLegalPage = (kind: LegalKind, row: LegalPageRow | undefined) =>
  ({
    kind,
    version: row?.version ?? 0,
    changed_unix: row ? unixSeconds(row.created_at) : null,
    pages: Object.fromEntries(
      languages.flatMap((language) => {
        const text = row?.pages[language]
        return text ? [[language, toText(text)]] : []
      }),
    ) as Partial<Record<Language, LegalText>>,
  }) satisfies Static<typeof LegalPage>

export type ReadLegalPage = { kind: LegalKind; version: number; language: Language } & LegalText

/** For one reader: in their language, else in the organisation's, else in whichever it is written. */
export function legalPageFor(
  row: LegalPageRow,
  language: Language | undefined,
  organisationLanguage: string,
): ReadLegalPage | undefined {
  const order = [language, spokenOf(organisationLanguage), ...languages]
  const chosen = order.find((each) => each !== undefined && row.pages[each] !== undefined)
  return chosen && { kind: row.kind, version: row.version, language: chosen, ...toText(row.pages[chosen] ?? {}) }
}

/** Where a reader finds it: at the organisation's own address, or in its shop. */
export const legalLink = (publicUrl: string, shop: ShopAddress, { kind, url }: Pick<ReadLegalPage, 'kind' | 'url'>) =>
  url ?? `${shopUrl(publicUrl, shop)}legal/${kind}`
