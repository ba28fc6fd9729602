import type { ComponentChildren, ComponentType } from 'preact'
import { ButtonLink } from '../kit/button.tsx'
import { toast } from '../kit/toast.tsx'
import { useConsole, usePage } from './console.tsx'
import styles from './page.module.css'
import { routes } from './routes.ts'
import type { Section } from './sections.ts'

/** The head of a page: what it is, where it stands, and what can be done with it. */
export function PageHead({
  title,
  over,
  actions,
}: {
  title: string
  /** Small print above the title: a state, a date. */
  over?: ComponentChildren
  actions?: ComponentChildren
}) {
  return (
    <header class={styles.head}>
      <div>
        {over && <p class={styles.over}>{over}</p>}
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {actions && <div class={styles.actions}>{actions}</div>}
    </header>
  )
}

/** A sheet with a title on the left and, if need be, something about it on the right. */
export function Sheet({
  title,
  about,
  flush = false,
  children,
}: {
  title?: string
  about?: ComponentChildren
  /** What is inside reaches the edges: a table. */
  flush?: boolean
  children: ComponentChildren
}) {
  return (
    <section class={[styles.sheet, flush ? styles.flush : ''].join(' ')}>
      {(title !== undefined || about) && (
        <div class={styles.sheetHead}>
          {title !== undefined && <h2>{title}</h2>}
          {about && <div class={styles.about}>{about}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

/** Figures side by side, as on a scoreboard. */
export function Figures({ figures }: { figures: { title: string; value: string; note?: string }[] }) {
  return (
    <dl class={styles.figures}>
      {figures.map(({ title, value, note }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <strong>{value}</strong>
            {note !== undefined && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Tag({
  tone = 'quiet',
  children,
}: {
  tone?: 'good' | 'flare' | 'sky' | 'quiet'
  children: ComponentChildren
}) {
  return <span class={[styles.tag, styles[tone]].join(' ')}>{children}</span>
}

/** A page of a section for whoever may see it; for others, why not and whom to ask. */
export function WithRight({
  section,
  page: Page,
  ...params
}: {
  section: Section
  page: ComponentType<Record<string, string>>
} & Record<string, unknown>) {
  const { whyNot } = useConsole()
  const why = whyNot(section.needs.scope, section.needs.kind)
  return why === undefined ? (
    <Page {...(params as Record<string, string>)} />
  ) : (
    <NotAllowed title={section.title} why={why} />
  )
}

function NotAllowed({ title, why }: { title: string; why: string }) {
  usePage(title)
  return (
    <>
      <PageHead title={title} />
      <p>{why}. An owner gives roles in the team.</p>
    </>
  )
}

export function NotFound() {
  usePage('Not found')
  return (
    <>
      <PageHead title="There is no such page" />
      <p>
        <ButtonLink href={routes.today}>Go to Today</ButtonLink>
      </p>
    </>
  )
}

/** A part of the console could not be loaded: a new version has taken its place, most likely. */
export const PageFailed = {
  note: (error: unknown): void => {
    if (/import|fetch/i.test(String(error))) toast('The console has been updated. Please reload the page.', 'flare')
  },
}
