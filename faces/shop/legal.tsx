import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { legalTitle } from '../kit/legal.ts'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { routes } from './config.ts'
import styles from './legal.module.css'
import { LoadTrouble, Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'

/** What the club owes its buyers in writing, in the words of the page. */
function useLegal() {
  const { storefront, language } = useShop()
  return storefront.legal.map(({ kind, url, is_external }) => ({
    kind,
    title: legalTitle(spokenOf(language) ?? 'en', kind),
    // Pages of the shop keep to the address that the reader is at.
    href: is_external ? url : routes.legal(kind),
    isExternal: is_external,
  }))
}

type Link = ReturnType<typeof useLegal>[number]

const LegalLink = ({ link: { href, title, isExternal } }: { link: Link }) => (
  <a href={href} {...(isExternal && { target: '_blank', rel: 'noopener' })}>
    {title}
  </a>
)

/** In the foot of every page, with what a reader of such pages looks for next: what the shop keeps. */
export function LegalFoot() {
  const { words } = useShop()
  const links = useLegal()
  return (
    <>
      {links.length > 0 && (
        <nav class={styles.links} aria-label={words.legal}>
          {links.map((link) => (
            <LegalLink key={link.kind} link={link} />
          ))}
        </nav>
      )}
      <p>{words.noCookies}</p>
    </>
  )
}

const AT_PAY = ['terms', 'refunds', 'privacy']

/** Above the button: what holds for the order, and where the club asks for it, that the buyer agrees. */
export function TermsAtPay({ error }: { error: string | undefined }) {
  const { storefront, words } = useShop()
  const links = useLegal().filter(({ kind }) => AT_PAY.includes(kind))
  if (links.length === 0) return null
  return (
    <div class={styles.atPay}>
      {storefront.terms_version !== null && <CheckField name="terms" label={words.agree} required error={error} />}
      <p class={styles.links}>
        {links.map((link) => (
          <LegalLink key={link.kind} link={link} />
        ))}
      </p>
    </div>
  )
}

/** A text that the club keeps here, and not on a page of its own. */
export function LegalPage({ kind }: { kind: string }) {
  const { words, language } = useShop()
  const title = legalTitle(spokenOf(language) ?? 'en', kind)
  const { data, error, reload } = useLoad(() => api.storefront.retrieveLegalPage(kind), [kind])
  usePage(title)
  if (codeOf(error) === 'resource_missing' || codeOf(error) === 'parameter_invalid')
    return <Message title={words.notFoundTitle} />
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  return (
    <article class={styles.page} lang={data.language}>
      <h1 tabIndex={-1}>{title}</h1>
      {data.url !== null && (
        <p>
          <a href={data.url}>{data.url}</a>
        </p>
      )}
      {(data.text ?? '').split(/\n{2,}/).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </article>
  )
}
