import type { MembershipOnSale, Till } from '@grandstand/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { words as counter } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { words } from '../words/joining.ts'
import styles from './box-office.module.css'
import own from './buyer-form.module.css'
import { type Filled, itemsOfJoinings, seatedTogether } from './joining.ts'
import { JoiningFields } from './joining-fields.tsx'
import { KeyCap } from './key-cap.tsx'
import { LastSales } from './last-sales.tsx'
import { membershipBill } from './membership-bill.tsx'
import { MembershipList } from './membership-list.tsx'
import { PaymentLinkPanel } from './payment-link-panel.tsx'
import { customerOf } from './sale.ts'
import { type Paying, Slip } from './slip.tsx'
import { SoldPanel } from './sold-panel.tsx'
import { UnknownSale } from './unknown-sale.tsx'
import { useJoinings } from './use-joinings.ts'
import { useKeys } from './use-keys.ts'
import { useSale } from './use-sale.ts'

const MemberDialog = lazy(() => import('./member-dialog.tsx').then((file) => file.MemberDialog))
const ReaderPanel = lazy(() => import('./reader-panel.tsx').then((file) => file.ReaderPanel))
const SeasonSeatsDialog = lazy(() => import('./season-seats-dialog.tsx').then((file) => file.SeasonSeatsDialog))

const CARDS = {
  label: words.printTheCards,
  async print(orderId: number) {
    const { memberships } = await api.orders.retrieveManaged(orderId)
    for (const { membership_member_id: memberId, member_number: number } of memberships) {
      if (memberId === null) continue
      const card = await api.members.retrieveCard(memberId)
      download(words.cardPdf({ memberNumber: number ?? String(memberId) }), await card.blob())
    }
  },
}

