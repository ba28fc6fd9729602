import type { CardPage } from '@grandstand/sdk'
import { Announcer } from '../kit/announcer.tsx'
import { applyTheme } from '../kit/theme.ts'
import { retrieveCard } from './api.ts'
import { CardView } from './card-view.tsx'
import { cardWords } from './card-words.ts'
import { PageNotice } from './page-notice.tsx'
import { useKeptPage } from './use-kept-page.ts'
import { speak, spoken, words } from './words.ts'

async function prepare({ language, organisation }: CardPage): Promise<void> {
  await speak(language, organisation.country)
  applyTheme(document.documentElement, organisation.accent_color)
  document.title = organisation.name
}

/** The card of a member: what a ticket's page is to a ticket. */
export function CardApp() {
  const { state, load } = useKeptPage(retrieveCard, prepare)
  const { loading, goneWhy, unreachedWhy } = cardWords[spoken]
  return (
    <>
      <Announcer />
      {state.kind === 'page' && <CardView page={state.page} asOf={state.asOf} />}
      {state.kind === 'loading' && <PageNotice title={loading} />}
      {state.kind === 'gone' && <PageNotice title={words.gone} why={goneWhy} />}
      {state.kind === 'unreached' && <PageNotice title={words.unreached} why={unreachedWhy} onAgain={load} />}
    </>
  )
}
