import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { words } from '../words/frame.ts'
import styles from './facts.module.css'

/** What is so, each under its name. */
export const Facts = ({ children }: { children: ComponentChildren }) => <dl class={styles.facts}>{children}</dl>

export const Fact = ({ title, value }: { title: string; value: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
)

/** A text that is needed elsewhere, letter by letter. */
export function Copied({ title, text }: { title: string; text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(words.copy.done),
      () => toast(words.copy.refused, 'flare'),
    )
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <code>{text}</code>
        <Button look="quiet" onClick={copy}>
          {words.copy.verb}
          <span class="visually-hidden"> {title}</span>
        </Button>
      </dd>
    </div>
  )
}
