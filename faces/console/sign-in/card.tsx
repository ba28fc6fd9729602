import type { ComponentChildren } from 'preact'
import styles from './welcome.module.css'

/** A sheet in the middle of an empty page. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class={styles.card}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
