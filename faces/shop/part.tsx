import { GrandstandError } from '@grandstand/sdk'
import type { FunctionComponent } from 'preact'
import lazy from 'preact-iso/lazy'
import { LoadTrouble } from './notice.tsx'

/** A part of the page that comes when it is needed. One that does not, for want of a network or because the shop is a newer one by now, comes with the whole page. */
export function part<P>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const lost = new GrandstandError({ code: 'connection_failed', message: 'no page' })
  return lazy(() => load().catch(() => () => <LoadTrouble error={lost} onRetry={() => location.reload()} />))
}
