import type { BankLine } from '@grandstand/sdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { dayOfYear } from '../parts/format.ts'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'
import styles from './bank.module.css'
import { lineState, lineTitle } from './bank-words.ts'
import { Candidates } from './candidates.tsx'

/** So many that are still to be clarified are looked through for the next one. */
const NEXT_MAX = 100

/** One line of a statement: what the bank says, why nothing was made of it, and what a person makes of it. */
export function BankLinePage({ bank_line_id: lineId = '' }: Record<string, string>) {
  const { price } = useConsole()
  const { data: line, error, reload, set } = useLoad(() => api.bank.retrieveLine(lineId), [lineId])
  const [isDecided, setDecided] = useState(false)
  useEffect(() => setDecided(false), [lineId])
  usePage(line && lineTitle(line, price(Math.abs(line.amount), line.currency)))
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!line) return null
  const decided = (changed: BankLine, said: string) => {
    set(changed)
    setDecided(true)
    toast(said)
  }
  return (
    <>
      <LineHead line={line} onDecided={decided} />
      <LineFacts line={line} />
      {line.status === 'unclear' ? (
        <Candidates key={line.bank_line_id} line={line} onBooked={decided} />
      ) : (
        <Outcome line={line} />
      )}
      {isDecided && line.status !== 'unclear' && <NextLine after={line.bank_line_id} />}
    </>
  )
}

type Decided = (line: BankLine, said: string) => void

function LineHead({ line, onDecided }: { line: BankLine; onDecided: Decided }) {
  const { price, whyNot } = useConsole()
  const [isSettingAside, setSettingAside] = useState(false)
  const { tag, tone } = lineState(line)
  const why = whyNot('debts:manage')
  const reopen = async () => onDecided(await api.bank.reopenLine(line.bank_line_id), words.openedAgain)
  return (
    <PageHead
      title={lineTitle(line, price(Math.abs(line.amount), line.currency))}
      over={
        <>
          <a href={routes.bank()}>{words.bank}</a>
          <Tag tone={tone}>{tag}</Tag>
          <span>{dayOfYear(line.booked_on)}</span>
          <a href={routes.bank({ bank_statement_id: line.bank_statement_id, status: 'all' })}>
            {words.lineNo({ line: line.line, file: words.aStatement })}
          </a>
        </>
      }
      actions={
        <>
          {line.status === 'unclear' && (
            <Button why={why} onClick={() => setSettingAside(true)}>
              {words.setAside}
            </Button>
          )}
          {line.can_reopen && (
            <ConfirmButton
              label={words.openAgain}
              title={words.openAgainTitle}
              verb={words.openAgain}
              look="plain"
              why={why}
              act={reopen}
            >
              {words.openAgainText}
            </ConfirmButton>
          )}
          {isSettingAside && (
            <SetAsideDialog
              line={line}
              onClose={() => setSettingAside(false)}
              onDone={(changed) => {
                setSettingAside(false)
                onDecided(changed, words.setAsideDone)
              }}
            />
          )}
        </>
      }
    />
  )
}

function LineFacts({ line }: { line: BankLine }) {
  const { reason, text } = line
  return (
    <Sheet title={reason === null ? undefined : (words.explained[reason] ?? words.reasons[reason])}>
      <Facts>
        <div>
          <dt>{words.written}</dt>
          <dd class={styles.written}>{text === '' ? common.nothing : text}</dd>
        </div>
        {line.counter_account !== null && <Fact title={common.account} value={line.counter_account} />}
        {line.bank_reference !== null && <Fact title={words.bankNumber} value={line.bank_reference} />}
        {line.note !== null && <Fact title={words.note} value={line.note} />}
        {line.status !== 'unclear' && <Fact title={words.decidedBy} value={line.decided_by ?? words.byItself} />}
      </Facts>
    </Sheet>
  )
}

/** What it was booked to, and whether that can be undone. */
function Outcome({ line }: { line: BankLine }) {
  const { status, order_id: orderId, debt_id: debtId, payout_id: payoutId, can_reopen: canReopen } = line
  if (payoutId !== null) return <PayoutOf payoutId={payoutId} />
  if (status === 'set_aside' || (orderId === null && debtId === null)) return null
  return (
    <Sheet title={words.bookedTo}>
      <p class={styles.written}>
        {debtId !== null && <a href={routes.debt(debtId)}>{words.openItem}</a>}{' '}
        {orderId !== null && <a href={routes.order(orderId)}>{common.orderNumber({ orderId })}</a>}
      </p>
      {status === 'booked' && !canReopen && <p class={styles.small}>{words.stays}</p>}
    </Sheet>
  )
}

/** Its money is in the books as the payout. */
function PayoutOf({ payoutId }: { payoutId: number }) {
  const { whyNot } = useConsole()
  if (whyNot('figures:manage', 'read') !== undefined) return null
  return (
    <Sheet title={words.itsPayout}>
      <p class={styles.written}>
        <a href={routes.payout(payoutId)}>{words.toPayout}</a>
      </p>
    </Sheet>
  )
}

/** The focus goes there: Enter opens the next one, so that a file is worked through without a mouse. */
function NextLine({ after }: { after: number }) {
  const link = useRef<HTMLAnchorElement>(null)
  const { data } = useLoad(async () => {
    const { data: lines } = await api.bank.listLines({ status: 'unclear', limit: NEXT_MAX }).page()
    return { line: lines.find(({ bank_line_id }) => bank_line_id < after) ?? lines[0] }
  }, [after])
  // With the link and not after it: Enter works as soon as it is seen.
  useLayoutEffect(() => link.current?.focus(), [data])
  if (!data) return null
  const { line } = data
  return (
    <p>
      {line === undefined && <>{words.allClarified} </>}
      <a ref={link} href={line === undefined ? routes.bank() : routes.bankLine(line.bank_line_id)}>
        {line === undefined ? words.toTheList : words.next}
      </a>
    </p>
  )
}

function SetAsideDialog({ line, onClose, onDone }: { line: BankLine; onClose(): void; onDone(line: BankLine): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) =>
    onDone(await api.bank.setAsideLine(line.bank_line_id, { reason: filled.text('reason') })),
  )
  return (
    <Dialog open title={words.setAsideTitle} onClose={onClose}>
      <p>{words.setAsideText}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <Field name="reason" label={words.whatIsIt} required maxLength={255} autofocus />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.setItAside}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
