import type { ComponentChildren } from 'preact'
import styles from './page.module.css'
import type { Tone } from './tone.ts'

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
        {over && <div class={styles.over}>{over}</div>}
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

/** Where a phone has no room for both, the currency goes below its amount in one piece. */
const breakableAmount = (value: string): string => value.replaceAll('\u00a0', ' ')

/** Figures side by side, as on a scoreboard. */
export function Figures({ figures }: { figures: { title: string; value: string; note?: string }[] }) {
  return (
    <dl class={styles.figures}>
      {figures.map(({ title, value, note }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <strong>{breakableAmount(value)}</strong>
            {note !== undefined && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Tag({ tone = 'quiet', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={[styles.tag, styles[tone]].join(' ')}>{children}</span>
}
