import type { MembershipOnSale } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../parts/console.tsx'
import { dateOf, dayOfYear } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { Empty } from '../parts/trouble.tsx'
import { words } from '../words/joining.ts'
import styles from './box-office.module.css'
import own from './buyer-form.module.css'
import { KeyCap } from './key-cap.tsx'

/** Why it cannot be had now; undefined: it can. */
export function whyNotJoined({ is_sold_out, available_from_unix: from }: MembershipOnSale): string | undefined {
  if (from !== null) return words.onSaleFrom({ day: dateOf(from) })
  return is_sold_out ? words.soldOut : undefined
}

function agesOf({ age_from: from, age_until: until }: MembershipOnSale): string | undefined {
  if (from !== null && until !== null) return words.ages({ from, until })
  if (from !== null) return words.agesFrom({ from })
  return until === null ? undefined : words.agesUntil({ until })
}

/** What can be joined, each with its key. */
export function MembershipList({
  types,
  chosen,
  keysOn,
  onAdd,
  onMember,
}: {
  types: MembershipOnSale[]
  /** Types of which the sale has some. */
  chosen: Set<number>
  keysOn: boolean
  onAdd(type: MembershipOnSale): void
  onMember(): void
}) {
  const { price } = useConsole()
  if (types.length === 0)
    return (
      <Sheet>
        <Empty title={words.nothingIsOnSale}>
          <p>{words.aTypeThatIsOnSale}</p>
        </Empty>
      </Sheet>
    )
  return (
    <Sheet flush title={words.memberships} about={keysOn && <span class={styles.forKeys}>{words.theDigitAdds}</span>}>
      <ul class={styles.prices}>
        {types.map((type, index) => {
          const why = whyNotJoined(type)
          const isChosen = chosen.has(type.membership_type_id)
          const about = [
            type.category_title,
            type.season_title,
            agesOf(type),
            type.expires !== null && words.until({ day: dayOfYear(type.expires) }),
            why,
          ]
          return (
            <li key={type.membership_type_id} class={[styles.price, isChosen ? styles.taken : ''].join(' ')}>
              {index < 9 && why === undefined ? <KeyCap name={String(index + 1)} isOn={keysOn} /> : <span />}
              <div class={styles.what}>
                <strong>{type.title}</strong>
                <span>{about.filter(Boolean).join(' · ')}</span>
              </div>
              <span class={styles.amount}>{price(type.price, type.currency)}</span>
              {why === undefined ? (
                <Button onClick={() => onAdd(type)}>
                  <span aria-hidden="true">{words.add}</span>
                  <span class="visually-hidden">{words.addNamed({ title: type.title })}</span>
                </Button>
              ) : (
                <span />
              )}
            </li>
          )
        })}
      </ul>
      <p class={own.going}>
        <Button onClick={onMember}>
          {words.renewOrUpgrade} <KeyCap name="M" isOn={keysOn} />
        </Button>
      </p>
    </Sheet>
  )
}
