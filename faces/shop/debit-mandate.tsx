import type { MandateText } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { spokenOf } from '../kit/languages.ts'
import { Notice } from '../kit/notice.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { ChargePlan } from './charge-plan.tsx'
import styles from './debt-page.module.css'
import { LoadTrouble } from './notice.tsx'
import type { PaymentProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { debitWords } from './words/debit.ts'

type Props = {
  currency: string
  /** For debits to come, and none now. */
  isSetup?: boolean | undefined
  charges?: PaymentProps['charges']
  /** The version that is on the page; undefined while none is. */
  onRead(version: number | undefined): void
}

/** What a fan agrees to who pays by direct debit, before they do. */
export function DebitMandate({ currency, isSetup, charges, onRead }: Props) {
  const { words, language } = useShop()
  const said = debitWords[spokenOf(language) ?? 'en']
  const { data, error, reload } = useLoad<MandateText>(
    () => api.storefront.retrieveMandateText({ currency, language }),
    [currency, language],
  )
  useEffect(() => {
    onRead(data?.version)
    return () => onRead(undefined)
  }, [data?.version])
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  return (
    <section class={styles.mandate} aria-label={said.title} aria-busy={!data}>
      <b>{said.title}</b>
      {data ? <p lang={data.language}>{data.text}</p> : <p>{words.loading}</p>}
      {charges && charges.all.length > 0 && (
        <>
          <p>{said.debitedOn}</p>
          <ChargePlan charges={charges.all} currency={currency} isFirstToday={charges.isFirstToday} />
        </>
      )}
      <p class={styles.hint}>{isSetup ? said.agreeToLeave : said.agree}</p>
    </section>
  )
}

/** Of an order that is confirmed while its debit is under way. */
export function DebitNote() {
  const said = debitWords[spokenOf(useShop().language) ?? 'en']
  return (
    <Notice tone="sky" title={said.submittedTitle}>
      <p>{said.submittedText}</p>
    </Notice>
  )
}
