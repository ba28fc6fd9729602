import { useCallback, useEffect, useState } from 'preact/hooks'
import { Refused } from './api.ts'
import { forget, keep, type PageOfSecret, recall } from './stored-page.ts'

export type PageState<Page> =
  | { kind: 'loading' }
  | { kind: 'gone' }
  | { kind: 'unreached' }
  /** `asOf` where it is what was kept, and the network cannot be had. */
  | { kind: 'page'; page: Page; asOf: number | null }

/** A page that shows at once what was last seen of it, then what it is now, and goes on without a network. `prepare` speaks its language. */
export function useKeptPage<Page extends PageOfSecret>(
  retrieve: () => Promise<Page>,
  prepare: (page: Page) => Promise<void>,
) {
  const [state, setState] = useState<PageState<Page>>({ kind: 'loading' })

  const show = useCallback(
    async (page: Page, asOf: number | null = null) => {
      await prepare(page)
      setState({ kind: 'page', page, asOf })
    },
    [prepare],
  )

  const load = useCallback(async () => {
    const stored = await recall<Page>()
    // At once, since the fan may stand at the gate; what has changed since comes when it comes.
    if (stored) await show(stored.page)
    try {
      const page = await retrieve()
      await show(page)
      await keep(page)
    } catch (error) {
      if (error instanceof Refused && error.code === 'resource_missing') {
        await forget()
        setState({ kind: 'gone' })
      } else if (stored) await show(stored.page, stored.keptAt)
      else setState({ kind: 'unreached' })
    }
  }, [show, retrieve])

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

  return { state, show, load }
}
