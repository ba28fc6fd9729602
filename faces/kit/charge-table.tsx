import styles from './charge-table.module.css'
import type { ChargeWords } from './charge-words.ts'
import type { Charge } from './charges.ts'
import { sumOf } from './charges.ts'

type Props = {
  charges: Charge[]
  words: Omit<ChargeWords, 'summary'>
  price(amount: number): string
  day(dueOn: string): string
  /** The first is charged with the checkout, which is today. */
  isFirstToday: boolean
}

/** Every charge of a plan with its day, and their sum. */
export function ChargeTable({ charges, words, price, day, isFirstToday }: Props) {
  if (charges.length === 0) return null
  return (
    <table class={styles.table}>
      <caption>{words.title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {charges.map(({ due_on, amount }, index) => (
          <tr key={due_on}>
            <td>{isFirstToday && index === 0 ? words.today : day(due_on)}</td>
            <td>{price(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{price(sumOf(charges.map(({ amount }) => amount)))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
