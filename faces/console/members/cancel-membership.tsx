import type { Member, MembershipCancellation } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { seatOf } from './member-words.ts'

type Cancelling = { member: Member; onChanged(member: Member): void }

export function CancelMembershipButton({ member, onChanged }: Cancelling) {
  const { whyNot } = useConsole()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" why={whyNot('members:manage')} onClick={() => setOpen(true)}>
        {words.cancel}
      </Button>
      {isOpen && <CancelMembershipDialog member={member} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Says, before it is done, what cancelling gives back by the club's rule, and asks what becomes of the rest. Staff who may not refund
 * cancel without the rule: the money is for another to settle.
 */
function CancelMembershipDialog({ member, onChanged, onClose }: Cancelling & { onClose(): void }) {
  const { price, whyNot } = useConsole()
  const memberId = member.membership_member_id
  const byRule = whyNot('refunds:manage') === undefined
  const { data, error: unread } = useLoad(() => api.members.retrieveMembershipCancellation(memberId), [memberId])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const owed = filled.optional('owed') === 'write_off' ? ('write_off' as const) : ('stays_owed' as const)
    if (byRule) await api.members.cancelMembership(memberId, { owed })
    else await api.members.cancel(memberId, { owed })
    onChanged(await api.members.retrieveManaged(memberId))
    onClose()
  })
  const trouble = error ?? unread
  const owed = data === undefined ? 0 : data.owed_amount + (byRule ? 0 : data.cancelled_amount)
  const amount = data && price(owed, data.currency)
  return (
    <Dialog open title={words.cancelThisMembership} onClose={onClose}>
      <p>{seatOf(member) === undefined ? words.canBeReinstated : words.theSeatIsFreeFor}</p>
      {data && byRule && <RuleText cancellation={data} />}
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        {owed > 0 && amount !== undefined && (
          <div role="radiogroup" aria-label={words.stillOwed({ amount })}>
            <p>{words.stillOwed({ amount })}</p>
            <CheckField
              type="radio"
              name="owed"
              value="stays_owed"
              label={words.letItStayOwed({ amount })}
              hint={words.letItStayOwedHint}
              defaultChecked
            />
            {whyNot('debts:manage') === undefined && (
              <CheckField
                type="radio"
                name="owed"
                value="write_off"
                label={words.writeItOff({ amount })}
                hint={words.writeItOffHint}
              />
            )}
          </div>
        )}
        <div class={form.actions}>
          <Button type="submit" look="danger" busy={isBusy || data === undefined}>
            {words.cancelIt}
          </Button>
          <Button onClick={onClose}>{common.goBack}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function RuleText({ cancellation: data }: { cancellation: MembershipCancellation }) {
  const { price } = useConsole()
  const amount = (value: number) => price(value, data.currency)
  const sentences = [
    data.cancellation === 'by_events_left' && words.matchesLeft({ left: data.events_left, all: data.events }),
    data.total > 0 && data.returned === 0 && words.nothingBack,
    data.cancelled_amount > 0 && words.needNotBePaid({ amount: amount(data.cancelled_amount) }),
    data.refund_amount > 0 && words.goesBack({ amount: amount(data.refund_amount) }),
  ].filter(Boolean)
  return sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null
}
