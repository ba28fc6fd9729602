import type { TicketPage } from '@grandstand/sdk'
import { useCallback } from 'preact/hooks'
import { Announcer, announce } from '../kit/announcer.tsx'
import { applyTheme } from '../kit/theme.ts'
import { retrievePage } from './api.ts'
import { PageNotice } from './page-notice.tsx'
import { PageView } from './page-view.tsx'
import { keep } from './stored-page.ts'
import { useKeptPage } from './use-kept-page.ts'
import { speak, words } from './words.ts'

async function prepare(page: TicketPage): Promise<void> {
  // A page that was kept by an older program says no language.
  await speak(page.language ?? null, page.organisation.country)
  applyTheme(document.documentElement, page.organisation.accent_color)
  document.title = page.event.title
}

export function TicketApp() {
  const { state, show, load } = useKeptPage(retrievePage, prepare)

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
      {state.kind === 'page' && <PageView page={state.page} asOf={state.asOf} onChanged={changed} />}
      {state.kind === 'loading' && <PageNotice title={words.loading} />}
      {state.kind === 'gone' && <PageNotice title={words.gone} why={words.goneWhy} />}
      {state.kind === 'unreached' && <PageNotice title={words.unreached} why={words.unreachedWhy} onAgain={load} />}
    </>
  )
}
