import type { Language } from '../../../faces/kit/languages.ts'
import { legalKinds, legalTitles } from '../../../faces/kit/legal.ts'
import { type LegalPageRow, legalLink, legalPageFor } from '../../people/legal/legal-page.ts'
import type { ShopAddress } from '../../people/shops/shop-address.ts'

/** What the shop shows in its foot, in the language of the mail. */
export function legalLinks(
  publicUrl: string,
  rows: LegalPageRow[],
  shop: ShopAddress & { organisation_language: string },
  language: Language,
) {
  const pages = rows.flatMap((row) => legalPageFor(row, language, shop.organisation_language) ?? [])
  return legalKinds.flatMap((kind) => {
    const page = pages.find((each) => each.kind === kind)
    return page ? [{ label: legalTitles[language][kind], href: legalLink(publicUrl, shop, page) }] : []
  })
}
