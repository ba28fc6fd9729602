import type { BasketMembership, SalePreview } from '@grandstand/sdk'
import { ChargePlan } from '../parts/charge-plan.tsx'
import { useConsole } from '../parts/console.tsx'
import { placeLabel } from '../parts/place.ts'
import { words as counter } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { words } from '../words/joining.ts'
import styles from './box-office.module.css'
import own from './buyer-form.module.css'
import { type Filled, isPlanned, isPriced, type Joining } from './joining.ts'
import { inCents, type Method } from './sale.ts'
import type { Bill } from './slip.tsx'

type Sale = {
  joinings: Joining[]
  filled: Filled
  /** The server calculates these amounts. */
  preview: SalePreview | undefined
  isLoading: boolean
  isRefused: boolean
}

/** What memberships come to: today, and by their plans later. */
export function membershipBill(sale: Sale, method: Method): Bill {
  const { joinings, preview } = sale
  const isGift = method === 'free'
  // On the fan's phone it is a sale of the shop, which says there what fee it takes.
  const fee = method === 'card' ? (preview?.transaction_fee ?? 0) : 0
  const dueNow = preview ? inCents((method === 'invoice' ? preview.total : preview.due_now) - fee) : 0
  return {
    lines:
      joinings.length === 0 ? (
        <p class={styles.quiet}>{counter.nothingChosenYet}</p>
      ) : (
        <Lines preview={preview} joinings={joinings} isGift={isGift} hasFee={fee === 0} />
      ),
    title: joinings.length === 0 ? common.total : method === 'invoice' ? words.onInvoice : words.today,
    total: isGift ? 0 : dueNow,
    why: whyNotPaid(sale, method),
  }
}

function whyNotPaid({ joinings, filled, preview, isLoading, isRefused }: Sale, method: Method): string | undefined {
  if (joinings.length === 0) return words.chooseAMembershipFirst
  if (!joinings.every((joining) => isPriced(joining, filled))) return words.sayWhenTheyWereBorn
  if (isRefused) return words.itCannotBeSoldSo
  if (isLoading || !preview) return words.itIsBeingAddedUp
  const isByPlan = joinings.some((joining) => isPlanned(joining, filled))
  if (method === 'invoice' && isByPlan) return words.anInvoiceIsForTheWhole
  return method === 'free' && isByPlan ? words.aGiftHasNoPlan : undefined
}

function Lines({
  preview,
  joinings,
  isGift,
  hasFee,
}: {
  preview: SalePreview | undefined
  joinings: Joining[]
  isGift: boolean
  hasFee: boolean
}) {
  const { price } = useConsole()
  if (!preview)
    return (
      <ul class={styles.lines}>
        {joinings.map(({ key, type }) => (
          <li key={key}>
            <span>{type.title}</span>
            <span>{price(type.price, type.currency)}</span>
          </li>
        ))}
      </ul>
    )
  const amount = (major: number) => price(major, preview.currency ?? undefined)
  return (
    <>
      <ul class={styles.lines}>
        {preview.memberships.map((membership) => (
          <li key={membership.id}>
            <span>
              {membership.type_title}
              <Seat membership={membership} />
            </span>
            <span>{amount(isGift ? 0 : membership.price)}</span>
          </li>
        ))}
        {preview.discount_amount > 0 && !isGift && (
          <li>
            <span>{words.discount}</span>
            <span>{amount(-preview.discount_amount)}</span>
          </li>
        )}
        {preview.tax > 0 && !isGift && (
          <li>
            <span>{counter.tax}</span>
            <span>{amount(preview.tax)}</span>
          </li>
        )}
        {preview.transaction_fee > 0 && hasFee && !isGift && (
          <li>
            <span>{words.feeOfTheOrder}</span>
            <span>{amount(preview.transaction_fee)}</span>
          </li>
        )}
      </ul>
      {preview.due_now < preview.total && !isGift && (
        <div class={own.plan}>
          <ChargePlan charges={preview.charges} currency={preview.currency} isFirstToday={preview.due_now > 0} />
        </div>
      )}
    </>
  )
}

function Seat({ membership: { seat } }: { membership: BasketMembership }) {
  if (!seat) return null
  return <span class={styles.quiet}> {placeLabel({ ...seat, gate: null })}</span>
}
