import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Code } from '../parts/code.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { count } from '../parts/format.ts'
import { Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import styles from './receipt-panel.module.css'

/** The receipt of a sale in cash, with what the device has signed, or that it was out. */
export function ReceiptPanel({ orderId }: { orderId: number }) {
  const { data } = useLoad(() => api.boxOffice.listTillReceipts({ order_id: orderId, limit: 1 }).page(), [orderId])
  const { run, isBusy, error } = useAction()
  const receipt = data?.data[0]
  if (!receipt) return null
  const { signature } = receipt
  const print = () =>
    run(async () => {
      const pdf = await api.boxOffice.retrieveTillReceiptPdf(receipt.till_receipt_id)
      download(words.receiptPdf({ number: receipt.number }), await pdf.blob())
    })
  return (
    <div class={styles.receipt}>
      <Facts>
        <Fact
          title={words.receipt}
          value={words.receiptNumber({ counter: receipt.name, number: count(receipt.number) })}
        />
        {signature !== null && signature.state === 'signed' && (
          <>
            <Fact title={words.signedBy} value={signature.serial} />
            <Fact
              title={words.signatureCounter}
              value={`${count(signature.signature_counter ?? 0)}${signature.excerpt === null ? '' : ` · ${signature.excerpt}`}`}
            />
          </>
        )}
      </Facts>
      {signature !== null && signature.notice !== null && (
        <p role="status">
          <Tag tone="flare">{signature.notice}</Tag>
        </p>
      )}
      {signature !== null && signature.code !== null && (
        <div class={styles.code}>
          <Code text={signature.code} label={words.codeOfTheReceipt} />
        </div>
      )}
      {error !== undefined && <TroubleNotice error={error} />}
      <div>
        <Button busy={isBusy} onClick={print}>
          {words.printTheReceipt}
        </Button>
      </div>
    </div>
  )
}
