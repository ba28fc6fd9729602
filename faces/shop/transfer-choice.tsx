import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { serverNow } from './api.ts'
import styles from './debt-page.module.css'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { transferWords } from './words/transfer.ts'

const BANK_TRANSFER = 'bank_transfer'
const DAY_S = 86_400

export type TransferChoiceProps = PaymentProps & {
  /** What pays at once; absent where the club cannot be paid so. */
  Online: FunctionComponent<PaymentProps> | undefined
}

/** Now, or by bank transfer within some days: where the club offers that, and the event leaves time for it. */
export function TransferChoice({ Online, ...props }: TransferChoiceProps) {
  const { words, language } = useShop()
  const said = transferWords[spokenOf(language) ?? 'en']
  const { bank_transfer: offer } = props.storefront
  const daysLeft = props.startsAt == null ? Number.POSITIVE_INFINITY : (props.startsAt - serverNow() / 1000) / DAY_S
  const isOffered = offer != null && daysLeft > offer.days_before_event
  const [isWanted, setWanted] = useState(!Online)
  const isTransfer = isOffered && isWanted
  useEffect(() => {
    if (isTransfer) props.setTill({ method: async () => ({ method: BANK_TRANSFER, redirects: false }) })
    else if (!Online) props.setTill({ method: async () => ({ problem: words.noPayments }) })
  }, [isTransfer])
  if (!Online && !isOffered) return <Notice title={words.noPayments} />
  return (
    <>
      {Online && isOffered && (
        <fieldset class={styles.choice}>
          <legend class="visually-hidden">{words.payment}</legend>
          {[false, true].map((isLater) => (
            <CheckField
              key={String(isLater)}
              type="radio"
              name="way"
              defaultChecked={isWanted === isLater}
              onChange={() => setWanted(isLater)}
              label={isLater ? said.byTransfer : said.atOnce}
            />
          ))}
        </fieldset>
      )}
      {isTransfer ? <p class={styles.hint}>{said.choiceHint(offer?.days ?? 0)}</p> : Online && <Online {...props} />}
    </>
  )
}
