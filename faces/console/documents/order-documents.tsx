import type { Document, ManagedOrder } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/documents.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import { deliveryProblem, deliveryTag, isSendable } from './delivery-state.ts'
import { readAccessPoint } from './read-access-point.ts'
import { RecipientDialog } from './recipient-dialog.tsx'
import { RecipientCheck } from './vat-check.tsx'

const DOCUMENTS_MAX = 50

/** The documents of an order with their files, and until there is one for whom it is to be. Nothing is shown where none are issued. */
export function OrderDocuments({ order, turn }: { order: ManagedOrder; turn: number }) {
  const { whyNot } = useConsole()
  const mayRead = whyNot('documents:manage', 'read') === undefined
  const { data, error, reload } = useLoad(() => (mayRead ? read(order.order_id) : none()), [order.order_id, turn])
  const [isAsking, setAsking] = useState(false)
  const printing = useAction()
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data || (!data.isOn && data.documents.length === 0)) return null
  const isIssued = data.documents.length > 0
  const saveProforma = () =>
    printing.run(async () => {
      const file = await api.documents.retrieveProformaPdf(order.order_id)
      download(`${words.proforma} ${order.order_id}.pdf`, await file.blob())
    })
  return (
    <Sheet
      flush
      title={words.ofOrder}
      about={
        !isIssued && (
          <>
            {isUnpaid(order) && (
              <Button busy={printing.isBusy} onClick={saveProforma}>
                {words.proforma}
              </Button>
            )}
            <Button why={whyNot('orders:manage')} onClick={() => setAsking(true)}>
              {words.whom}
            </Button>
          </>
        )
      }
    >
      {isIssued ? (
        <Documents rows={data.documents} byPeppol={data.byPeppol} onSent={reload} />
      ) : (
        <Empty title={words.notIssued}>{words.notIssuedText}</Empty>
      )}
      {whyNot('orders:manage', 'read') === undefined && (
        <RecipientCheck orderId={order.order_id} turn={`${turn} ${isAsking}`} />
      )}
      {printing.error !== undefined && <TroubleNotice error={printing.error} />}
      {isAsking && <RecipientDialog orderId={order.order_id} onClose={() => setAsking(false)} />}
    </Sheet>
  )
}

/** It waits for a transfer, or was sold on invoice. */
const isUnpaid = ({ order_status, payments, owed_amount }: ManagedOrder): boolean =>
  (order_status === 'pending' &&
    payments.some(
      ({ payment_status, provider_reference }) =>
        payment_status === 'processing' && provider_reference?.startsWith('awaited_transfer_'),
    )) ||
  (order_status === 'confirmed' && (owed_amount ?? 0) > 0)

const none = async () => ({ isOn: false, byPeppol: false, documents: [] as Document[] })

async function read(orderId: number) {
  const [settings, accessPoint, documents] = await Promise.all([
    api.documents.retrieveSettings(),
    readAccessPoint(),
    api.documents.list({ order_id: orderId, limit: DOCUMENTS_MAX }).page(),
  ])
  return { isOn: settings.issuing, byPeppol: accessPoint !== null, documents: documents.data }
}

type DocumentsProps = { rows: Document[]; byPeppol: boolean; onSent(): void }

function Documents({ rows, byPeppol, onSent }: DocumentsProps) {
  const { price, whyNot } = useConsole()
  const [sending, setSending] = useState<Document>()
  const action = useAction()
  const save = (row: Document, extension: 'pdf' | 'xml') =>
    action.run(async () => {
      const file =
        extension === 'pdf'
          ? await api.documents.retrievePdf(row.document_id)
          : await api.documents.retrieveXml(row.document_id)
      download(`${row.number}.${extension}`, await file.blob())
    })
  const columns: Column<Document>[] = [
    { title: common.number, cell: ({ number }) => <strong>{number}</strong> },
    { title: words.kind, cell: ({ kind }) => words.kinds[kind] ?? kind },
    { title: words.for, isMinor: true, cell: ({ name }) => name },
    { title: words.issued, isMinor: true, cell: ({ issued }) => dateOf(issued) },
    ...(rows.some(({ delivery }) => delivery !== null) ? [deliveryColumn] : []),
    { title: words.total, align: 'end', cell: ({ total, currency }) => price(total, currency) },
    {
      title: words.pdf,
      align: 'end',
      cell: (row) => (
        <>
          <Button look="quiet" busy={action.isBusy} onClick={() => save(row, 'pdf')}>
            {words.pdf}
            <span class="visually-hidden"> {row.number}</span>
          </Button>
          {row.kind !== 'receipt' && (
            <Button look="quiet" busy={action.isBusy} onClick={() => save(row, 'xml')}>
              {words.xml}
              <span class="visually-hidden"> {row.number}</span>
            </Button>
          )}
          {byPeppol && isSendable(row) && (
            <Button look="quiet" why={whyNot('documents:manage')} onClick={() => setSending(row)}>
              {row.delivery === null ? words.sendByPeppol : words.sendAgain}
              <span class="visually-hidden"> {row.number}</span>
            </Button>
          )}
        </>
      ),
    },
  ]
  return (
    <>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <div class={styles.scroll}>
        <Table caption={words.ofOrder} rows={rows} columns={columns} keyOf={({ document_id }) => document_id} />
      </div>
      {sending && (
        <DeliverDialog
          document={sending}
          onClose={() => setSending(undefined)}
          onDone={() => {
            setSending(undefined)
            onSent()
          }}
        />
      )}
    </>
  )
}

/** How far it is on its way, and what keeps it back. */
const deliveryColumn: Column<Document> = {
  title: words.byPeppol,
  cell: ({ delivery }) => {
    if (delivery === null) return ''
    const { tag, tone } = deliveryTag(delivery)
    const problem = deliveryProblem(delivery)
    return (
      <>
        <Tag tone={tone}>{tag}</Tag>
        {problem !== null && <small> {problem}</small>}
      </>
    )
  },
}
