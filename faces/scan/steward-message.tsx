import type { StewardMessage } from '@grandstand/sdk'
import { useContext, useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { Field, SelectField } from '../kit/field.tsx'
import styles from './scan.module.css'
import { SpokenContext, useTime } from './spoken.ts'
import type { Supervision } from './supervision.ts'
import boardStyles from './supervisor.module.css'
import { supervisorWords } from './words/supervisor.ts'

type StewardMessageFormProps = {
  api: Supervision
  eventId: string
  /** Shown on all scanners of the event now. */
  message: StewardMessage | null
  why: string | undefined
  onChanged(): Promise<void>
}

/** One line to all scanners of the event, for as long as its author says, or until it is recalled. */
export function StewardMessageForm({ api, eventId, message, why, onChanged }: StewardMessageFormProps) {
  const words = supervisorWords(useContext(SpokenContext).language)
  const time = useTime()
  const [turn, setTurn] = useState(0)
  const send = async (form: HTMLFormElement) => {
    const field = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    const minutes = Number(field('lasts'))
    const endsAt = minutes > 0 ? Math.floor(Date.now() / 1000) + minutes * 60 : undefined
    await api.tell(eventId, field('message'), endsAt)
    setTurn(turn + 1)
    announce(words.sent)
    await onChanged()
  }
  const recall = async (shown: StewardMessage) => {
    await api.recall(shown)
    announce(words.recalled)
    await onChanged()
  }
  return (
    <section class={styles.stack}>
      {message && (
        <div class={styles.message}>
          <p>{message.text}</p>
          <p class={styles.small}>
            {message.ends_at === null ? words.shown : words.shownUntil(time(message.ends_at * 1000))}
          </p>
          <Button why={why} onClick={() => void recall(message)}>
            {words.recall}
          </Button>
        </div>
      )}
      <form
        key={turn}
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget as HTMLFormElement).catch(() => undefined)
        }}
      >
        <Field name="message" label={words.message} maxLength={300} required />
        <div class={boardStyles.sending}>
          <SelectField
            name="lasts"
            label={words.lasts}
            defaultValue="30"
            options={['15', '30', '60', ''].map((value) => ({ value, label: words.lastsFor[value] ?? value }))}
          />
          <Button type="submit" why={why}>
            {words.send}
          </Button>
        </div>
      </form>
    </section>
  )
}
