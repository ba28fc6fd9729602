import type { OperatorInvoice } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { dateOf } from '../parts/format.ts'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/payouts.ts'

/** Eight years of months. */
const INVOICES_MAX = 100

/** What the operator of the service has kept of payments, as they have billed it: to be read and filed. */
export function OperatorInvoicesPage() {
  const { data, error, reload } = useLoad(
    async () => (await api.payouts.listOperatorInvoices({ limit: INVOICES_MAX }).page()).data,
    [],
  )
  usePage(words.feeInvoices)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  return (
    <>
      <PageHead title={words.feeInvoices} over={<a href={routes.payouts()}>{words.payouts}</a>} />
      {data?.length === 0 && <Empty title={words.noFeeInvoices}>{words.noFeeInvoicesText}</Empty>}
      {data && data.length > 0 && (
        <Sheet flush>
          <Invoices rows={data} />
        </Sheet>
      )}
    </>
  )
}

function Invoices({ rows }: { rows: OperatorInvoice[] }) {
  const { price } = useConsole()
  const { run, isBusy, error } = useAction()
  const save = ({ operator_invoice_id, number }: OperatorInvoice) =>
    run(async () => {
      const file = await api.payouts.retrieveOperatorInvoicePdf(operator_invoice_id)
      download(`${number}.pdf`, await file.blob())
    })
  const columns: Column<OperatorInvoice>[] = [
    { title: words.month, cell: ({ month }) => <strong>{month}</strong> },
    { title: common.number, isMinor: true, cell: ({ number }) => number },
    { title: words.issuedOn, isMinor: true, cell: ({ issued }) => dateOf(issued) },
    { title: words.tax, isMinor: true, align: 'end', cell: ({ tax, currency }) => price(tax, currency) },
    { title: words.fees, align: 'end', cell: ({ total, currency }) => price(total, currency) },
    {
      title: words.pdf,
      align: 'end',
      cell: (row) => (
        <Button look="quiet" busy={isBusy} onClick={() => save(row)}>
          {words.pdf}
          <span class="visually-hidden"> {row.number}</span>
        </Button>
      ),
    },
  ]
  return (
    <>
      {error !== undefined && <TroubleNotice error={error} />}
      <Table
        columns={columns}
        rows={rows}
        keyOf={({ operator_invoice_id }) => operator_invoice_id}
        caption={words.feeInvoices}
      />
    </>
  )
}
