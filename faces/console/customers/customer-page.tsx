import type { Customer } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { CreditSheet } from '../debts/credit-sheet.tsx'
import { DebtsSheet } from '../debts/debts-sheet.tsx'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { shortTime } from '../parts/format.ts'
import { PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { PageTags } from '../runs/page-tags.tsx'
import { words } from '../words/customers.ts'
import { AddressSheet } from './address-sheet.tsx'
import { customerName, isErased } from './customer-name.ts'
import { MailsSheet, MembershipsSheet, OrdersSheet, TicketsSheet } from './customer-sheets.tsx'
import { PersonSheet, personKey } from './person-sheet.tsx'

const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((file) => file.EraseDialog))
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((file) => file.MergeDialog))

/** The whole person: who they are and agreed to, what they bought and hold, what they were told. */
export function CustomerPage({ user_id: userId = '' }: Record<string, string>) {
  const { data, error, reload, set } = useLoad(
    async () => (await api.customers.list({ user_id: Number(userId), limit: 1 }).page()).data,
    [userId],
  )
  const customer = data?.[0]
  usePage(data && (customer ? customerName(customer) : words.noSuchCustomer))
  const [turn, setTurn] = useState(0)
  const changed = () => {
    reload()
    setTurn(turn + 1)
  }
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  if (!customer)
    return (
      <>
        <PageHead title={words.noCustomerHasThisNumber} />
        <Empty title={words.theyMayHaveBeenMerged}>
          <ButtonLink href={routes.customers()}>{words.allCustomers}</ButtonLink>
        </Empty>
      </>
    )
  return (
    <>
      <PageHead
        title={customerName(customer)}
        over={
          <>
            {isErased(customer) && <Tag tone="flare">{words.erased}</Tag>}
            <span>{words.customer({ orgCustomerId: customer.org_customer_id })}</span>
            <span>{words.since({ addDate: shortTime(customer.add_date) })}</span>
            {!isErased(customer) && (
              <PageTags
                objects="customers"
                id={customer.user_id}
                tags={customer.tags}
                onChanged={(tags) => set([{ ...customer, tags }])}
              />
            )}
          </>
        }
        actions={<Actions customer={customer} onChanged={changed} />}
      />
      <div class={styles.columns}>
        <PersonSheet
          key={personKey(customer)}
          customer={customer}
          onChanged={(next) => set([{ ...next, tags: customer.tags }])}
        />
        <div>
          <AddressSheet customer={customer} onChanged={(next) => set([{ ...next, tags: customer.tags }])} />
          <MembershipsSheet key={turn} userId={customer.user_id} />
        </div>
      </div>
      <DebtsSheet key={`debts-${turn}`} of={{ user_id: customer.user_id }} />
      <CreditSheet key={`credit-${turn}`} userId={customer.user_id} isErased={isErased(customer)} />
      <OrdersSheet key={turn} userId={customer.user_id} />
      <TicketsSheet key={turn} userId={customer.user_id} />
      <MailsSheet key={turn} customerId={customer.org_customer_id} />
    </>
  )
}

function Actions({ customer, onChanged }: { customer: Customer; onChanged(): void }) {
  const [isMerging, setMerging] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const { whyNot } = useConsole()
  const { run, isBusy, error } = useAction()
  const { org_customer_id: id, user_id: userId } = customer
  const why = isErased(customer) ? words.theyAreErasedAlready : undefined
  // Both change memberships too, which a box office only looks at.
  const mayRewrite = whyNot('customers:manage') === undefined && whyNot('members:manage') === undefined
  const exportAll = () =>
    run(async () => {
      const everything = await api.customers.export(id)
      download(
        words.customerJson({ userId }),
        new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
      )
    })
  return (
    <>
      {whyNot('audit:manage', 'read') === undefined && (
        <ButtonLink href={routes.auditLog({ object_type: 'customer', object_id: userId })}>{words.changes}</ButtonLink>
      )}
      <Button busy={isBusy} why={whyNot('customers:manage', 'read')} onClick={exportAll}>
        {words.export}
      </Button>
      {mayRewrite && (
        <Button why={why} onClick={() => setMerging(true)}>
          {words.merge}
        </Button>
      )}
      {isMerging && (
        <ErrorBoundary>
          <MergeDialog
            customer={customer}
            onClose={() => setMerging(false)}
            onMerged={() => {
              setMerging(false)
              onChanged()
            }}
          />
        </ErrorBoundary>
      )}
      {mayRewrite && (
        <Button look="danger" why={why} onClick={() => setErasing(true)}>
          {words.erase}
        </Button>
      )}
      {isErasing && (
        <ErrorBoundary>
          <EraseDialog
            customer={customer}
            onClose={() => setErasing(false)}
            onErased={() => {
              setErasing(false)
              onChanged()
            }}
          />
        </ErrorBoundary>
      )}
      {error !== undefined && <TroubleNotice error={error} />}
    </>
  )
}
