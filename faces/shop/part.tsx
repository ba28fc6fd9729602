import { GrandstandError } from '@grandstand/sdk'
import type { FunctionComponent } from 'preact'
import lazy from 'preact-iso/lazy'
import { LoadTrouble } from './notice.tsx'

/** In the place of a part that did not come, for want of a network or because the shop is a newer one by now: it comes with the whole page. */
export function LostPart() {
  const lost = new GrandstandError({ code: 'connection_failed', message: 'no page' })
  return <LoadTrouble error={lost} onRetry={() => location.reload()} />
}

/** A part of the page that comes when it is needed. */
export const part = <P,>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  lazy(() => load().catch((): FunctionComponent<P> => LostPart))
