import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { words } from '../words/members.ts'

/** What cancelling a membership gives back by the club's rule, before it is done. */
export function CancellationText({ memberId, hasSeat }: { memberId: number; hasSeat: boolean }) {
  const { price } = useConsole()
  const { data } = useLoad(() => api.members.retrieveMembershipCancellation(memberId), [memberId])
  const what = hasSeat ? words.theSeatIsFreeFor : words.canBeReinstated
  if (!data) return <>{what}</>
  const { currency, events, events_left: left, cancellation } = data
  const amount = (value: number) => price(value, currency)
  const sentences = [
    what,
    cancellation === 'by_events_left' && words.matchesLeft(left, events),
    data.total > 0 && data.returned === 0 && words.nothingBack,
    data.cancelled_amount > 0 && words.needNotBePaid(amount(data.cancelled_amount)),
    data.refund_amount > 0 && words.goesBack(amount(data.refund_amount)),
    data.owed_amount > 0 && words.staysOwed(amount(data.owed_amount)),
  ]
  return <>{sentences.filter(Boolean).join(' ')}</>
}
