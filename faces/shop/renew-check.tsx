import type { MembershipOnSale } from '@grandstand/sdk'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useShop } from './shop.tsx'
import { membershipWords } from './words/memberships.ts'
import { renewTerms } from './words/renew-terms.ts'

/** Whether it goes on by itself: what is charged then, when, and how to stop it stand beside the box. */
export function RenewCheck({ types }: { types: MembershipOnSale[] }) {
  const { language, price } = useShop()
  const spoken = spokenOf(language) ?? 'en'
  const terms = types.flatMap(({ auto_renewal: next, currency }) =>
    next
      ? [renewTerms[spoken](next.title, price(next.price + next.tax, currency), next.renewal_days, next.notice_days)]
      : [],
  )
  if (types.length === 0 || terms.length < types.length) return null
  return <CheckField name="auto_renew" label={membershipWords[spoken].renew} hint={[...new Set(terms)].join(' ')} />
}
