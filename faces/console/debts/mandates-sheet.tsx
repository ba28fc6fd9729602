import type { Mandate } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'

const MANDATES_MAX = 20

/** What a fan has given leave to debit, of a member or of an order. Nothing is shown where none was given. */
export function MandatesSheet({
  of,
  turn = 0,
  onChanged,
}: {
  of: { membership_member_id: number } | { order_id: number }
  /** Another number: something was done, so read it again. */
  turn?: number
  onChanged(): void
}) {
  const { whyNot } = useConsole()
  const whyNotRead = whyNot('debts:manage', 'read')
  const { data, error, reload } = useLoad(
    async () =>
      whyNotRead === undefined ? (await api.debts.listMandates({ ...of, limit: MANDATES_MAX }).page()).data : [],
    [JSON.stringify(of), whyNotRead, turn],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data || data.length === 0) return null
  const giveUp = async (mandate: Mandate) => {
    await api.debts.giveUpMandate(mandate.mandate_id)
    toast(words.mandateGivenUp)
    reload()
    onChanged()
  }
  return (
    <Sheet flush title={words.mandates}>
      <div class={styles.scroll}>
        <Table
          stacks
          caption={words.mandates}
          rows={data}
          keyOf={({ mandate_id }) => mandate_id}
          columns={[
            { title: common.account, cell: accountOf },
            { title: words.mandateReference, cell: ({ mandate_reference }) => mandate_reference },
            { title: common.status, cell: (mandate) => <State mandate={mandate} /> },
            {
              title: words.steps,
              align: 'end',
              cell: (mandate) =>
                mandate.status === 'active' && (
                  <ConfirmButton
                    label={words.giveUp}
                    title={words.giveUpTitle}
                    verb={words.giveUpVerb}
                    isGrave
                    why={whyNot('debts:manage')}
                    act={() => giveUp(mandate)}
                  >
                    <WhatFollows mandateId={mandate.mandate_id} />
                  </ConfirmButton>
                ),
            },
          ]}
        />
      </div>
    </Sheet>
  )
}

const accountOf = ({ scheme, bank_name, last4 }: Mandate) =>
  [words.schemes[scheme] ?? scheme, bank_name, last4 && words.endsIn({ last4 })].filter(Boolean).join(' · ')

const State = ({ mandate: { status, given_at, ended_at } }: { mandate: Mandate }) => (
  <>
    <Tag tone={status === 'active' ? 'good' : 'flare'}>{words.mandateStates[status] ?? status}</Tag>{' '}
    {ended_at === null ? words.sinceDay({ day: dateOf(given_at) }) : words.sinceDay({ day: dateOf(ended_at) })}
  </>
)

/** What is then owed, and how the fan is asked for it. */
function WhatFollows({ mandateId }: { mandateId: number }) {
  const { price } = useConsole()
  const { data: mandate } = useLoad(() => api.debts.retrieveMandate(mandateId), [mandateId])
  if (!mandate) return <>{words.nothingMoreIsDebited}</>
  const { plans, renewing_member_ids: renewing } = mandate
  const currency = plans[0]?.currency ?? ''
  const open = plans.reduce((sum, plan) => sum + plan.open, 0)
  const underWay = plans.reduce((sum, plan) => sum + plan.being_collected, 0)
  const days = plans.flatMap(({ asked_at }) => asked_at ?? [])
  const sentences = [
    words.nothingMoreIsDebited,
    underWay > 0 && words.underWayEnds({ amount: price(underWay, currency) }),
    open > underWay && words.restStaysOwed({ amount: price(open - underWay, currency) }),
    days.length > 0 && words.fanIsAsked({ day: dateOf(Math.min(...days)) }),
    renewing.length > 0 && words.doesNotRenew,
  ]
  return <>{sentences.filter(Boolean).join(' ')}</>
}
