import type { ManagedPrice, Member, PriceCategory, TicketedEvent, Till } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { answersOf, placesOf } from '../../kit/holders.ts'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { memberName } from '../members/member-name.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { loadWords } from '../words/load.ts'
import styles from './box-office.module.css'
import { BuyerForm } from './buyer-form.tsx'
import { KeyCap } from './key-cap.tsx'
import { LastSales } from './last-sales.tsx'
import { PaymentLinkPanel } from './payment-link-panel.tsx'
import { PriceList } from './price-list.tsx'
import {
  addUnits,
  customerOf,
  emptyCart,
  holdersOf,
  isForMembers,
  itemsOf,
  linesOf,
  type Offer,
  seatsFit,
  ticketsOf,
  whyNotSold,
} from './sale.ts'
import { type Paying, Slip } from './slip.tsx'
import { SoldPanel } from './sold-panel.tsx'
import { ticketBill } from './ticket-bill.tsx'
import { UnknownSale } from './unknown-sale.tsx'
import { useCode } from './use-code.ts'
import { useKeys } from './use-keys.ts'
import { useSale } from './use-sale.ts'

const MemberDialog = lazy(async () => {
  await loadWords('members')
  return (await import('./member-dialog.tsx')).MemberDialog
})
const ReaderPanel = lazy(() => import('./reader-panel.tsx').then((file) => file.ReaderPanel))
const SeatsDialog = lazy(() => import('./seats-dialog.tsx').then((file) => file.SeatsDialog))

async function loadOffers(eventId: string): Promise<{ offers: ManagedPrice[]; categories: PriceCategory[] }> {
  const [prices, categories] = await Promise.all([
    api.prices.listManaged(eventId).page(),
    api.prices.listCategories(eventId).page(),
  ])
  return {
    offers: prices.data.filter(({ show_boxoffice, price_status }) => show_boxoffice && price_status === 'active'),
    categories: categories.data,
  }
}

