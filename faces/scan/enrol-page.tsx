import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Refused } from './api.ts'
import { codeIn, enrol, isCode } from './device.ts'
import type { Device } from './phone.ts'
import styles from './scan.module.css'
import { useWordsAnd } from './spoken.ts'
import { useReader } from './use-reader.ts'
import { Viewfinder } from './viewfinder.tsx'
import { setUpWords } from './words/set-up.ts'

/** Three ways to the same code: the link that any camera opens, this page's own camera, and fingers. */
export function EnrolPage({ lost, onEnrolled }: { lost: number | null; onEnrolled(device: Device): void }) {
  const words = useWordsAnd(setUpWords)
  const [problem, setProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)

  const use = useCallback(
    async (text: string) => {
      if (text.trim() === '') return
      setBusy(true)
      try {
        onEnrolled(await enrol(text))
      } catch (error) {
        setProblem(error instanceof Refused ? words.enrolFailed : words.noNetwork)
      } finally {
        setBusy(false)
      }
    },
    [onEnrolled, words],
  )

  useEffect(() => {
    const follow = () => {
      const { hash } = location
      if (!hash.includes('enrol=')) return
      // Gone from the address before it is used, so that no history has it.
      history.replaceState(null, '', location.pathname)
      use(codeIn(hash))
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [use])
  const tried = useRef('')
  const read = (text: string) => {
    if (!isCode(text) || text === tried.current) return
    tried.current = text
    use(text)
  }
  useReader(use)

  return (
    <main class={styles.sheet}>
      {lost !== null && (
        <section class={styles.alarm} role="alert">
          <h2>{words.revoked}</h2>
          <p>{words.revokedWhy}</p>
          {lost > 0 && <p>{words.revokedLost(lost)}</p>}
        </section>
      )}
      <h1>{words.enrolTitle}</h1>
      <p>{words.enrolHint}</p>
      <Viewfinder facing="environment" onText={read} />
      <form
        class={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          use(String(new FormData(event.currentTarget as HTMLFormElement).get('code') ?? ''))
        }}
      >
        <Field
          name="code"
          label={words.enrolCode}
          hint={words.enrolExample}
          error={problem}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          required
        />
        <Button type="submit" look="strong" busy={isBusy} wide>
          {words.enrolDo}
        </Button>
        <a href="#supervisor">{words.toSupervision}</a>
      </form>
    </main>
  )
}
