import type { HowToTransfer, OwnTransfer } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { Qr } from '../kit/qr.tsx'
import { useLoad } from '../kit/use-load.ts'
import { api, codeOf } from './api.ts'
import { routes } from './config.ts'
import styles from './debt-page.module.css'
import { LoadTrouble, Message } from './notice.tsx'
import { usePage, useShop } from './shop.tsx'
import { transferWords } from './words/transfer.ts'

const POLL_MS = 15_000

/** How an order that waits for a transfer is paid, and what became of it; of any other order that its payment is not decided, or that it is over. */
export function TransferPage({ secret, isOver = false }: { secret: string; isOver?: boolean }) {
  const { words, date, storefront, language } = useShop()
  const said = transferWords[spokenOf(language) ?? 'en']
  const { data, error, reload } = useLoad<OwnTransfer>(
    () => api.storefront.retrieveOwnTransfer({ orderSecret: secret }),
    [secret],
  )
  const isAwaited = data?.state === 'awaited'
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isAwaited, reload])
  const isOther = codeOf(error) === 'resource_missing'
  const page = data && sayingOf(data)
  usePage(isOther ? (isOver ? words.notConfirmedTitle : words.pendingTitle) : page?.title, data?.state ?? isOther)
  if (isOther && isOver)
    return (
      <Message title={words.notConfirmedTitle} text={words.notConfirmedText}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  if (isOther) return <Message title={words.pendingTitle} text={words.pendingText} />
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data || !page) return <p aria-busy="true">{words.loading}</p>
  const { how } = data
  if (!how)
    return (
      <Message title={page.title} text={page.text}>
        <ButtonLink href={routes.whatsOn}>{words.backToEvents}</ButtonLink>
      </Message>
    )
  return (
    <div class={styles.page}>
      <h1 tabIndex={-1}>{page.title}</h1>
      <p>{page.text}</p>
      <TransferDetails how={how} />
    </div>
  )

  function sayingOf({ state, order_id, expires_at }: OwnTransfer): { title: string; text: string } {
    const until = date(expires_at, storefront.timezone, 'long')
    const sayings: Record<string, { title: string; text: string }> = {
      awaited: { title: said.awaitedTitle, text: said.awaitedText(until) },
      paid: { title: said.paidTitle, text: said.paidText(order_id) },
      expired: { title: said.expiredTitle, text: said.expiredText(until) },
      returned: { title: said.returnedTitle, text: said.returnedText },
    }
    return sayings[state] ?? { title: words.pendingTitle, text: words.pendingText }
  }
}

/** Account, amount and reference, and the code for banks' apps. */
export function TransferDetails({ how }: { how: HowToTransfer }) {
  const { price, language } = useShop()
  const said = transferWords[spokenOf(language) ?? 'en']
  return (
    <>
      <dl class={styles.account}>
        {[
          [said.amount, price(how.amount, how.currency)],
          [said.holder, how.account_holder],
          ['IBAN', how.iban],
          ['BIC', how.bic],
          [said.reference, how.reference],
        ].map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p class={styles.hint}>{said.referenceHint}</p>
      {how.qr_text && (
        <figure class={styles.code}>
          <Qr text={how.qr_text} label={said.code} />
          <figcaption>{said.code}</figcaption>
        </figure>
      )}
    </>
  )
}
