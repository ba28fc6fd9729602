import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { loadOperations } from './parts/api.ts'
import { routes } from './parts/routes.ts'
import { type Area, loadWords } from './words/load.ts'

/** All pages but Today may need these. */
const loadBeyondToday = () => Promise.all([loadWords('parts'), loadOperations()])

/** A page of a section, which is loaded when it is first opened. */
export type Page = { path: string; component: ComponentType<Record<string, string>>; preload(): Promise<unknown> }
export type DescribedPage = { path: string; words: Area[]; load: () => Promise<unknown> }

/** Its words are loaded before it is, so it may use them from its first line. It names those that it uses and no others: a test holds that. */
export const page = (path: string, words: Area[], load: () => Promise<unknown>): DescribedPage => ({
  path,
  words,
  load,
})

/** After its words and what it may call. Today calls no more than what comes with the first script. */
export function lazily({ path, load, words }: DescribedPage): Page {
  const component = lazy(async () => {
    await Promise.all([loadWords(...words), path !== routes.today && loadBeyondToday()])
    return { default: await load() } as { default: Page['component'] }
  })
  // What fails is told when the page is drawn.
  return { path, component, preload: () => component.preload().catch(() => {}) }
}

/** What staff open first. It does without the list of all other pages. */
export const todayPage: Page = lazily(
  page(routes.today, ['setup', 'today'], () => import('./today/today-page.tsx').then((file) => file.TodayPage)),
)
