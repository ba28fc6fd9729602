import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead } from '../parts/page.tsx'
import { pathOf, routes } from '../parts/routes.ts'
import styles from '../parts/tabs.module.css'

const PARTS = [
  { title: 'Organisation', href: routes.settings },
  { title: 'Shop', href: routes.shop },
  { title: 'Mails', href: routes.mails },
  { title: 'Legal', href: routes.legal },
  { title: 'Team', href: routes.team },
  { title: 'Keys', href: routes.keys },
  { title: 'Webhooks', href: routes.webhooks },
  { title: 'Payments', href: routes.payments },
  { title: 'Sign-on', href: routes.signOn },
  { title: 'Audit log', href: routes.auditLog() },
]

/** One part of the settings below the names of all of them; for staff who may not read it, why not. */
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
      <PageHead title={title} over="Settings" actions={why === undefined ? actions : undefined} />
      <nav aria-label="Settings" class={styles.tabs} ref={parts}>
        {PARTS.map((part) => (
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
      {why === undefined ? children : <p>{why}. An owner gives roles in the team.</p>}
    </>
  )
}