/** Memberships being sold: for one or for a family, renewed and upgraded, with seats and plans. */
export function MembershipCounter({ till, keysOn }: { till: Till | undefined; keysOn: boolean }) {
  const { whyNot, organisation } = useConsole()
  const { query } = useQuery()
  const { data, error, reload } = useLoad(
    async () => (await api.storefront.listMembershipsOnSale({ channel: 'boxoffice' }).page()).data,
    [],
  )
  const types: MembershipOnSale[] = data ?? []
  const [open, setOpen] = useState<'member' | 'seats'>()
  const [turn, setTurn] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const sale = useJoinings(form, types, turn)
  const { joinings, filled, seats, code, preview, change, add, takeAway, goOn } = sale
  const { stage, sell, askAgain, ended, next } = useSale(() => {
    reload()
    preview.reload()
  })
  useEffect(() => {
    if (data === undefined || query.member_id === undefined) return
    api.members.retrieveManaged(query.member_id).then(
      (member) => goOn(member, query.upgrade === 'yes'),
      (trouble: unknown) => toast(trouble instanceof Error ? trouble.message : String(trouble), 'flare'),
    )
  }, [data === undefined, query.member_id, query.upgrade])
  const startAnew = () => {
    change([])
    setTurn(turn + 1)
    reload()
    next()
  }
  const focusOn = (name: string) => (form.current?.elements.namedItem(name) as HTMLInputElement | null)?.focus()
  const focusMissing = () => {
    const missing = form.current?.querySelector<HTMLInputElement>('input:invalid')
    if (missing) missing.focus()
    else focusOn('name')
  }
  const currency = joinings[0]?.type.currency ?? organisation.currency
  const start = ({ method, given, reason, readerId }: Paying) => {
    const address = form.current?.elements.namedItem('email') as HTMLInputElement | null
    // On their own phone the buyer says who they are; who goes on as a member has an address already.
    if (address) address.required = method !== 'card' && !joinings.some(({ standing }) => standing)
    if (!form.current?.reportValidity()) return
    const typed = Object.fromEntries(new FormData(form.current)) as Filled
    const body = {
      items: itemsOfJoinings(joinings, typed, seats),
      ...(till && (method === 'cash' || till.currency === currency) && { till_id: till.till_id }),
      ...(code !== '' && method !== 'free' && { discount_code: code }),
    }
    if (method === 'card') return sell({ kind: 'link', eventId: '', body })
    const firstNew = joinings.find(({ standing }) => !standing)
    const nameOf = (field: string) => (firstNew ? (typed[`${field}.${firstNew.key}`] ?? '') : '')
    const name =
      (typed.name ?? '').trim() === '' ? `${nameOf('first_name')} ${nameOf('last_name')}` : (typed.name ?? '')
    const paid =
      method === 'reader'
        ? { payment_method: 'card_reader' as const, ...(readerId !== undefined && { reader_id: readerId }) }
        : { payment_method: method, ...(method === 'free' && { reason }) }
    sell({ kind: 'order', eventId: '', given, body: { ...body, ...customerOf(name, typed.email ?? ''), ...paid } })
  }
  const together = seatedTogether(joinings, filled)
  const [firstSeated] = together
  const whySeats = firstSeated === undefined ? words.chooseAMembershipFirst : undefined
  useKeys(
    {
      ...Object.fromEntries(
        types
          .slice(0, 9)
          .flatMap((type, index) => [
            [`${index + 1}`, () => add(type)] as const,
            [`-${index + 1}`, () => takeAway(type)] as const,
          ]),
      ),
      n: focusMissing,
      m: () => setOpen('member'),
      v: () => focusOn('code'),
      x: () => change([]),
      s: whySeats === undefined ? () => setOpen('seats') : undefined,
    },
    keysOn && stage.at === 'choosing',
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  if (stage.at === 'done') return <SoldPanel sold={stage.sold} keysOn={keysOn} onNext={startAnew} printed={CARDS} />
  if (stage.at === 'link') return <PaymentLinkPanel link={stage.link} keysOn={keysOn} onEnded={ended} />
  if (stage.at === 'reader') return <ReaderPanel order={stage.order} keysOn={keysOn} onEnded={ended} />
  if (stage.at === 'unknown') return <UnknownSale error={stage.error} keysOn={keysOn} onAsk={askAgain} />
  return (
    <div class={styles.columns}>
      <form
        key={turn}
        ref={form}
        class={styles.steps}
        noValidate
        onChange={sale.readForm}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          // Enter in a name is not yet a sale: it goes back to where keys work.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <MembershipList
          {...{ types, keysOn }}
          chosen={new Set(joinings.map(({ type }) => type.membership_type_id))}
          onAdd={add}
          onMember={() => setOpen('member')}
        />
        {joinings.length > 0 && (
          <Sheet title={words.whoItIsFor} about={<KeyCap name="N" isOn={keysOn} />}>
            {joinings.map((joining, index) => (
              <JoiningFields
                key={joining.key}
                {...{ joining, types }}
                number={index + 1}
                seat={seats[together.indexOf(joining)]}
                onChange={(changed) => change(joinings.map((each) => (each.key === changed.key ? changed : each)))}
                onRemove={() => change(joinings.filter((each) => each !== joining))}
              />
            ))}
            {firstSeated && (
              <p class={styles.seats}>
                <Button onClick={() => setOpen('seats')}>
                  {words.chooseSeats} <KeyCap name="S" isOn={keysOn} />
                </Button>
                <span class={styles.quiet}>{seats.map(({ label }) => label).join('; ')}</span>
              </p>
            )}
          </Sheet>
        )}
        <Sheet
          title={common.buyer}
          about={
            keysOn && (
              <span class={styles.forKeys}>
                {counter.code} <KeyCap name="V" isOn />
              </span>
            )
          }
        >
          <div class={own.buyer}>
            <Field name="name" label={common.name} optional={common.optional} autocomplete="off" maxLength={200} />
            <Field name="email" label={common.email} optional={words.forTheCards} type="email" autocomplete="off" />
            <Field
              name="code"
              label={counter.discountCode}
              optional={common.optional}
              autocomplete="off"
              spellcheck={false}
              maxLength={64}
            />
          </div>
          <button type="submit" hidden />
        </Sheet>
      </form>
      <Slip
        key={turn}
        {...{ currency, till, keysOn }}
        billOf={(method) =>
          membershipBill(
            {
              joinings,
              filled,
              preview: preview.data,
              isLoading: preview.isLoading,
              isRefused: preview.error !== undefined,
            },
            method,
          )
        }
        why={whyNot('box_office:manage')}
        isBusy={stage.at === 'sending'}
        error={preview.error ?? ('error' in stage ? stage.error : undefined)}
        onSell={start}
      />
      <LastSales turn={turn} keysOn={keysOn} />
      {open === 'member' && (
        <MemberDialog
          onClose={() => setOpen(undefined)}
          onChosen={(member) => {
            setOpen(undefined)
            goOn(member)
          }}
        />
      )}
      {open === 'seats' && firstSeated && firstSeated.type.season_id !== null && (
        <SeasonSeatsDialog
          seasonId={firstSeated.type.season_id}
          type={firstSeated.type}
          wanted={together.length}
          chosen={seats}
          onClose={() => setOpen(undefined)}
          onChosen={(chosen) => {
            sale.setSeats(chosen)
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}
