import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Delayed, Refused } from './api.ts'
import { browserPhone } from './browser-phone.ts'
import { codeIn, enrol, isCode } from './device.ts'
import type { Device } from './phone.ts'
import styles from './scan.module.css'
import type { Offered } from './sealed-scans.ts'
import { useWordsAnd } from './spoken.ts'
import { useReader } from './use-reader.ts'
import { Viewfinder } from './viewfinder.tsx'
import { setUpWords } from './words/set-up.ts'

const OFFER_MS = 15_000
const loadSealing = () => import('./sealed-scans.ts')

/** Offers what a revoked phone has sealed, until the service has judged it; undefined where there is nothing. */
function useOffer(): Offered | undefined {
  const [offered, setOffered] = useState<Offered | undefined>()
  useEffect(() => {
    const sum = { taken: 0, refused: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = async () => {
      clearTimeout(timer)
      const { taken, refused, waiting } = await loadSealing()
        .then(({ offerSealed }) => offerSealed(browserPhone))
        .catch(() => ({
          taken: 0,
          refused: 0,
          waiting: 0,
        }))
      sum.taken += taken
      sum.refused += refused
      if (sum.taken + sum.refused + waiting > 0) setOffered({ ...sum, waiting })
      if (waiting > 0) timer = setTimeout(offer, OFFER_MS)
    }
    void offer()
    addEventListener('online', offer)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', offer)
    }
  }, [])
  return offered
}

type Revoked = { sealed: number; lost: number }

/** Three ways to the same code: the link that any camera opens, this page's own camera, and fingers. */
export function EnrolPage({ revoked, onEnrolled }: { revoked: Revoked | null; onEnrolled(device: Device): void }) {
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
        const isDelayed = error instanceof Delayed
        setProblem(isDelayed ? words.enrolDelayed : error instanceof Refused ? words.enrolFailed : words.noNetwork)
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
  const offered = useOffer()
  const tried = useRef('')
  const read = (text: string) => {
    if (!isCode(text) || text === tried.current) return
    tried.current = text
    use(text)
  }
  useReader(use)

  return (
    <main class={styles.sheet}>
      {(revoked || offered) && (
        <section class={styles.alarm} role="alert">
          <h2>{revoked ? words.revoked : words.revokedBefore}</h2>
          {revoked && <p>{words.revokedWhy}</p>}
          {revoked && revoked.lost > 0 && <p>{words.revokedLost(revoked.lost)}</p>}
          {offered && offered.waiting > 0 && <p>{words.sealedWaits(offered.waiting)}</p>}
          {offered && offered.taken > 0 && <p>{words.sealedTaken(offered.taken)}</p>}
          {offered && offered.refused > 0 && <p>{words.sealedRefused(offered.refused)}</p>}
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
