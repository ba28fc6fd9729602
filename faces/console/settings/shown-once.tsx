import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import form from '../parts/form.module.css'
import { words } from '../words/programs.ts'
import styles from './settings.module.css'

/** A secret that the API tells once. It is gone from the page when this is closed. */
export function ShownOnce({
  title,
  secret,
  onClose,
  children,
}: {
  title: string
  secret: string | undefined
  onClose(): void
  children?: ComponentChildren
}) {
  const copy = () =>
    navigator.clipboard.writeText(secret ?? '').then(
      () => toast(words.copied),
      () => toast(words.theBrowserDoesNotLet, 'flare'),
    )
  return (
    <Dialog open={secret !== undefined} title={title} onClose={onClose}>
      <p>{words.putItWhereSecretsAre}</p>
      <p>
        <code class={styles.secret}>{secret}</code>
      </p>
      {children}
      <div class={form.actions}>
        <Button look="strong" onClick={copy}>
          {words.copyIt}
        </Button>
        <Button onClick={onClose}>{words.iHaveIt}</Button>
      </div>
    </Dialog>
  )
}
