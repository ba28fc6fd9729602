import type { MembershipPlan } from '@grandstand/sdk'
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

/** Twice as many as an order can have. */
const INSTALMENTS_MAX = 100

/** The plans of an order that are charged by themselves, or were to be. */
async function loadPlans(orderId: number): Promise<MembershipPlan[]> {
  const { data } = await api.members.listInstalments({ membership_order_id: orderId, limit: INSTALMENTS_MAX }).page()
  const charged = data.filter(({ collection }) => collection !== 'by_hand')
  const planIds = [...new Set(charged.flatMap(({ membership_plan_id: id }) => id ?? []))]
  return Promise.all(planIds.map((id) => api.members.retrieveMembershipPlan(id)))
}

/** How an order's plans are charged, and what staff do about it. Nothing is shown of orders that are paid by hand. */
export function PlanSheet({
  orderId,
  memberId,
  turn = 0,
  onChanged,
}: {
  orderId: number
  /** Only this member's. */
  memberId?: number
  /** Another number: something was done, so read it again. */
  turn?: number
  onChanged(): void
}) {
  const { price, whyNot } = useConsole()
  const whyNotRead = whyNot('members:manage', 'read')
  const { data, error, reload } = useLoad(
    async () => (whyNotRead === undefined ? loadPlans(orderId) : []),
    [orderId, whyNotRead, turn],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  const plans = (data ?? []).filter((plan) => memberId === undefined || plan.membership_member_id === memberId)
  if (plans.length === 0) return null
  const changed = () => {
    reload()
    onChanged()
    toast(common.saved)
  }
  return (
    <Sheet flush title={words.automaticCharging}>
      <div class={styles.scroll}>
        <Table
          stacks
          caption={words.automaticCharging}
          rows={plans}
          keyOf={({ membership_plan_id }) => membership_plan_id}
          columns={[
            {
              title: common.status,
              cell: (plan) => <Tag tone={toneOf(plan)}>{words.collections[plan.collection] ?? plan.collection}</Tag>,
            },
            {
              title: words.nextCharge,
              cell: ({ next_charge: amount, next_charge_at: at, currency }) =>
                amount === null || at === null
                  ? words.noNextCharge
                  : words.chargeOn({ amount: price(amount, currency), day: dateOf(at) }),
            },
            { title: words.left, align: 'end', cell: ({ open, currency }) => price(open, currency) },
            { title: words.steps, align: 'end', cell: (plan) => <PlanSteps plan={plan} onChanged={changed} /> },
          ]}
        />
      </div>
    </Sheet>
  )
}

const toneOf = ({ collection }: MembershipPlan) =>
  collection === 'automatic' ? 'good' : collection === 'paused' ? 'sky' : 'flare'

function PlanSteps({ plan, onChanged }: { plan: MembershipPlan; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const { membership_plan_id: id, collection, currency, charged_on_resume: onResume } = plan
  const why = whyNot('members:manage') ?? (plan.open === 0 ? words.nothingIsOpen : undefined)
  const { next_charge: next, next_charge_at: at } = plan
  const coming =
    next === null || at === null
      ? ''
      : `${words.willNotBeCharged({ charge: words.chargeOn({ amount: price(next, currency), day: dateOf(at) }) })} `
  const act = (step: () => Promise<unknown>) => async () => {
    await step()
    onChanged()
  }
  return (
    <div class={styles.record}>
      {collection === 'automatic' && (
        <ConfirmButton
          label={words.pause}
          title={words.pauseTitle}
          verb={words.pauseVerb}
          why={why}
          act={act(() => api.members.pauseMembershipPlan(id))}
        >
          {coming}
          {words.pauseText}
        </ConfirmButton>
      )}
      {(collection === 'paused' || collection === 'stopped') && (
        <ConfirmButton
          label={words.resume}
          title={words.resumeTitle}
          verb={words.resumeVerb}
          why={why}
          act={act(() => api.members.resumeMembershipPlan(id))}
        >
          {onResume > 0 ? words.chargedAtOnce({ amount: price(onResume, currency) }) : words.nothingAtOnce}{' '}
          {words.resumeText}
        </ConfirmButton>
      )}
      {(collection === 'automatic' || collection === 'paused') && (
        <ConfirmButton
          label={words.stop}
          title={words.stopTitle}
          verb={words.stopVerb}
          why={why}
          act={act(() => api.members.stopMembershipPlan(id))}
        >
          {words.stopText}
        </ConfirmButton>
      )}
    </div>
  )
}
