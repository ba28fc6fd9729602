import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import type { Keeper } from './keeper.ts'
import personStyles from './name-check.module.css'
import styles from './scan.module.css'
import type { Found } from './search.ts'
import { useWordsAnd } from './spoken.ts'
import { sheetWords } from './words/sheets.ts'

type NameCheckProps = { open: boolean; people: Found[]; keeper: Keeper; onClose(): void; onYes(): void; onNo(): void }

/** A number or a code can be read over a fan's shoulder: before it lets in, the steward asks for the name that goes with it. */
export function NameCheck({ open, people, keeper, onClose, onYes, onNo }: NameCheckProps) {
  const words = useWordsAnd(sheetWords)
  const isNamed = people.some(({ name }) => name !== '')
  return (
    <Dialog open={open} title={people.length === 1 ? words.askName : words.askNames(people.length)} onClose={onClose}>
      <p>{isNamed ? words.askNameHint : words.askNoName}</p>
      <ul class={styles.rows}>
        {people.map(({ subject, name, place, orderId }) => (
          <li key={subject} class={personStyles.person}>
            <b>{name || words.noName}</b>
            <span>
              {[priceOf(keeper, subject), place, orderId === null ? '' : words.order(orderId)]
                .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div class={styles.stack}>
        <Button wide look="strong" onClick={onYes}>
          {words.isThem}
        </Button>
        <Button wide onClick={onNo}>
          {words.notThem}
        </Button>
      </div>
    </Dialog>
  )
}

/** What they paid for, which the steward can ask too: a child, a student. */
function priceOf({ register }: Keeper, subject: string): string {
  const holder = register?.holderOf(subject)
  return (holder && register?.priceOf(holder)?.title) ?? ''
}
