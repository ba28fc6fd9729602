import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead } from '../parts/page.tsx'
import { pathOf, routes } from '../parts/routes.ts'
import styles from '../parts/tabs.module.css'
import { words as serviceWords } from '../words/services.ts'
import { words } from '../words/settings.ts'

/** Each with what reading it needs. */
const PARTS = [
  { title: words.organisation, href: routes.settings, scope: 'organisation:read' },
  { title: words.shop, href: routes.shop, scope: 'organisation:manage' },
  { title: words.mails, href: routes.mails, scope: 'organisation:manage' },
  { title: words.legal, href: routes.legal, scope: 'organisation:manage' },
  { title: words.team, href: routes.team, scope: 'team:manage' },
  { title: words.keys, href: routes.keys, scope: 'keys:manage' },
  { title: words.webhooks, href: routes.webhooks, scope: 'webhooks:read' },
  { title: words.payments, href: routes.payments, scope: 'payments:manage' },
  { title: serviceWords.tax, href: routes.tax, scope: 'programme:manage' },
  { title: serviceWords.invoices, href: routes.documentSettings, scope: 'documents:manage' },
  { title: serviceWords.accounting, href: routes.accounting, scope: 'documents:manage' },
  { title: serviceWords.wallets, href: routes.wallets, scope: 'organisation:manage' },
  { title: words.signOn, href: routes.signOn, scope: 'organisation:manage' },
  { title: words.auditLog, href: routes.auditLog(), scope: 'audit:manage' },
]

/** One part of the settings below the names of those that one may read; for staff who may not read it, why not. */
export function SettingsFrame({
  title,
  scope,
  actions,
  children,
}: {
  title: string
  /** What reading this part needs. */
  scope: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  usePage(title)
  const { whyNot } = useConsole()
  const path = pathOf(useLocation().url)
  const why = whyNot(scope, 'read')
  const parts = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone there is room for some of them only, and the one that is open is to be seen.
    parts.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <>
      <PageHead title={title} over={words.settings} actions={why === undefined ? actions : undefined} />
      <nav aria-label={words.settings} class={styles.tabs} ref={parts}>
        {PARTS.filter((part) => whyNot(part.scope, 'read') === undefined).map((part) => (
          <a
            key={part.href}
            href={part.href}
            aria-current={
              path === part.href || (part.href !== routes.settings && path.startsWith(`${part.href}/`))
                ? 'page'
                : undefined
            }
          >
            {part.title}
          </a>
        ))}
      </nav>
      {why === undefined ? children : <p>{words.anOwnerGivesRolesIn({ why })}</p>}
    </>
  )
}
