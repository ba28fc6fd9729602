import { useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { api } from './api.ts'
import styles from './find-tickets.module.css'
import { TroubleNotice } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { type Trouble, troubleOf } from './trouble.ts'
import { findWords } from './words/find.ts'

/** For a fan who has lost the mail. What is answered is the same for everybody, so that a stranger does not learn who has tickets. */
export function FindTickets() {
  const { words, language } = useShop()
  const find = findWords[spokenOf(language) ?? 'en']
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')
  const [trouble, setTrouble] = useState<Trouble>()
  usePage(words.findTickets)
  const send = async (wanted: string) => {
    if (state === 'busy') return
    setState('busy')
    setTrouble(undefined)
    try {
      await api.storefront.findTickets({ order_or_email: wanted })
      setState('sent')
      announce(find.sent)
    } catch (error) {
      setTrouble(troubleOf(error, words))
      setState('asking')
    }
  }
  return (
    <div class={styles.find}>
      <h1 tabIndex={-1}>{words.findTickets}</h1>
      <p>{find.text}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = String(new FormData(event.currentTarget).get('wanted') ?? '').trim()
          if (wanted !== '') void send(wanted)
        }}
      >
        <Field name="wanted" label={find.what} hint={find.hint} maxLength={254} autocomplete="email" required />
        {trouble && <TroubleNotice trouble={trouble} />}
        {state === 'sent' && <Notice title={find.sent} tone="good" />}
        <Button type="submit" look="strong" busy={state === 'busy'}>
          {find.send}
        </Button>
      </form>
    </div>
  )
}
