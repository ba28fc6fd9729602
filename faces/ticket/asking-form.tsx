import type { TicketPage } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { changePage, Refused } from './api.ts'
import styles from './ticket.module.css'
import { words } from './words.ts'

type AskingFormProps = {
  open: boolean
  title: string
  hint: string
  submit: string
  method: 'POST' | 'PATCH' | 'PUT'
  path: string
  /** What is sent of what was filled in; all of it unless said. */
  bodyOf?(form: FormData): object
  /** The fields, with what was wrong with each of them. */
  children: (errors: Record<string, string>) => ComponentChildren
  onDone(page: TicketPage, sent: Record<string, string>): void
  onClose(): void
}

/** A dialog that changes something: it says what is wrong and keeps what was typed, whatever the network does. */
export function AskingForm({
  open,
  title,
  hint,
  submit,
  method,
  path,
  bodyOf,
  children,
  onDone,
  onClose,
}: AskingFormProps) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  // The same wish has the same key, however often it is sent; other words are another wish.
  const attempt = useRef({ wish: '', key: '' })

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const fields = [...form].map(([name, value]) => [name, String(value)])
    const sent = Object.fromEntries(fields.filter(([, value]) => value !== '')) as Record<string, string>
    const body = bodyOf ? bodyOf(form) : sent
    const wish = JSON.stringify(body)
    if (attempt.current.wish !== wish) attempt.current = { wish, key: crypto.randomUUID() }
    setBusy(true)
    setTrouble('')
    setErrors({})
    try {
      onDone(await changePage(method, path, body, attempt.current.key), sent)
      onClose()
    } catch (error) {
      if (error instanceof Refused) {
        setErrors(error.fields)
        setTrouble(error.message)
      } else setTrouble(words.noNetwork)
      setBusy(false)
    }
  }

  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <p>{hint}</p>
      <form class={styles.form} onSubmit={send} noValidate>
        {children(errors)}
        {trouble !== '' && (
          <p role="alert" class={styles.failed}>
            {words.failed}. {trouble}
          </p>
        )}
        <div class={styles.buttons}>
          <Button type="submit" look="strong" busy={busy}>
            {submit}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