/** One event being sold. */
export function Counter({ event, till, keysOn }: { event: TicketedEvent; till: Till | undefined; keysOn: boolean }) {
  const { whyNot, organisation } = useConsole()
  const { event_id: eventId, currency } = event
  const { data, error, reload } = useLoad(() => loadOffers(eventId), [eventId])
  const [cart, setCart] = useState(emptyCart)
  const [turn, setTurn] = useState(0)
  const [isSeating, setSeating] = useState(false)
  const buyer = useRef<HTMLFormElement>(null)
  const [member, setMember] = useState<Member | undefined>()
  const [isFinding, setFinding] = useState(false)
  const { code, lookUp } = useCode(eventId)
  const { stage, sell, askAgain, ended, next } = useSale(reload)
  const offers: Offer[] = data?.offers ?? []
  const categories = new Map(data?.categories.map(({ price_category_id: id, title }) => [id, title]))
  const seated = new Set(
    data?.categories.filter((each) => each.seat_section_ids.length > 0).map(({ price_category_id: id }) => id),
  )
  const isSeated = (categoryId: number) => seated.has(categoryId)
  // A buyer who turns out to be no member loses what only members have.
  const lines = linesOf(
    cart,
    offers.filter((offer) => member !== undefined || !isForMembers(offer)),
  )
  const places = placesOf(
    lines.map(({ offer, units }) => ({ title: offer.title, tickets: units * offer.tickets_included })),
  )
  // What is asked for tax on top is rounded by line, less discounts: the server adds it up.
  const taxed = lines.some(({ offer }) => offer.tax > 0)
    ? { items: itemsOf(lines, cart, isSeated), ...(code.at === 'taken' && { discount_code: code.discount.code }) }
    : undefined
  const preview = useLoad(async () => taxed && api.boxOffice.previewSale(taxed), [JSON.stringify(taxed), turn])
  const seatedLines = lines.filter(({ offer }) => isSeated(offer.price_category_id))
  const add = (offer: Offer, by: number) => {
    if (isForMembers(offer) && !member) return setFinding(true)
    const why = by > 0 ? whyNotSold(offer, member !== undefined) : undefined
    if (why !== undefined) return toast(`${offer.title}: ${why}`, 'flare')
    setCart((before) => addUnits(before, offer, by))
  }
  const isChoosing = stage.at === 'choosing' || stage.at === 'sending'
  const startAnew = () => {
    setCart(emptyCart)
    setMember(undefined)
    lookUp('')
    setTurn(turn + 1)
    reload()
    next()
  }
  const fieldNamed = (name: string) => buyer.current?.elements.namedItem(name) as HTMLInputElement | null
  const focusName = () => fieldNamed('name')?.focus()
  const chooseMember = (chosen: Member) => {
    setFinding(false)
    setMember(chosen)
    const known = { name: memberName(chosen), email: chosen.email_address ?? '' }
    for (const [name, text] of Object.entries(known)) {
      const field = fieldNamed(name)
      if (field?.value === '') field.value = text
    }
  }
  const start = ({ method, given, reason, readerId }: Paying) => {
    const filled = new FormData(buyer.current ?? undefined)
    const shared = {
      items: itemsOf(lines, cart, isSeated),
      // Of another currency only cash is refused: the rest never was in the drawer, whose report is in its own.
      ...(till && (method === 'cash' || till.currency === currency) && { till_id: till.till_id }),
      ...(member && { membership_member_id: member.membership_member_id }),
      ...(code.at === 'taken' && method !== 'free' && { discount_code: code.discount.code }),
    }
    if (method === 'card') return sell({ kind: 'link', eventId, body: shared })
    const name = String(filled.get('name') ?? '')
    const isNamed = event.holder_names === 'required'
    if (isNamed && name.trim() === '') {
      toast(words.thisEventWantsAName, 'flare')
      return focusName()
    }
    if (buyer.current?.reportValidity() === false) return
    const { answers, holders } = answersOf(filled, { ...event, holder_names: 'none' }, places)
    const request = {
      ...customerOf(name, String(filled.get('email') ?? '')),
      ...holdersOf(isNamed, name, ticketsOf(lines), holders),
      ...(answers && { answers }),
      ...(method === 'free' && { reason }),
    }
    const paid =
      method === 'reader'
        ? { payment_method: 'card_reader' as const, ...(readerId !== undefined && { reader_id: readerId }) }
        : { payment_method: method }
    sell({ kind: 'order', eventId, given, body: { ...shared, ...request, ...paid } })
  }
  const digits = offers
    .slice(0, 9)
    .flatMap((offer, index) => [
      [`${index + 1}`, () => add(offer, 1)] as const,
      [`-${index + 1}`, () => add(offer, -1)] as const,
    ])
  const whySeats = seatedLines.length === 0 ? words.chooseTicketsWithSeatsFirst : undefined
  useKeys(
    {
      ...Object.fromEntries(digits),
      n: focusName,
      m: () => setFinding(true),
      v: () => fieldNamed('code')?.focus(),
      x: () => setCart(emptyCart),
      s: whySeats === undefined ? () => setSeating(true) : undefined,
    },
    keysOn && stage.at === 'choosing',
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  if (stage.at === 'done') return <SoldPanel sold={stage.sold} keysOn={keysOn} onNext={startAnew} />
  if (stage.at === 'link') return <PaymentLinkPanel link={stage.link} keysOn={keysOn} onEnded={ended} />
  if (stage.at === 'reader') return <ReaderPanel order={stage.order} keysOn={keysOn} onEnded={ended} />
  if (stage.at === 'unknown') return <UnknownSale error={stage.error} keysOn={keysOn} onAsk={askAgain} />
  return (
    <div class={styles.columns}>
      <div class={styles.steps}>
        <PriceList {...{ offers, categories, currency, cart, keysOn }} hasMember={member !== undefined} onAdd={add} />
        {seated.size > 0 && (
          <p class={styles.seats}>
            <Button why={whySeats} onClick={() => setSeating(true)}>
              {words.chooseSeats} <KeyCap name="S" isOn={keysOn && whySeats === undefined} />
            </Button>
            <span class={styles.quiet}>
              {cart.seats.length === 0 ? words.theBestAvailableSideBy : cart.seats.map(({ label }) => label).join('; ')}
            </span>
          </p>
        )}
        <BuyerForm
          key={turn}
          form={buyer}
          {...{ event, places, member, code, keysOn }}
          onCode={lookUp}
          onMember={() => setFinding(true)}
          onNoMember={() => setMember(undefined)}
        />
      </div>
      <Slip
        key={turn}
        {...{ currency, till, keysOn }}
        billOf={(method) =>
          ticketBill(
            {
              ...{ lines, cart, currency, code: code.at === 'taken' ? code.discount : undefined },
              taxed: taxed && { preview: preview.isLoading ? undefined : preview.data },
            },
            organisation,
            method,
          )
        }
        why={
          whyNot('box_office:manage') ??
          (code.at === 'asked' ? words.theCodeIsBeingLooked : undefined) ??
          (code.at === 'refused' ? words.theDiscountCodeIsNot : undefined) ??
          (seatsFit(lines, cart, isSeated) ? undefined : words.theSeatsDoNotFit)
        }
        isBusy={stage.at === 'sending'}
        error={isChoosing && 'error' in stage ? stage.error : taxed && preview.error}
        onSell={start}
      />
      <LastSales turn={turn} keysOn={keysOn} />
      {isFinding && <MemberDialog onClose={() => setFinding(false)} onChosen={chooseMember} />}
      {isSeating && (
        <SeatsDialog
          {...{ eventId, currency, offers, categories }}
          wanted={ticketsOf(seatedLines)}
          chosen={cart.seats}
          onClose={() => setSeating(false)}
          onChosen={(seats) => {
            setCart({ ...cart, seats })
            setSeating(false)
          }}
        />
      )}
    </div>
  )
}
