import type { TicketPage } from '@grandstand/sdk'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Announcer, announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { applyTheme } from '../kit/theme.ts'
import { Refused, retrievePage } from './api.ts'
import { PageView } from './page-view.tsx'
import { forget, keep, recall } from './stored-page.ts'
import styles from './ticket.module.css'
import { speak, words } from './words.ts'

type View =
  | { kind: 'loading' }
  | { kind: 'gone' }
  | { kind: 'unreached' }
  /** `asOf` where it is what was kept, and the network cannot be had. */
  | { kind: 'page'; page: TicketPage; asOf: number | null }

export function TicketApp() {
  const [view, setView] = useState<View>({ kind: 'loading' })

  const show = useCallback(async (page: TicketPage, asOf: number | null = null) => {
    // A page that was kept by an older program says no language.
    await speak(page.language ?? null, page.organisation.country)
    applyTheme(document.documentElement, page.organisation.accent_color)
    document.title = page.event.title
    setView({ kind: 'page', page, asOf })
  }, [])

  const load = useCallback(async () => {
    const stored = await recall()
    // At once, since the fan may stand at the gate; what has changed since comes when it comes.
    if (stored) await show(stored.page)
    try {
      const page = await retrievePage()
      await show(page)
      await keep(page)
    } catch (error) {
      if (error instanceof Refused && error.code === 'resource_missing') {
        await forget()
        setView({ kind: 'gone' })
      } else if (stored) await show(stored.page, stored.keptAt)
      else setView({ kind: 'unreached' })
    }
  }, [show])

  useEffect(() => {
    void load()
    const online = () => load()
    const looked = () => document.visibilityState === 'visible' && load()
    addEventListener('online', online)
    document.addEventListener('visibilitychange', looked)
    return () => {
      removeEventListener('online', online)
      document.removeEventListener('visibilitychange', looked)
    }
  }, [load])

  const changed = useCallback(
    async (page: TicketPage, said: string) => {
      await show(page)
      announce(said)
      await keep(page)
    },
    [show],
  )

  return (
    <>
      <Announcer />
      {view.kind === 'page' && <PageView page={view.page} asOf={view.asOf} onChanged={changed} />}
      {view.kind === 'loading' && <Notice title={words.loading} />}
      {view.kind === 'gone' && <Notice title={words.gone} why={words.goneWhy} />}
      {view.kind === 'unreached' && <Notice title={words.unreached} why={words.unreachedWhy} onAgain={load} />}
    </>
  )
}

const Notice = ({ title, why, onAgain }: { title: string; why?: string; onAgain?(): void }) => (
  <main class={styles.notice}>
    <h1>{title}</h1>
    {why && <p>{why}</p>}
    {onAgain && <Button onClick={onAgain}>{words.again}</Button>}
  </main>
)
