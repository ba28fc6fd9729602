import type { ComponentChildren } from 'preact'
import styles from './notice.module.css'

/** Something that must be seen where one is looking. */
export function Notice({
  title,
  tone = 'flare',
  children,
}: {
  title: string
  tone?: 'flare' | 'sky' | 'good'
  children?: ComponentChildren
}) {
  return (
    <div class={[styles.notice, styles[tone]].join(' ')} role={tone === 'flare' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}
